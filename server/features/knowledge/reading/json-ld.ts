import { Facts } from '../../../../shared/facts.ts'
import { Hours } from '../../../../shared/time.ts'
import type { Page } from '../../../core/reader.ts'

/** What is looked at of all scripts of a page together. */
const mostThings = 200
const mostOfEach = 10
/** A graph in a list in a script. */
const deepest = 4
const longest = 300

/** Things that have an address or a telephone number, too, which is not that of the business. */
const others =
  /(?:Person|Patient|Event|JobPosting|Product|Offer|Article|Posting|Review|PostalAddress|ContactPoint|Place|Residence|Accommodation|Apartment|House)$/
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
type Thing = Record<string, unknown>

/**
 * What the scripts of a page say of a business as schema.org has it; null where they say nothing. Whatever else stands in them
 * is left aside.
 */
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

/** The types of the things that the scripts of a page describe: those on top, in lists, and in graphs. */
export const typesIn = (scripts: readonly string[]): string[] => thingsOf(scripts).flatMap(typesOf)

/** Whether a type of schema.org is an article: `NewsArticle`, `BlogPosting`. */
export const isArticle = (type: string): boolean => /^(?:[A-Za-z]*Article|BlogPosting)$/.test(type)

const thingsOf = (scripts: readonly string[]): Thing[] =>
  scripts.flatMap((script) => thingsIn(parse(script), deepest)).slice(0, mostThings)

const typesOf = (thing: Thing): string[] => listOf(thing['@type']).filter((type) => typeof type === 'string')

function parse(script: string): unknown {
  try {
    return JSON.parse(script)
  } catch {
    return null
  }
}

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, mostThings) : [value])

/** Those on top, in lists, and in graphs. */
function thingsIn(value: unknown, depth: number): Thing[] {
  if (depth === 0) return []
  if (Array.isArray(value)) return listOf(value).flatMap((one) => thingsIn(one, depth - 1))
  return isThing(value) ? [value, ...thingsIn(value['@graph'], depth - 1)] : []
}

function isBusiness(thing: Thing): boolean {
  const types = typesOf(thing)
  return types.length > 0 && !types.some((type) => others.test(type))
}

/** A line of text; undefined for what is none, or may be markup. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > longest || /[<>{}\p{Cc}]/u.test(value)) return undefined
  return value.replace(/\s+/g, ' ').trim() || undefined
}

function each(things: Thing[], read: (thing: Thing) => unknown[], isOne: (one: string) => boolean): string[] {
  const words = things.flatMap((thing) => read(thing).flatMap((value) => wordsOf(value) ?? []))
  return [...new Set(words.filter(isOne))].slice(0, mostOfEach)
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
  // As it is written where places have numbers in front; elsewhere behind the place.
  const isInFront = /^(?:[A-Z]{1,2}-)?\d{4,5}$/.test(code ?? '') && !region
  const parts = isInFront ? [code, place] : [place, region, code]
  return `${street}, ${parts.filter(Boolean).join(' ')}`
}

/** The hours of a week; those of a season or a holiday are not meant. */
function hoursOf(thing: Thing): Hours | null {
  const week: Record<string, string[]> = {}
  for (const told of listOf(thing.openingHoursSpecification).filter(isThing)) {
    if (told.validFrom !== undefined || told.validThrough !== undefined) continue
    const range = rangeOf(told)
    for (const named of listOf(told.dayOfWeek)) {
      const day = days.find(
        (one) => typeof named === 'string' && named.split('/').at(-1)?.toLowerCase().startsWith(one),
      )
      if (day) week[day] = [...new Set([...(week[day] ?? []), ...range])].sort()
    }
  }
  const hours = Hours.safeParse(week)
  return hours.success && Object.values(week).some((ranges) => ranges.length > 0) ? hours.data : null
}

/** None where it is closed, as a day is that opens and closes at the same time. */
function rangeOf({ opens, closes }: Thing): string[] {
  const [from, to] = [opens, closes].map((time) => /^(\d{2}:\d{2})(?::\d{2})?$/.exec(String(time))?.[1])
  if (!from || !to || from === to) return []
  return [`${from}-${to === '00:00' ? '24:00' : to}`]
}
