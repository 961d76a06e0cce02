import { mostWords, wordsOf } from '../passages.ts'

export type Field = { name: string; value: string }

/** So long that it stays one passage, with some room for what a passage counts otherwise. */
const most = mostWords * 0.8

/**
 * A record, such as a row of a table, as lines of `name: value`. It is one block, which no passage cuts; one that is longer
 * than a passage is several, each of which begins with its first field.
 */
export function writeRecord(fields: Field[]): string {
  const lines = fields.flatMap(linesOf)
  const [first = ''] = lines
  const key = wordsOf(first) < most / 4 ? first : undefined
  const blocks: string[][] = []
  let words = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const more = wordsOf(line)
    if (words + more > most) {
      blocks.push(blocks.length > 0 && key ? [key] : [])
      words = blocks.length > 1 && key ? wordsOf(key) : 0
    }
    blocks.at(-1)?.push(line)
    words += more
  }
  return blocks.map((block) => block.join('\n')).join('\n\n')
}

/** A field as its line, or as several where it alone is longer than a passage. */
function linesOf({ name, value }: Field): string[] {
  const text = oneLine(value)
  if (text === '') return []
  const label = labelOf(name)
  return pieces(text, most / 2).map((piece) => `${label}: ${piece}`)
}

/** Without what would make a heading, a list or a table of the line. */
const labelOf = (name: string) =>
  oneLine(name)
    .replace(/^(?:[#>|*+•=~`_-]|\d{1,3}[.)](?=\s))+\s*/, '')
    .slice(0, 120) || 'Value'

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function pieces(text: string, words: number): string[] {
  if (wordsOf(text) <= words) return [text]
  const found: string[] = []
  let piece = ''
  // Words without end are cut too.
  for (const [word] of text.matchAll(/\S{1,200}\s*/g)) {
    if (wordsOf(piece + word) > words) {
      found.push(piece.trim())
      piece = ''
    }
    piece += word
  }
  return [...found, piece.trim()]
}
