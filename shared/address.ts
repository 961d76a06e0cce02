import { z } from 'zod'
import { clipped, line, text } from './text.ts'

/** Whether it is an absolute http or https address without a user name or password in it. */
export function isWebUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(value) || !URL.canParse(value)) return false
  const url = new URL(value)
  return url.username === '' && url.password === ''
}

export const WebUrl = text(2000, 1)
  .refine(isWebUrl, 'Must be an address that begins with https:// or http://.')
  .meta({ format: 'uri' })

/** The address of a page as a browser tells it: cut, and empty where it is not a web address. Never refused. */
export const PageUrl = clipped(2000).overwrite((value) => (isWebUrl(value) ? value : ''))

/** An email address, trimmed and in small letters: the form in which addresses are compared. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Must have at most 254 characters.')
  .email('Must be an email address.')

/** What names an account. Looser than `Email`: an installation's owner may be `owner@localhost`. */
export const AccountEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Must have at most 254 characters.')
  .regex(/^[^@\s]+@[^@\s]+$/, 'Must be an email address.')

const addressOrRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

export const IpRange = line(64, 1)
  .refine((value) => addressOrRange.safeParse(value).success, 'Must be an address or a range such as 203.0.113.0/24.')
  .describe('An IP address or a CIDR range.')

const wildcard = /^(https?:\/\/)\*\.(?=[^.]+\.)/

function isOrigin(value: string): boolean {
  const plain = value.replace(wildcard, '$1any.')
  return isWebUrl(plain) && !plain.includes('*') && new URL(plain).origin === plain
}

/** As a browser writes it: small letters, no port that goes without saying, no slash at the end. */
function canonicalOrigin(value: string): string {
  const plain = value.toLowerCase().replace(wildcard, '$1any.')
  if (!URL.canParse(plain)) return value
  const { origin, pathname, search, hash } = new URL(plain)
  if (pathname !== '/' || search !== '' || hash !== '' || !isWebUrl(plain)) return value
  return plain === value.toLowerCase() ? origin : origin.replace('//any.', '//*.')
}

export const Origin = line(300, 1)
  .overwrite(canonicalOrigin)
  .refine(isOrigin, 'Must be an origin such as https://www.example.com, or https://*.example.com.')
  .describe('An exact origin, or one with `*.` for every name below a domain.')

/** Whether a browser's Origin is in the list. `https://*.example.com` covers a.b.example.com, not example.com itself. */
export function allowsOrigin(allowed: readonly string[], origin: string): boolean {
  return allowed.some((entry) => {
    if (!wildcard.test(entry)) return entry === origin
    const [scheme, domain] = entry.split('*') as [string, string]
    return origin.startsWith(scheme) && origin.endsWith(domain) && origin.length > entry.length - 1 && isOrigin(origin)
  })
}
