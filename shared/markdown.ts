import { type Inline, parseAddresses, parseInline } from './markdown-inline.ts'

/** A block of text. `lines` are the lines of one paragraph. */
export type Block =
  | { kind: 'paragraph'; lines: Inline[][] }
  | { kind: 'heading'; inline: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; start: number | undefined; items: Item[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

/** An item of a list. `isDone` is set for an item of a task list. */
export type Item = { inline: Inline[]; blocks: Block[]; isDone?: boolean }

type Read = { block: Block; end: number }

const maxLength = 40_000
const maxLine = 500
const maxDepth = 4
const fence = /^ {0,3}```/
const heading = /^ {0,3}#{1,6} +(.*)$/
const quote = /^ {0,3}> ?/
const item = /^( {0,3})([-*+]|(\d{1,9})[.)]) +/
const task = /^\[([ xX])\] +/
const thematicBreak = /^ {0,3}([-*_])(?: *\1){2,} *$/
const tableRule = /^[\s:|-]+$/

/**
 * Parses Markdown into a tree of paragraphs, lists, headings, quotations, tables, rules, code and inline text. The tree
 * contains no HTML: tags stay text.
 * @param text hostile; a text over 40,000 characters becomes one plain paragraph
 */
export function parseMarkdown(text: string): Block[] {
  if (text.length > maxLength) return [{ kind: 'paragraph', lines: [[text]] }]
  return parseBlocks(text.replaceAll('\r\n', '\n').split('\n'), 0)
}

/** Parses plain text, as visitors write it: only paragraphs, with web addresses as links. */
export function parsePlain(text: string): Block[] {
  if (text.length > maxLength) return [{ kind: 'paragraph', lines: [[text]] }]
  const paragraphs = text.replaceAll('\r\n', '\n').split(/\n{2,}/)
  return paragraphs
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ kind: 'paragraph', lines: paragraph.split('\n').map(parseAddresses) }))
}

/** The first 500 characters of a Markdown text on one line without its syntax, for lists. */
export const inOneLine = (text: string): string =>
  parseMarkdown(text.slice(0, maxLine)).map(wordsOf).join(' ').replace(/\s+/g, ' ').trim()

function wordsOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.lines.map(inlineWords).join(' ')
    case 'heading':
      return inlineWords(block.inline)
    case 'code':
      return block.text
    case 'rule':
      return ''
    case 'quote':
      return block.blocks.map(wordsOf).join(' ')
    case 'list':
      return block.items.map(({ inline, blocks }) => [inlineWords(inline), ...blocks.map(wordsOf)].join(' ')).join(' ')
    case 'table':
      return [block.head, ...block.rows].flat().map(inlineWords).join(' ')
  }
}

const inlineWords = (inline: Inline[]): string =>
  inline
    .map((part) => (typeof part === 'string' ? part : 'text' in part ? part.text : inlineWords(part.inline)))
    .join('')

function parseBlocks(lines: string[], depth: number): Block[] {
  if (depth > maxDepth) return [paragraph(lines)]
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    if (!line(lines, at).trim()) at++
    else {
      const read = readBlock(lines, at, depth)
      blocks.push(read.block)
      at = read.end
    }
  }
  return blocks
}

function readBlock(lines: string[], at: number, depth: number): Read {
  const first = line(lines, at)
  if (fence.test(first)) return readFence(lines, at)
  const title = heading.exec(first)
  if (title) return { block: { kind: 'heading', inline: parseInline(title[1] ?? '') }, end: at + 1 }
  if (thematicBreak.test(first)) return { block: { kind: 'rule' }, end: at + 1 }
  if (item.test(first)) return readList(lines, at, depth)
  if (quote.test(first)) {
    const end = endOf(lines, at, (text) => quote.test(text))
    const inner = lines.slice(at, end).map((text) => text.replace(quote, ''))
    return { block: { kind: 'quote', blocks: parseBlocks(inner, depth + 1) }, end }
  }
  if (first.includes('|') && isTableRule(line(lines, at + 1))) return readTable(lines, at)
  const end = Math.max(
    endOf(lines, at, (text) => text.trim() !== '' && !startsBlock(text)),
    at + 1,
  )
  return { block: paragraph(lines.slice(at, end)), end }
}

function readFence(lines: string[], at: number): Read {
  const end = endOf(lines, at + 1, (text) => !fence.test(text))
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, end: end + 1 }
}

/** The items of one list: a line with a mark, followed by indented or blank lines. */
function readList(lines: string[], at: number, depth: number): Read {
  const number = item.exec(line(lines, at))?.[3]
  const items: Item[] = []
  let end = at
  while (end < lines.length) {
    const mark = item.exec(line(lines, end))
    if (!mark || Boolean(mark[3]) !== Boolean(number) || thematicBreak.test(line(lines, end))) break
    const from = end
    end = endOf(lines, from + 1, (text, index) => belongs(text, lines[index + 1]))
    const rest = lines.slice(from + 1, end).map((text) => text.replace(/^(\t| {1,4})/, ''))
    items.push({ ...readItem(line(lines, from).slice(mark[0].length)), blocks: parseBlocks(rest, depth + 1) })
  }
  return { block: { kind: 'list', start: number === undefined ? undefined : Number(number), items }, end }
}

function readItem(text: string): Pick<Item, 'inline' | 'isDone'> {
  const box = task.exec(text)
  if (!box) return { inline: parseInline(text) }
  return { inline: parseInline(text.slice(box[0].length)), isDone: box[1] !== ' ' }
}

/** Whether a line continues the item above it: it is indented, or blank before an indented one. */
function belongs(text: string, next = ''): boolean {
  return /^( {2,}|\t)\S/.test(text) || (!text.trim() && /^( {2,}|\t)\S/.test(next))
}

function readTable(lines: string[], at: number): Read {
  const end = endOf(lines, at + 2, (text) => text.includes('|'))
  const rows = lines.slice(at + 2, end).map(cells)
  return { block: { kind: 'table', head: cells(line(lines, at)), rows }, end }
}

const isTableRule = (text: string) => tableRule.test(text) && text.includes('--')

function cells(text: string): Inline[][] {
  const inner = text.trim().replace(/^\||\|$/g, '')
  return inner.split('|').map((cell) => parseInline(cell.trim()))
}

const paragraph = (lines: string[]): Block => ({
  kind: 'paragraph',
  lines: lines.map((text) => parseInline(text.trim())),
})

const startsBlock = (text: string) => [fence, heading, thematicBreak, item, quote].some((start) => start.test(text))

/** The first position from `at` on whose line does not satisfy `goesOn`. */
function endOf(lines: string[], at: number, goesOn: (text: string, index: number) => boolean): number {
  let end = at
  while (end < lines.length && goesOn(line(lines, end), end)) end++
  return end
}

const line = (lines: string[], at: number) => lines[at] ?? ''
