import { type Facts, noFacts } from '../../../../shared/facts.ts'
import type { Hours } from '../../../../shared/time.ts'
import type { DetailPhrases } from '../../../language/language.ts'
import { languageFor } from '../../../language/languages.ts'

/** What the details are called as a source, in the language of the locale. */
export const titleOfFacts = (locale: string): string => languageFor(locale).details.title

/** The details as Markdown with one section each; empty if there are none. */
export function factsAsMarkdown(facts: Facts, locale: string): string {
  const said = languageFor(locale).details
  const sections: [heading: string, body: string][] = [
    [said.about, [facts.name, facts.description].filter(Boolean).join('\n\n')],
    [said.phones, listOf(facts.phones)],
    [said.emails, listOf(facts.emails)],
    [said.address, facts.address ?? ''],
    [said.hours, facts.hours ? hoursAsList(facts.hours, said) : ''],
    [said.areas, listOf(facts.areas)],
    [said.services, listOf(facts.services)],
    [said.prices, facts.prices ?? ''],
    [said.booking, facts.bookingUrl ?? ''],
    [said.links, listOf(facts.links.map(({ label, url }) => `${label}: ${url}`))],
  ]
  return sections
    .filter(([, body]) => body !== '')
    .map(([heading, body]) => `## ${heading}\n\n${body}`)
    .join('\n\n')
}

export const areKnown = (facts: Facts): boolean => JSON.stringify(facts) !== JSON.stringify(noFacts)

const listOf = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

function hoursAsList({ mon, tue, wed, thu, fri, sat, sun }: Hours, { days, closed }: DetailPhrases): string {
  const names = days.split(' ')
  const week = [mon, tue, wed, thu, fri, sat, sun]
  return listOf(week.map((ranges, day) => `${names[day]}: ${ranges.join(', ').replaceAll('-', '–') || closed}`))
}
