import type { Site } from '../../../core/context.ts'
import { english } from '../../../language/en.ts'
import type { TelegramPhrases } from '../../../language/language.ts'
import { languageFor } from '../../../language/languages.ts'
import type { TelegramText } from '../../../outside/telegram.ts'

/** The maximum length of a message in UTF-16 units. */
const maxUnits = 4096

type Part = string | { quote: string }

/** A text of several lines or blocks, some of them quoted. None of it is interpreted as markup. */
export function compose(...parts: Part[]): TelegramText {
  let text = ''
  const entities: TelegramText['entities'] = []
  for (const part of parts) {
    const words = cleaned(typeof part === 'string' ? part : part.quote)
    if (words === '') continue
    if (text !== '') text += '\n'
    if (typeof part !== 'string') entities.push({ type: 'blockquote', offset: text.length, length: words.length })
    text += words
  }
  return { text, entities }
}

/** The same text with another first line. */
export function below(first: string, { text, entities }: TelegramText): TelegramText {
  const above = `${cleaned(first)}\n`
  return {
    text: above + text,
    entities: entities.map((entity) => ({ ...entity, offset: entity.offset + above.length })),
  }
}

/** What somebody wrote, below their name, split into as many messages as needed. */
export function composeQuoted(who: string, words: string): TelegramText[] {
  const name = oneLine(who, 80)
  const pieces = split(cleaned(words) || '…', maxUnits - 100)
  const head = (at: number) => (pieces.length > 1 ? `${name} (${at + 1}/${pieces.length}):` : `${name}:`)
  return pieces.map((piece, at) => compose(head(at), { quote: piece }))
}

/** A text without control characters and characters that change the writing direction. */
export const cleaned = (words: string): string =>
  words
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]--[\n\t]]/gv, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The same on one line, of at most `max` characters. */
export function oneLine(words: string, max: number): string {
  const line = [...cleaned(words).replace(/\s+/g, ' ')]
  return line.length > max ? `${line.slice(0, max - 1).join('')}…` : line.join('')
}

/** The beginning of a longer text. */
export function beginning(words: string, max: number): string {
  const [first = '', ...rest] = split(cleaned(words), max)
  return rest.length > 0 ? `${first} …` : first
}

/** Pieces of at most `max` units, split at the end of a line or word if possible, and never within a character. */
function split(words: string, max: number): string[] {
  const pieces: string[] = []
  let rest = words
  while (rest.length > max) {
    const end = breakBefore(rest, max)
    pieces.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? pieces : [...pieces, rest]
}

function breakBefore(words: string, max: number): number {
  const min = max * 0.8
  for (const mark of ['\n', ' ']) {
    const at = words.lastIndexOf(mark, max)
    if (at >= min) return at
  }
  const isWithin = /[\ud800-\udbff]/.test(words[max - 1] ?? '')
  return isWithin ? max - 1 : max
}

/** What the team reads, in the language of the site's assistant, where there are words in it. */
export const phrasesFor = ({ settings }: Pick<Site, 'settings'>): TelegramPhrases =>
  languageFor(settings.assistant.locale).telegram ?? english.telegram
