import type { PdfLine } from './pdf-lines.ts'
import type { Sheet } from './sheet.ts'

/** So much larger than the text is a heading, as long as it is not a text itself. */
const headingSize = 1.15
const longestHeading = 200
const mostLevels = 3
/** A line that ends further left than this share of the widest ended where its writer wanted. */
const fullWidth = 0.85
/** A larger step down than this many characters' heights begins a paragraph. */
const paragraphGap = 1.7
/** As many lines from a page's edges may be what stands on each page. */
const edge = 2

const bullet = /^[•▪●◦‣⁃∙■–]\s*/
const pageNumber = /^(?:(?:page|seite|página|pagina)\s*)?\d{1,4}(?:\s*(?:of|von|de|sur|di|\/)\s*\d{1,4})?$/i

/** Writes the lines of pages as Markdown: headings by their size, paragraphs by their distance. */
export function writeLines(pages: PdfLine[][], sheet: Sheet): void {
  const furniture = repeatedLines(pages)
  const shown = pages.map((lines) => lines.filter((line, at) => !isFurniture(line, at, lines, furniture)))
  const levels = levelsOf(shown.flat())
  for (const lines of shown) {
    const widest = lines.reduce((most, { right }) => Math.max(most, right), 0)
    for (const block of blocksOf(lines, levels)) {
      if (sheet.isFull()) return
      const level = levels.get(block[0]?.size ?? 0)
      sheet.add(level ? `${'#'.repeat(level)} ${block.map(({ text }) => text).join(' ')}` : join(block, widest))
    }
  }
}

/** Lines that stand at the edge of many pages, whatever number is in them. */
function repeatedLines(pages: PdfLine[][]): Set<string> {
  const counts = new Map<string, number>()
  for (const lines of pages)
    for (const form of new Set([...lines.slice(0, edge), ...lines.slice(-edge)].map(formOf)))
      counts.set(form, (counts.get(form) ?? 0) + 1)
  const often = Math.max(3, pages.length / 2)
  return new Set([...counts].filter(([, count]) => count >= often).map(([form]) => form))
}

const formOf = ({ text }: PdfLine) => text.replace(/\d+/g, '#')

function isFurniture(line: PdfLine, at: number, lines: PdfLine[], repeated: Set<string>): boolean {
  if (at >= edge && at < lines.length - edge) return false
  return repeated.has(formOf(line)) || (pageNumber.test(line.text) && (at === 0 || at === lines.length - 1))
}

/** The level of each size of characters that headings have; the size of most of the text is none. */
function levelsOf(lines: PdfLine[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { size, text } of lines) counts.set(size, (counts.get(size) ?? 0) + text.length)
  const [[usual] = [0]] = [...counts].sort(([, one], [, other]) => other - one)
  const larger = [...counts.keys()].filter((size) => size >= usual * headingSize).sort((one, other) => other - one)
  return new Map(larger.map((size, at) => [size, Math.min(at + 1, mostLevels)]))
}

/** The paragraphs, headings and entries of lists of a page. */
function blocksOf(lines: PdfLine[], levels: Map<number, number>): PdfLine[][] {
  const blocks: PdfLine[][] = []
  for (const [at, line] of lines.entries()) {
    const block = blocks.at(-1)
    const before = lines[at - 1]
    if (block && before && goesOn(before, line, levels) && !isTooLong(block, levels)) block.push(line)
    else blocks.push([line])
  }
  return blocks.map((block) => (isTooLong(block, levels) ? block.map((line) => ({ ...line, size: 0 })) : block))
}

function goesOn(before: PdfLine, line: PdfLine, levels: Map<number, number>): boolean {
  const isHeading = levels.has(line.size) || levels.has(before.size)
  if (isHeading && line.size !== before.size) return false
  const step = before.y - line.y
  return step > 0 && step < paragraphGap * Math.max(line.size, before.size)
}

const isTooLong = (block: PdfLine[], levels: Map<number, number>) =>
  levels.has(block[0]?.size ?? 0) && block.reduce((sum, { text }) => sum + text.length, 0) > longestHeading

/** A line that goes to the right edge is followed by the next one; others end where they end. */
function join(lines: PdfLine[], widest: number): string {
  return lines.reduce((text, line, at) => {
    const before = lines[at - 1]
    const said = line.text.replace(bullet, '- ')
    if (!before) return said
    if (/\p{L}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(said)) return text.slice(0, -1) + said
    const isFull = before.right > widest * fullWidth && !before.text.includes(' | ') && !said.startsWith('- ')
    return `${text}${isFull ? ' ' : '\n'}${said}`
  }, '')
}
