import type { Facts } from '../../../../shared/facts.ts'
import { contactFields } from '../../../../shared/lead.ts'
import { isWebUrl } from '../../../../shared/origin.ts'
import { digitsOf, emailsIn, phonesIn } from '../../../language/contacts.ts'
import { findBookingLink } from '../../knowledge/reading/booking-link.ts'

/** Email addresses, most frequent first. */
export const findEmails = (text: string): string[] =>
  byCount(
    emailsIn(text).flatMap((one) => contactFields.email.safeParse(one).data ?? []),
    (one) => one,
  )

/** Telephone numbers as first written, most frequent first. */
export const findPhones = (text: string): string[] => byCount(phonesIn(text), digitsOf)

function byCount(found: readonly string[], keyOf: (one: string) => string): string[] {
  const counted = new Map<string, { one: string; count: number }>()
  for (const one of found) {
    const key = keyOf(one)
    counted.set(key, { one: counted.get(key)?.one ?? one.trim(), count: (counted.get(key)?.count ?? 0) + 1 })
  }
  return [...counted.values()].sort((a, b) => b.count - a.count).map(({ one }) => one)
}

// A postcode with its town, as written in Great Britain, the United States, and much of Europe.
const postcode =
  /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b[A-Z]{2} \d{5}(?:-\d{4})?\b|(?:^|[\s,])(?:[A-Z]{1,2}-)?\d{4,5} \p{Lu}[\p{L}-]+/u
const maxPartLength = 60

/** The first postal address of a text on one line: a street followed by a postcode. */
export function findAddress(markdown: string): string | null {
  const lines = markdown.split('\n').map(plainLine)
  for (const [at, line] of lines.entries()) {
    if (!postcode.test(line) || line.startsWith('|') || line.startsWith('#')) continue
    const whole = line.replace(/^[^:]{1,40}:\s*/, '')
    const [before = '', ...after] = whole.split(',')
    const isWhole = after.length > 0 && !postcode.test(before) && isStreet(before)
    if (isWhole && whole.length <= 2 * maxPartLength) return whole.replace(/[.;]$/, '')
    const street = lines[at - 1] ?? ''
    if (line.length <= maxPartLength && street.length <= maxPartLength && isStreet(street)) return `${street}, ${line}`
  }
  return null
}

const isStreet = (text: string): boolean => /\d/.test(text) && /\p{L}{3}/u.test(text) && !/[.!?] /.test(text)

const plainLine = (line: string): string => line.replace(/[*_\\]+/g, '').trim()

type Link = Facts['links'][number]

const link = /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()]{1,2000})\)/g
// The whole host must match: `facebook.com.evil.example` belongs to somebody else.
const ending = String.raw`\.(?:com|net|org|[a-z]{2}|com?\.[a-z]{2})$`
const profiles = new RegExp(
  String.raw`(?:^|\.)(?:facebook|instagram|linkedin|youtube|tiktok|xing|pinterest|threads|mastodon|tripadvisor|yelp|trustpilot)${ending}`,
)

/** The profiles of the business on other websites, without duplicates. */
export const findProfiles = (markdown: string): Link[] => {
  const found = linksIn(markdown).filter(({ url }) => profiles.test(new URL(url).hostname))
  // If several links have the same address, the first one names it.
  return [...new Map(found.toReversed().map((one) => [one.url, one])).values()].toReversed()
}

/** The link to book an appointment. */
export const findBooking = (markdown: string): string | null => findBookingLink(markdown)?.url ?? null

const linksIn = (markdown: string): Link[] =>
  [...markdown.matchAll(link)]
    .map(([, label = '', url = '']) => ({ label: label.replace(/[#*_]/g, '').trim() || url, url }))
    .filter(({ url }) => isWebUrl(url))
