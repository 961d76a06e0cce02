import type { Facts } from '../../../shared/facts.ts'
import { factsAsMarkdown } from '../knowledge/facts/wording.ts'
import { paragraphs } from './instructions.ts'
import { joinNeighbours, type PromptPassage } from './neighbours.ts'
import { fillPlaceholders } from './placeholders.ts'
import { asData, asLine } from './prompt-data.ts'
import type { Turn } from './turn.ts'

/** What the business wrote for its assistant. */
export function businessText(prompt: string | null, turn: Turn): string {
  if (prompt === null || prompt.trim() === '') return ''
  return `Instructions of the business:\n${fillPlaceholders(prompt, turn).trim()}`
}

/** What the business says of itself, before it has its frame; empty where it says nothing. */
export const detailsText = (facts: Facts | null, locale: string): string =>
  facts ? asData(factsAsMarkdown(facts, locale)) : ''

export const framedDetails = (details: string): string => (details === '' ? '' : `<business>\n${details}\n</business>`)

// To make one takes longer than all the rest of a prompt.
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Date and time where the business is. */
export function momentText(now: number, timeZone: string): string {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' })
  clocks.set(timeZone, clock)
  return `It is ${clock.format(now)} (${timeZone}).`
}

/** What is known of the visitor and of the page that is open: all of it was told by a browser or typed by somebody. */
export function contextText({ conversation, lead }: Turn): string {
  const known: [string, string | null | undefined][] = [
    ['page', [conversation.pageTitle, conversation.pageUrl].filter(Boolean).join(', ')],
    ['language', conversation.locale],
    ['time zone', conversation.timezone],
    ['name', lead?.name],
    ['email', lead?.email],
    ['phone', lead?.phone],
  ]
  const told = known.filter(([, value]) => value).map(([name, value]) => `${name}: ${asLine(value ?? '', 300)}`)
  return told.length === 0 ? '' : `<visitor>\n${told.join('\n')}\n</visitor>`
}

/** One passage in its frame. `asData` sees to it that nothing in it ends the frame. */
export function passageText({ title, url, headingPath, content }: PromptPassage, place: number): string {
  const page = `page="${asLine(title, 200)}"${url ? ` url="${asLine(url, 500)}"` : ''}`
  const section = headingPath ? ` section="${asLine(headingPath.replaceAll(' > ', ' › '), 300)}"` : ''
  return `<source n="${place + 1}" ${page}${section}>\n${asData(content).trim()}\n</source>`
}

/** All passages in their frames, those that stand beside each other in one; also where there are none: a model that sees no sources at all answers from memory. */
export const sourcesText = (passages: readonly PromptPassage[]): string =>
  paragraphs(
    '<sources>',
    passages.length > 0 ? joinNeighbours(passages).map(passageText).join('\n\n') : '(Nothing was found.)',
    '</sources>',
  )
