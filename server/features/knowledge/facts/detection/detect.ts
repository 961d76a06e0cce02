import { type DetectedFacts, Facts, noFacts } from '../../../../../shared/facts.ts'
import type { Context } from '../../../../core/context.ts'
import { askModel, firstKnown } from './ask-model.ts'
import { digitsOf, findAddress, findEmails, findPhones } from './contact.ts'
import { findHours } from './hours.ts'
import { findBooking, findProfiles } from './links.ts'
import { type LearnedPage, readPages } from './pages.ts'

const most = 10

/**
 * Proposes the business details from the pages that were learned: what can be told from their text, and with a model what
 * it reads in them and stands there word for word. Nothing is saved.
 */
export async function detectFacts(ctx: Context): Promise<DetectedFacts> {
  const pages = await readPages(ctx)
  if (pages.length === 0) return { facts: noFacts, pages: [], neurons: 0 }
  // The text alone tells enough: a model that cannot be asked now is no reason to propose nothing.
  const read = await askModel(ctx, pages)
  const facts = Facts.parse(firstKnown(toldBy(pages), read.facts))
  return { facts, pages: sourcesOf(facts, pages), neurons: read.neurons }
}

function toldBy(pages: readonly LearnedPage[]): Partial<Facts> {
  const whole = pages.map(({ content }) => content).join('\n\n')
  // What was written for machines to read comes first: nothing has to be guessed of it.
  const details = pages.flatMap((page) => page.details ?? [])
  const phones = [...details.flatMap((one) => one.phones), ...findPhones(whole)]
  const emails = [...details.flatMap((one) => one.emails), ...findEmails(whole)]
  return {
    phones: phones
      .filter((one, at) => phones.findIndex((other) => digitsOf(other) === digitsOf(one)) === at)
      .slice(0, most),
    emails: [...new Set(emails)].slice(0, most),
    address: details.find(({ address }) => address !== null)?.address ?? first(pages, findAddress),
    hours: details.find(({ hours }) => hours !== null)?.hours ?? first(pages, findHours),
    links: findProfiles(whole).slice(0, most),
    bookingUrl: first(pages, findBooking),
  }
}

function first<T>(pages: readonly LearnedPage[], find: (markdown: string) => T | null): T | null {
  for (const { content } of pages) {
    const found = find(content)
    if (found !== null) return found
  }
  return null
}

/** The pages that hold one of the details. */
function sourcesOf(facts: Facts, pages: readonly LearnedPage[]): DetectedFacts['pages'] {
  const { hours, phones, emails, address, bookingUrl, links, name, services } = facts
  const words = [
    ...phones,
    ...emails,
    address?.split(',')[0],
    bookingUrl,
    name,
    ...services,
    ...links.map(({ url }) => url),
  ]
  const told = words.filter((word): word is string => Boolean(word))
  const holds = ({ content, details }: LearnedPage) =>
    [content, ...(details ? [...details.phones, ...details.emails, details.address ?? ''] : [])].some((text) =>
      told.some((word) => text.includes(word)),
    ) ||
    (hours !== null && (same(findHours(content), hours) || same(details?.hours, hours)))
  return pages.filter(holds).map(({ url, title }) => ({ url, title }))
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
