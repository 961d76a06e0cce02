import { Buffer } from 'node:buffer'
import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'
import { failure } from '../../../core/failure.ts'
import { Unreadable } from '../../../core/reader.ts'
import { type PdfPiece, shownOnce } from './pdf-pieces.ts'
import { joinSetOff } from './set-off.ts'
import type { TextBuilder } from './text-builder.ts'

const maxPages = 2000

/** Disables everything that the library would load: fonts, character maps, images. */
const options = { verbosity: 0, disableFontFace: true, useSystemFonts: false, isOffscreenCanvasSupported: false }

/** Reads a PDF. Headings and paragraphs are inferred from the positions and sizes of lines. */
export async function readPdf(bytes: Uint8Array, builder: TextBuilder): Promise<void> {
  if (holdsBomb(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))
    throw new Unreadable(failure('file_unpacked', 'It is too large when it is unpacked.'))
  const document = await open(bytes)
  const pages: PdfLine[][] = []
  let length = 0
  for (let number = 1; number <= Math.min(document.numPages, maxPages) && !builder.isFullAt(length); number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const pieces = items.flatMap((item) => ('str' in item ? [item] : []))
    const lines = withFields(linesOf(shownOnce(pieces, page.view)), fieldsOf(await page.getAnnotations()))
    length += lines.reduce((sum, { text }) => sum + text.length, 0)
    pages.push(lines)
    page.cleanup()
  }
  writeLines(pages, builder)
  if (pages.length < document.numPages) builder.leaveRest()
}

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(bytes, options)
  } catch (error) {
    const { name } = error as Error
    throw new Unreadable(
      name === 'PasswordException'
        ? failure('file_password', 'The file is protected by a password.')
        : failure('file_no_pdf', 'It is no PDF that can be read, or it is damaged.'),
    )
  }
}

/** Text this much larger than the body text is a heading, unless it is too long. */
const headingSize = 1.15
const maxHeadingLength = 200
const maxLevels = 3
/** A line that ends before this share of the widest line was ended by its author. */
const fullWidth = 0.85
/** A vertical gap of more than this many line heights begins a paragraph. */
const paragraphGap = 1.7
/** The number of lines at the page edges that may be headers and footers. */
const edge = 2

const bullet = /^[•▪●◦‣⁃∙■–]\s*/
const pageNumber = /^(?:(?:page|seite|página|pagina)\s*)?\d{1,4}(?:\s*(?:of|von|de|sur|di|\/)\s*\d{1,4})?$/i

/** Converts the lines of pages to Markdown: headings by size, paragraphs by distance. */
export function writeLines(pages: PdfLine[][], builder: TextBuilder): void {
  const boilerplate = repeatedLines(pages)
  const shown = pages.map((lines) => lines.filter((line, at) => !isBoilerplate(line, at, lines, boilerplate)))
  const levels = levelsOf(shown.flat())
  for (const lines of shown) {
    const widest = lines.reduce((max, { right }) => Math.max(max, right), 0)
    for (const block of blocksOf(lines, levels)) {
      if (builder.isFull()) return
      const level = levels.get(block[0]?.size ?? 0)
      builder.add(level ? `${'#'.repeat(level)} ${block.map(({ text }) => text).join(' ')}` : join(block, widest))
    }
  }
}

/** Lines at the edges of many pages, ignoring numbers in them. */
function repeatedLines(pages: PdfLine[][]): Set<string> {
  const counts = new Map<string, number>()
  for (const lines of pages)
    for (const form of new Set([...lines.slice(0, edge), ...lines.slice(-edge)].map(formOf)))
      counts.set(form, (counts.get(form) ?? 0) + 1)
  const often = Math.max(3, pages.length / 2)
  return new Set([...counts].filter(([, count]) => count >= often).map(([form]) => form))
}

const formOf = ({ text }: PdfLine) => text.replace(/\d+/g, '#')

function isBoilerplate(line: PdfLine, at: number, lines: PdfLine[], repeated: Set<string>): boolean {
  if (at >= edge && at < lines.length - edge) return false
  return repeated.has(formOf(line)) || (pageNumber.test(line.text) && (at === 0 || at === lines.length - 1))
}

/** The heading level of each font size. The most frequent size is the body text. */
function levelsOf(lines: PdfLine[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { size, text } of lines) counts.set(size, (counts.get(size) ?? 0) + text.length)
  const [[usual] = [0]] = [...counts].sort(([, one], [, other]) => other - one)
  const larger = [...counts.keys()].filter((size) => size >= usual * headingSize).sort((one, other) => other - one)
  return new Map(larger.map((size, at) => [size, Math.min(at + 1, maxLevels)]))
}

/** The paragraphs, headings and list items of a page. */
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
  levels.has(block[0]?.size ?? 0) && block.reduce((sum, { text }) => sum + text.length, 0) > maxHeadingLength

/** A line that reaches the right edge continues on the next one; other lines end there. */
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

export type PdfLine = {
  text: string
  /** The font size, rounded to a tenth of a point. */
  size: number
  /** The left and right edge, and the height above the bottom of the page. */
  left: number
  right: number
  y: number
}

/** A gap of more than this many font sizes between two pieces separates table columns. */
const columnGap = 2
const wordGap = 0.2

/** Joins the pieces of a page into lines, in the order of the file. */
export function linesOf(pieces: PdfPiece[]): PdfLine[] {
  const lines: PdfLine[] = []
  let line: PdfLine | undefined
  /** The size and the height of the last text. */
  let last = { size: 0, y: 0 }
  for (const [at, { str, transform, width, height, hasEOL }] of pieces.entries()) {
    const [, , slant = 0, tall = 0, x = 0, y = 0] = transform
    const size = Math.round((Math.hypot(slant, tall) || height) * 10) / 10
    if (line && Math.abs(y - line.y) > Math.max(size, line.size) / 2) line = undefined
    if (line) append(line, str, { x, width, size, rise: riseOf(last, { size, y }), right: textFrom(pieces, at + 1) })
    else if (str.trim() !== '') {
      line = { text: str, size, left: x, right: x + width, y }
      lines.push(line)
    }
    if (str.trim() !== '') last = { size, y }
    if (hasEOL) line = undefined
  }
  return lines.map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ').trim() }))
}

/** A smaller or shifted text is set off by its looks, such as cents and the marks of footnotes. */
const smaller = 0.85
const shifted = 0.12

/** How far a text is shifted from the one before, as a share of its size; undefined if it is not set off. */
function riseOf(before: { size: number; y: number }, { size, y }: { size: number; y: number }): number | undefined {
  const rise = (y - before.y) / Math.max(size, before.size)
  if (Math.abs(rise) > shifted) return rise
  return size < before.size * smaller ? 0 : undefined
}

/** The next texts of a page; those of a price are enough. */
const textFrom = (pieces: PdfPiece[], at: number) =>
  pieces
    .slice(at, at + 4)
    .map(({ str }) => str)
    .join('')

type Added = { x: number; width: number; size: number; rise?: number | undefined; right?: string }

function append(line: PdfLine, text: string, { x, width, size, rise, right = '' }: Added): void {
  if (text.trim() === '') {
    if (!line.text.endsWith(' ')) line.text += ' '
    return
  }
  const gap = x - line.right
  const isColumn = gap > columnGap * size
  const how = { isRaised: (rise ?? 0) > 0, isLowered: (rise ?? 0) < 0 }
  const left = line.text + (isColumn ? ' | ' : gap > wordGap * size ? ' ' : '')
  const joined = isColumn || rise === undefined ? { text, isCents: false } : joinSetOff(left, text, right, how)
  line.text = (joined.isCents ? left.trimEnd() : left) + joined.text
  line.size = Math.max(line.size, size)
  line.right = Math.max(line.right, x + width)
}

/** A text that is written over a page: the value of a form field, or a note typed onto it. */
type PdfField = { text: string; left: number; right: number; y: number; top: number }

/** Annotations that are neither shown nor printed: flags 2 and 6. */
const isHidden = 0b100010

/** The used parts of an annotation, which the library does not type. */
type Annotation = {
  subtype: string
  fieldType?: string
  fieldValue?: unknown
  password?: boolean
  contentsObj?: { str: string }
  annotationFlags: number
  rect: number[]
}

const fieldsOf = (annotations: Annotation[]): PdfField[] =>
  annotations.flatMap(({ subtype, annotationFlags, rect, ...more }) => {
    const [left = 0, y = 0, right = 0, top = 0] = rect
    const isField = subtype === 'Widget' && ['Tx', 'Ch'].includes(more.fieldType ?? '') && !more.password
    const values = isField ? [more.fieldValue].flat() : subtype === 'FreeText' ? [more.contentsObj?.str] : []
    const text = values
      .filter((value) => typeof value === 'string')
      .join(', ')
      .trim()
    return text === '' || annotationFlags & isHidden ? [] : [{ text, left, right, y, top }]
  })

/** Adds fields to the lines of a page: behind their label if it is on the same line, otherwise on lines of their own. */
function withFields(lines: PdfLine[], fields: PdfField[]): PdfLine[] {
  for (const { text, left, right, y, top } of fields) {
    const label = lines.find((line) => line.y >= y - line.size / 2 && line.y < top && line.left < left)
    const [first = '', ...rest] = text.split(/\s*[\r\n]\s*/)
    if (label) append(label, first, { x: Math.max(left, label.right), width: right - left, size: label.size })
    const size = label?.size ?? lines[0]?.size ?? 10
    const own = (label ? rest : [first, ...rest]).map((text, at) => ({ text, size, left, right: left, y: y - at }))
    const below = lines.findIndex((line) => line.y < y)
    lines.splice(label ? lines.indexOf(label) + 1 : below < 0 ? lines.length : below, 0, ...own)
  }
  return lines
}

/** The content of a page is a few megabytes at most. */
const maxBytes = 64 * 1024 * 1024
const maxStreams = 20_000
const maxFilters = 4
/** How many bytes before a stream to search for its dictionary. */
const dictionaryBytes = 1_000

/**
 * Whether a stream of a PDF unpacks to more than any page needs, because the library unpacks without a limit. Images
 * are large, but are never unpacked for text.
 */
export function holdsBomb(file: Buffer): boolean {
  let count = 0
  for (let at = file.indexOf('stream'); at >= 0 && count < maxStreams; at = file.indexOf('stream', at + 6)) {
    const before = file.toString('latin1', Math.max(0, at - dictionaryBytes), at)
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1)
    const filters = dictionary.match(/\/(?:FlateDecode|Fl)\b/g)?.length ?? 0
    if (before.endsWith('end') || filters === 0 || /\/Subtype\s*\/Image\b/.test(dictionary)) continue
    count++
    const start = file[at + 6] === 0x0d ? at + 8 : at + 7
    if (isBomb(file.subarray(start), Math.min(filters, maxFilters))) return true
  }
  return false
}

function isBomb(packed: Uint8Array, times: number): boolean {
  let bytes = packed
  try {
    for (let time = 0; time < times; time++) bytes = inflateSync(bytes, { maxOutputLength: maxBytes })
    return false
  } catch (error) {
    // The library reports damaged streams.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
  }
}
