import type { Facts } from '../../../../shared/facts.ts'
import { cut } from '../../../../shared/text.ts'
import { valueAt } from '../../../core/template.ts'
import { factsAsMarkdown } from '../../knowledge/facts/wording.ts'
import { noSources } from '../reply/echo.ts'
import { joinNeighbours, type PromptPassage } from '../reply/neighbours.ts'
import type { Turn } from '../reply/turn.ts'
import { paragraphs } from './instructions.ts'

/** The business's own instructions for its assistant. */
export function businessText(prompt: string | null, turn: Turn, tools: readonly string[] = []): string {
  if (prompt === null || prompt.trim() === '') return ''
  return `Instructions of the business:\n${fillPlaceholders(prompt, turn, tools).trim()}`
}

/** The business details, before they are wrapped in delimiters; empty if there are none. */
export const detailsText = (facts: Facts | null, locale: string): string =>
  facts ? asData(factsAsMarkdown(facts, locale)) : ''

export const framedDetails = (details: string): string => (details === '' ? '' : `<business>\n${details}\n</business>`)

// Creating one takes longer than building the rest of a prompt.
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Date and time at the business. */
export function timeText(now: number, timeZone: string): string {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' })
  clocks.set(timeZone, clock)
  return `It is ${clock.format(now)} (${timeZone}).`
}

/** What is known about the visitor and the open page. All of it comes from a browser or was typed by somebody. */
export function contextText({ conversation, lead }: Turn): string {
  const known: [string, string | null | undefined][] = [
    ['page', [conversation.pageTitle, conversation.pageUrl].filter(Boolean).join(', ')],
    ['language', conversation.locale],
    ['time zone', conversation.timezone],
    ['name', lead?.name],
    ['email', lead?.email],
    ['phone', lead?.phone],
  ]
  const lines = known.filter(([, value]) => value).map(([name, value]) => `${name}: ${asLine(value ?? '', 300)}`)
  return lines.length === 0 ? '' : `<visitor>\n${lines.join('\n')}\n</visitor>`
}

/** One passage in its delimiters. `asData` ensures that nothing in it closes them. */
export function passageText({ title, url, headingPath, content }: PromptPassage, place: number): string {
  const page = `page="${asLine(title, 200)}"${url ? ` url="${asLine(url, 500)}"` : ''}`
  const section = headingPath ? ` section="${asLine(headingPath.replaceAll(' > ', ' › '), 300)}"` : ''
  return `<source n="${place + 1}" ${page}${section}>\n${asData(content).trim()}\n</source>`
}

/**
 * All passages in their delimiters, neighbours in one. Also if there are none: a model that sees no sources section
 * answers from memory.
 */
export const sourcesText = (passages: readonly PromptPassage[]): string =>
  paragraphs(
    '<sources>',
    passages.length > 0 ? joinNeighbours(passages).map(passageText).join('\n\n') : noSources,
    '</sources>',
  )

const maxValueLength = 500
const placeholder = /\{\{\s*([a-z][a-z0-9_]{1,39})(?:\.([^{}]{1,200}?))?\s*\}\}/g

/**
 * Fills `{{user.*}}`, `{{lead.*}}` and `{{prechat.*}}` in the business's own instructions, `{{tool}}` by the name under
 * which the model calls it, and `{{tool.key}}` by what the tool returned in this conversation. In one scan: braces in a
 * value, which a visitor or another system may have written, are left alone. Values are wrapped in delimiters that
 * nothing in them can close, so they are never instructions.
 */
function fillPlaceholders(
  instructions: string,
  { conversation, lead }: Pick<Turn, 'conversation' | 'lead'>,
  tools: readonly string[],
) {
  const contact = lead && { ...lead.more, name: lead.name, email: lead.email, phone: lead.phone }
  const known = { user: conversation.user, lead: contact, prechat: conversation.prechat }
  return instructions.replace(placeholder, (whole, name: string, path?: string) => {
    if (Object.hasOwn(known, name)) {
      if (path === undefined) return whole
      const values: Record<string, unknown> = { ...known[name as keyof typeof known] }
      return framed('visitor', Object.hasOwn(values, path) ? values[path] : undefined)
    }
    if (path === undefined) return tools.includes(name) ? name : whole
    const { data } = conversation
    if (!tools.includes(name) && !Object.hasOwn(data, name)) return whole
    const value = valueAt(data, `${name}.${path}`)
    return framed('result', typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
  })
}

function framed(tag: 'visitor' | 'result', value: unknown): string {
  const text = ['string', 'number', 'boolean'].includes(typeof value) ? asLine(String(value), maxValueLength) : ''
  return text === '' ? '' : `<${tag}>${text}</${tag}>`
}

/**
 * Characters that are invisible to people but read by a model: tags, direction marks, zero-width characters. Joiners
 * that scripts need are kept.
 */
const unseen = /[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\u00ad]|[\u{e0000}-\u{e007f}]/gu

/**
 * Text from outside, escaped so that a model cannot mistake it for our delimiters: nothing in it starts one of our tags
 * or a control token of a chat template (`</source>`, `<|im_start|>`, `<start_of_turn>`, `[INST]`).
 */
export const asData = (text: string): string =>
  text
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/<(?=[^\s\d=])/g, '‹')
    .replace(/\[(?=\/?[A-Z_]{3,}\])/g, '[ ')

/** The same on one line and limited in length, for use between quotation marks. */
export const asLine = (text: string, max: number): string =>
  cut(asData(text).replace(/\s+/g, ' ').replace(/"/g, "'").trim(), max)
