import ipaddr from 'ipaddr.js'
import { isWebUrl } from '../../shared/origin.ts'

/** A server as a person named it: its origin, how far the way to it goes, and the page of it to begin with. */
export type ServerAddress = { origin: string; way: 'https' | 'loopback' | 'private'; path: string }

/**
 * Reads the address of a server as it is typed or pasted: with or without a scheme, with the dashboard's path, or a whole
 * one-time sign-in link. http is for this machine and for private networks alone, and these are told by number: what a
 * name stands for is another thing on another network.
 */
export function readAddress(typed: string): ServerAddress | 'address' | 'insecure' {
  const trimmed = typed.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${schemeFor(trimmed)}://${trimmed}`
  if (trimmed.length > 2000 || !isWebUrl(address)) return 'address'
  const { origin, protocol, hostname, pathname, hash } = new URL(address)
  const path = pathname === '/dashboard/link' ? `${pathname}${hash}` : '/dashboard'
  if (protocol === 'https:') return { origin, way: 'https', path }
  const way = reachOf(hostname)
  return way === 'public' ? 'insecure' : { origin, way, path }
}

/** Without a scheme https is meant, but where there can hardly be a certificate. */
function schemeFor(typed: string): 'http' | 'https' {
  const address = `https://${typed}`
  return URL.canParse(address) && reachOf(new URL(address).hostname) !== 'public' ? 'http' : 'https'
}

function reachOf(hostname: string): 'loopback' | 'private' | 'public' {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback'
  if (!ipaddr.isValid(host)) return 'public'
  const range = ipaddr.process(host).range()
  if (range === 'loopback') return range
  return range === 'private' || range === 'uniqueLocal' || range === 'carrierGradeNat' ? 'private' : 'public'
}

/** Whether both are this machine, on the same port, by its one or its other name. */
export function areTwins(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  const isHere = ({ protocol, hostname }: URL) => protocol === 'http:' && reachOf(hostname) === 'loopback'
  return isHere(a) && isHere(b) && a.port === b.port
}
