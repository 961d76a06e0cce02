import { Facts } from '../../../../shared/facts.ts'
import { Hours } from '../../../../shared/time.ts'
import type { Page } from '../../../core/reader.ts'

/** The maximum number of objects examined in all scripts of a page. */
const maxThings = 200
const maxPerType = 10
/** Deep enough for a graph in a list in a script. */
const maxDepth = 4
const maxLength = 300

/** Types that may have an address or phone number which is not that of the business. */
const others =
  /(?:Person|Patient|Event|JobPosting|Product|Offer|Article|Posting|Review|PostalAddress|ContactPoint|Place|Residence|Accommodation|Apartment|House)$/
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
type Thing = Record<string, unknown>

/** The details of a business in the page's schema.org data; null if there are none. Other data is ignored. */
export function readDetails(scripts: readonly string[]): Page['details'] {
  const found = thingsOf(scripts)
  const businesses = found.filter(isBusiness)
  const details = {
    phones: each(businesses, phonesOf, (one) => Facts.shape.phones.safeParse([one]).success),
    emails: each(businesses, emailsOf, (one) => Facts.shape.emails.safeParse([one]).success),
    address: businesses.map(addressOf).find((one) => one !== null) ?? null,
    hours: businesses.map(hoursOf).find((one) => one !== null) ?? null,
  }
  const { phones, emails, address, hours } = details
  return phones.length + emails.length > 0 || address !== null || hours !== null ? details : null
}

/** The types of all objects in the page's scripts: top-level ones and those in lists and graphs. */
export const typesIn = (scripts: readonly string[]): string[] => thingsOf(scripts).flatMap(typesOf)

/** Whether a schema.org type is an article: `NewsArticle`, `BlogPosting`. */
export const isArticle = (type: string): boolean => /^(?:[A-Za-z]*Article|BlogPosting)$/.test(type)

const thingsOf = (scripts: readonly string[]): Thing[] =>
  scripts.flatMap((script) => thingsIn(parse(script), maxDepth)).slice(0, maxThings)

const typesOf = (thing: Thing): string[] => listOf(thing['@type']).filter((type) => typeof type === 'string')

function parse(script: string): unknown {
  try {
    return JSON.parse(script)
  } catch {
    return null
  }
}

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, maxThings) : [value])

/** Top-level objects and those in lists and graphs. */
function thingsIn(value: unknown, depth: number): Thing[] {
  if (depth === 0) return []
  if (Array.isArray(value)) return listOf(value).flatMap((one) => thingsIn(one, depth - 1))
  return isThing(value) ? [value, ...thingsIn(value['@graph'], depth - 1)] : []
}

function isBusiness(thing: Thing): boolean {
  const types = typesOf(thing)
  return types.length > 0 && !types.some((type) => others.test(type))
}

/** A single line of text; undefined for other values and possible markup. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxLength || /[<>{}\p{Cc}]/u.test(value)) return undefined
  return value.replace(/\s+/g, ' ').trim() || undefined
}

function each(things: Thing[], read: (thing: Thing) => unknown[], isOne: (one: string) => boolean): string[] {
  const words = things.flatMap((thing) => read(thing).flatMap((value) => wordsOf(value) ?? []))
  return [...new Set(words.filter(isOne))].slice(0, maxPerType)
}

const points = (thing: Thing): Thing[] => listOf(thing.contactPoint).filter(isThing)
const phonesOf = (thing: Thing) => [thing, ...points(thing)].flatMap(({ telephone }) => listOf(telephone))
const emailsOf = (thing: Thing) =>
  [thing, ...points(thing)]
    .flatMap(({ email }) => listOf(email))
    .map((email) => (typeof email === 'string' ? email.replace(/^mailto:/i, '').toLowerCase() : email))

function addressOf(thing: Thing): string | null {
  const [first] = listOf(thing.address)
  if (!isThing(first)) return wordsOf(first) ?? null
  const [street, place, region, code] = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode'].map(
    (name) => wordsOf(first[name]),
  )
  if (!street || !(place || code)) return null
  // Some countries write the postcode before the town, others after it.
  const isInFront = /^(?:[A-Z]{1,2}-)?\d{4,5}$/.test(code ?? '') && !region
  const parts = isInFront ? [code, place] : [place, region, code]
  return `${street}, ${parts.filter(Boolean).join(' ')}`
}

/** The weekly hours. Seasonal and holiday hours are ignored. */
function hoursOf(thing: Thing): Hours | null {
  const week: Record<string, string[]> = {}
  for (const spec of listOf(thing.openingHoursSpecification).filter(isThing)) {
    if (spec.validFrom !== undefined || spec.validThrough !== undefined) continue
    const range = rangeOf(spec)
    for (const named of listOf(spec.dayOfWeek)) {
      const day = days.find(
        (one) => typeof named === 'string' && named.split('/').at(-1)?.toLowerCase().startsWith(one),
      )
      if (day) week[day] = [...new Set([...(week[day] ?? []), ...range])].sort()
    }
  }
  const hours = Hours.safeParse(week)
  return hours.success && Object.values(week).some((ranges) => ranges.length > 0) ? hours.data : null
}

/** Empty if closed, which is also expressed by equal opening and closing times. */
function rangeOf({ opens, closes }: Thing): string[] {
  const [from, to] = [opens, closes].map((time) => /^(\d{2}:\d{2})(?::\d{2})?$/.exec(String(time))?.[1])
  if (!from || !to || from === to) return []
  return [`${from}-${to === '00:00' ? '24:00' : to}`]
}
