import { z } from 'zod'
import { unicodeDomain } from './domain.ts'
import { rule } from './fault.ts'
import { isOrigin, isWebUrl, wildcard } from './origin.ts'
import { clipped, line, text } from './text.ts'

export const WebUrl = text(2000, 1)
  .refine(isWebUrl, rule('web_address', 'Must be a URL that begins with https:// or http://.'))
  .meta({ format: 'uri' })

/** The address of a calendar file. Calendars also write it with a scheme of their own. */
export const CalendarUrl = text(2000, 1)
  .overwrite((value) => value.replace(/^webcals?:\/\//i, 'https://'))
  .refine(isWebUrl, rule('web_address', 'Must be a URL that begins with https:// or http://.'))
  .meta({ format: 'uri' })

/** The URL of a page as reported by a browser: truncated, and empty if it is not a web URL. Never rejected. */
export const PageUrl = clipped(2000).overwrite((value) => (isWebUrl(value) ? value : ''))

const local = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]$/

/** The form of an email address that is stored: in lower case, with its domain in Unicode. Null if it is not one. */
function canonicalEmail(value: string): string | null {
  const [name = '', domain = '', ...more] = value.toLowerCase().split('@')
  const host = unicodeDomain(domain)
  return host !== null && local.test(name) && more.length === 0 ? `${name}@${host}` : null
}

/** An email address, trimmed, in lower case and with its domain in Unicode, which is the form used for comparisons. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Must have at most 254 characters.')
  .overwrite((value) => canonicalEmail(value) ?? value)
  .refine(
    (value) => canonicalEmail(value) !== null,
    rule('wrong_format', 'Must be an email address.', { format: 'email' }),
  )
  .meta({ format: 'idn-email' })

/** The email of an account. Looser than `Email`, because the owner of an installation may be `owner@localhost`. */
export const AccountEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Must have at most 254 characters.')
  .regex(/^[^@\s]+@[^@\s]+$/, 'Must be an email address.')

const addressOrRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

export const IpRange = line(64, 1)
  .refine(
    (value) => addressOrRange.safeParse(value).success,
    'Must be an IP address or a range such as 203.0.113.0/24.',
  )
  .describe('An IP address or a CIDR range.')

/** Normalises an origin as browsers do: lower case, no default port, no trailing slash. */
function canonicalOrigin(value: string): string {
  const plain = value.toLowerCase().replace(wildcard, '$1any.')
  if (!URL.canParse(plain)) return value
  const { origin, pathname, search, hash } = new URL(plain)
  if (pathname !== '/' || search !== '' || hash !== '' || !isWebUrl(plain)) return value
  return plain === value.toLowerCase() ? origin : origin.replace('//any.', '//*.')
}

const [example, wildcardExample] = ['https://www.example.com', 'https://*.example.com']

export const Origin = line(300, 1)
  .overwrite(canonicalOrigin)
  .refine(
    isOrigin,
    rule('origin', `Must be an origin such as ${example}, or ${wildcardExample}.`, {
      example,
      wildcard: wildcardExample,
    }),
  )
  .describe('An exact origin, or one with `*.` for all subdomains.')
