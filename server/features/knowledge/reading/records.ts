import { maxWords, wordsOf } from '../passages.ts'

export type Field = { name: string; value: string }

/** Short enough to stay one passage, with some tolerance for its other way of counting. */
const maxRecordWords = maxWords * 0.8

/**
 * A record, such as a table row, as lines of `name: value`. It is one block, which passages never cut. A record longer
 * than a passage is split into several that each begin with its first field.
 */
export function writeRecord(fields: Field[]): string {
  const lines = fields.flatMap(linesOf)
  const [first = ''] = lines
  const key = wordsOf(first) < maxRecordWords / 4 ? first : undefined
  const blocks: string[][] = []
  let words = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const more = wordsOf(line)
    if (words + more > maxRecordWords) {
      blocks.push(blocks.length > 0 && key ? [key] : [])
      words = blocks.length > 1 && key ? wordsOf(key) : 0
    }
    blocks.at(-1)?.push(line)
    words += more
  }
  return blocks.map((block) => block.join('\n')).join('\n\n')
}

/** A field as one line, or as several if it is longer than a passage. */
function linesOf({ name, value }: Field): string[] {
  const text = oneLine(value)
  if (text === '') return []
  const label = labelOf(name)
  return pieces(text, maxRecordWords / 2).map((piece) => `${label}: ${piece}`)
}

/** Removes characters that would turn the line into a heading, list or table. */
const labelOf = (name: string) =>
  oneLine(name)
    .replace(/^(?:[#>|*+•=~`_-]|\d{1,3}[.)](?=\s))+\s*/, '')
    .slice(0, 120) || 'Value'

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function pieces(text: string, words: number): string[] {
  if (wordsOf(text) <= words) return [text]
  const found: string[] = []
  let piece = ''
  // Overlong words are cut too.
  for (const [word] of text.matchAll(/\S{1,200}\s*/g)) {
    if (wordsOf(piece + word) > words) {
      found.push(piece.trim())
      piece = ''
    }
    piece += word
  }
  return [...found, piece.trim()]
}
