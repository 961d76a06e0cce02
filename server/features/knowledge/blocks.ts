/** Consecutive lines of Markdown that form one block. */
export type Block = { kind: 'text' | 'list' | 'table' | 'code'; lines: string[] }

/** The content under one heading, up to the next heading of any level. */
export type Section = {
  /** The headings of the section, outermost first. */
  path: string[]
  blocks: Block[]
}

type Heading = { level: number; text: string }

const listItem = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/
const underline = /^ {0,3}(?:=+|-+)\s*$/
const rule = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/
/** Longer lines are text, even if they begin like a heading. */
const maxHeadingLength = 300
const fence = /^\s*(`{3,}|~{3,})/

/** Splits Markdown or plain text into sections and blocks. Unknown syntax counts as text. Never fails. */
export function readSections(text: string): Section[] {
  const lines = text.split('\n')
  const found: Section[] = [{ path: [], blocks: [] }]
  let above: Heading[] = []
  let block: Block | undefined
  for (let at = 0; at < lines.length; at++) {
    const heading = headingAt(lines, at)
    if (heading) {
      above = [...above.filter((one) => one.level < heading.level), heading]
      found.push({ path: above.map((one) => one.text).filter(Boolean), blocks: [] })
      block = undefined
      if (underlined(lines, at)) at++
      continue
    }
    const read = blockAt(lines, at)
    at = (read.end ?? at + read.lines.length) - 1
    if (read.kind === 'blank') block = undefined
    else if (block?.kind === read.kind && read.kind === 'text') block.lines.push(...read.lines)
    else {
      block = { kind: read.kind, lines: read.lines }
      found.at(-1)?.blocks.push(block)
    }
  }
  return found.flatMap((section, at) => withText(section, found[at + 1]))
}

/** A heading without content becomes text, unless it has subheadings. */
function withText({ path, blocks }: Section, next: Section | undefined): Section[] {
  if (blocks.length > 0) return [{ path, blocks }]
  const heading = path.at(-1)
  if (heading === undefined || path.every((one, at) => next?.path[at] === one)) return []
  return [{ path: path.slice(0, -1), blocks: [{ kind: 'text', lines: [heading] }] }]
}

function headingAt(lines: string[], at: number): Heading | undefined {
  const line = lines[at] ?? ''
  if (line.length > maxHeadingLength) return undefined
  const marked = line.match(/^ {0,3}(#{1,6})(?:\s(.*))?$/)
  if (marked) return { level: marked[1]?.length ?? 1, text: plainHeading(marked[2] ?? '') }
  if (underlined(lines, at)) return { level: lines[at + 1]?.includes('=') ? 1 : 2, text: plainHeading(line) }
  return undefined
}

/** Whether a line is a heading underlined by the next line: a single line that is not part of a list or table. */
const underlined = (lines: string[], at: number): boolean =>
  underline.test(lines[at + 1] ?? '') &&
  (lines[at + 1] ?? '').trim().length > 2 &&
  (lines[at - 1] ?? '').trim() === '' &&
  /^ {0,3}[^\s|>#]/.test(lines[at] ?? '') &&
  !listItem.test(lines[at] ?? '')

const plainHeading = (text: string): string =>
  text
    .replace(/\s#+\s*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]{1,3}([^*_`]+)[*_`]{1,3}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** The block, or its single line, that begins at a line. */
function blockAt(lines: string[], at: number): { kind: Block['kind'] | 'blank'; lines: string[]; end?: number } {
  const line = lines[at] ?? ''
  if (/^ {0,3}\S/.test(line) && fence.test(line)) return { kind: 'code', lines: lines.slice(at, endOfCode(lines, at)) }
  if (line.trim() === '' || rule.test(line)) return { kind: 'blank', lines: [line] }
  if (isRow(line) || (line.includes('|') && /^[\s|:-]*-[\s|:-]*$/.test(lines[at + 1] ?? ''))) {
    return { kind: 'table', lines: takeWhile(lines, at, (other) => other.includes('|')) }
  }
  if (listItem.test(line)) return { kind: 'list', ...listAt(lines, at) }
  return { kind: 'text', lines: [line.trimEnd()] }
}

/** The line after the fence that closes the code opened at a line, or the end of the text. */
function endOfCode(lines: string[], at: number): number {
  const opened = lines[at]?.match(fence)?.[1] ?? ''
  const inside = takeWhile(lines, at, (other) => !other.trimStart().startsWith(opened))
  return Math.min(lines.length, at + inside.length + 1)
}

const isRow = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line)

function takeWhile(lines: string[], from: number, keep: (line: string) => boolean): string[] {
  let end = from + 1
  while (end < lines.length && keep(lines[end] ?? '')) end++
  return lines.slice(from, end)
}

/** A list with the lines indented under its items. A blank line ends it unless an item or an indented line follows. */
function listAt(lines: string[], from: number): { lines: string[]; end: number } {
  let end = from + 1
  const kept = [lines[from] ?? '']
  for (; end < lines.length; end++) {
    const line = lines[end] ?? ''
    // Code inside an item belongs to it, whatever its lines contain.
    if (fence.test(line)) {
      const after = endOfCode(lines, end)
      kept.push(...lines.slice(end, after))
      end = after - 1
      continue
    }
    if (line.trim() !== '') {
      if (headingAt(lines, end)) break
      kept.push(line)
      continue
    }
    const next = lines[end + 1] ?? ''
    if (!listItem.test(next) && !/^\s{2,}\S/.test(next)) break
  }
  return { lines: kept, end }
}

/** A block split for cutting: the header repeated above each part, the separable parts, and the footer below. */
export type Parts = { head: string[]; parts: string[]; glue: string; tail: string[] }

/**
 * The parts at which an oversized block can be cut: sentences, items, rows (without the header), lines of code (without
 * fences).
 */
export function partsOf({ kind, lines }: Block): Parts {
  if (kind === 'text') return { head: [], parts: sentences(lines.join('\n')), glue: '', tail: [] }
  if (kind === 'list') return { head: [], parts: items(lines), glue: '\n', tail: [] }
  if (kind === 'code') return codeParts(lines)
  const head = /^[\s|:-]+$/.test(lines[1] ?? '') ? 2 : 0
  return { head: lines.slice(0, head), parts: lines.slice(head), glue: '\n', tail: [] }
}

function codeParts(lines: string[]): Parts {
  const opened = lines[0]?.match(fence)?.[1] ?? ''
  const isClosed = lines.length > 1 && lines.at(-1)?.trimStart().startsWith(opened)
  return { head: lines.slice(0, 1), parts: lines.slice(1, isClosed ? -1 : undefined), glue: '\n', tail: [opened] }
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
/** The segmenter gives each sentence a copy of its input, so it gets no more than this at a time. */
const maxShown = 2000

function sentences(text: string): string[] {
  const found: string[] = []
  for (let from = 0; from < text.length; ) {
    const shown = text.slice(from, from + maxShown)
    const cut = [...segmenter.segment(shown)].map(({ segment }) => segment)
    // The last sentence may continue after this input, so it is read again from its beginning.
    const whole = from + shown.length < text.length && cut.length > 1 ? cut.slice(0, -1) : cut
    for (const sentence of whole) {
      found.push(sentence)
      from += sentence.length
    }
  }
  return found
}

/** The items of a list, each with the lines indented under it. */
function items(lines: string[]): string[] {
  const indent = (line: string) => line.search(/\S/)
  const outer = indent(lines[0] ?? '')
  const found: string[][] = []
  for (const line of lines) {
    const last = found.at(-1)
    if (last && !(listItem.test(line) && indent(line) <= outer)) last.push(line)
    else found.push([line])
  }
  return found.map((item) => item.join('\n'))
}
