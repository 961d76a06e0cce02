import ipaddr from 'ipaddr.js'
import { isWebUrl } from '../../shared/origin.ts'
import { ConversationId } from '../bridge.ts'

/** A server as entered by a person: its origin, the kind of connection, and the first page to show. */
export type ServerAddress = { origin: string; way: 'https' | 'loopback' | 'private'; path: string }

/**
 * Parses a typed or pasted server address: with or without scheme, with the dashboard's path, or a complete sign-in
 * link. http is allowed only for this machine and private networks, identified by IP address, because a host name can
 * mean something else on another network.
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

/** Defaults to https, except where a certificate is unlikely. */
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

/** Whether both are this machine on the same port, under either of its names. */
export function isSameServer(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  const isHere = ({ protocol, hostname }: URL) => protocol === 'http:' && reachOf(hostname) === 'loopback'
  return isHere(a) && isHere(b) && a.port === b.port
}

export const linkScheme = 'frontdesk'

/** The conversation of a `frontdesk://conversation/<id>` link. Undefined for anything else. */
export function readLink(link: string): ConversationId | undefined {
  // Some systems append a slash, because they take it for a host.
  const id = /^frontdesk:\/\/conversation\/([^/]{1,64})\/?$/.exec(link)?.[1]
  const parsed = ConversationId.safeParse(id)
  return parsed.success ? parsed.data : undefined
}

/** The conversation of the last link in the arguments. */
export function findLink(argv: readonly string[]): ConversationId | undefined {
  return argv.map(readLink).findLast((id) => id !== undefined)
}
