import type { TelegramText } from '../../../outside/telegram.ts'

/** The most UTF-16 units that a message may have. */
const mostUnits = 4096

type Part = string | { quote: string }

/** A text of several lines or blocks, some of them quoted. Nothing in it is read as markup. */
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

/** The same below another first line. */
export function below(first: string, { text, entities }: TelegramText): TelegramText {
  const above = `${cleaned(first)}\n`
  return {
    text: above + text,
    entities: entities.map((entity) => ({ ...entity, offset: entity.offset + above.length })),
  }
}

/** What a visitor or somebody else wrote, under who it was: as many messages as it takes. */
export function composeQuoted(who: string, words: string): TelegramText[] {
  const name = oneLine(who, 80)
  const pieces = split(cleaned(words) || '…', mostUnits - 100)
  const head = (at: number) => (pieces.length > 1 ? `${name} (${at + 1}/${pieces.length}):` : `${name}:`)
  return pieces.map((piece, at) => compose(head(at), { quote: piece }))
}

/** Words as they may be shown: without control characters, and without those that turn the direction of a line around. */
export const cleaned = (words: string): string =>
  words
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]--[\n\t]]/gv, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The same on one line, of at most `most` characters. */
export function oneLine(words: string, most: number): string {
  const line = [...cleaned(words).replace(/\s+/g, ' ')]
  return line.length > most ? `${line.slice(0, most - 1).join('')}…` : line.join('')
}

/** The beginning of a longer text. */
export function beginning(words: string, most: number): string {
  const [first = '', ...rest] = split(cleaned(words), most)
  return rest.length > 0 ? `${first} …` : first
}

/** Pieces of at most `most` units, parted at the end of a line or a word where there is one, and never within a character. */
function split(words: string, most: number): string[] {
  const pieces: string[] = []
  let rest = words
  while (rest.length > most) {
    const end = breakBefore(rest, most)
    pieces.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? pieces : [...pieces, rest]
}

function breakBefore(words: string, most: number): number {
  const least = most * 0.8
  for (const mark of ['\n', ' ']) {
    const at = words.lastIndexOf(mark, most)
    if (at >= least) return at
  }
  const isWithin = /[\ud800-\udbff]/.test(words[most - 1] ?? '')
  return isWithin ? most - 1 : most
}
