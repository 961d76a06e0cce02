import { type ComponentChild, h, isValidElement, type VNode } from 'preact'
import type { Words } from '../words/en.ts'
import { inlineNodes, plainNodes } from './markdown-inline.ts'

type Read = { node: ComponentChild; end: number }
/** What is read out of blocks that have no words of their own. */
type Said = Pick<Words, 'code' | 'table'>

const longest = 40_000
const longestLine = 500
const deepest = 4
const fence = /^ {0,3}```/
const heading = /^ {0,3}#{1,6} +(.*)$/
const quote = /^ {0,3}> ?/
const item = /^( {0,3})([-*+]|(\d{1,9})[.)]) +/
const rule = /^[\s:|-]+$/

/**
 * Markdown as nodes: paragraphs, lists, headings, quotations, tables, code, and what inlineNodes knows. Text becomes text
 * nodes alone, so no reply can bring in HTML.
 * @param text hostile; what is over 40,000 characters is one plain paragraph
 */
export function markdownNodes(text: string, said: Said): ComponentChild[] {
  if (text.length > longest) return [h('p', { dir: 'auto' }, text)]
  return blockNodes(text.replaceAll('\r\n', '\n').split('\n'), 0, said)
}

/** What a visitor wrote: paragraphs, with web addresses as links and nothing else. */
export function plainTextNodes(text: string): ComponentChild[] {
  const paragraphs = text.replaceAll('\r\n', '\n').split(/\n{2,}/)
  return paragraphs
    .filter((one) => one.trim())
    .map((one) => h('p', { dir: 'auto', class: 'plain' }, ...plainNodes(one)))
}

/** What Markdown says, in one line and without its marks. */
export function plainWords(text: string, said: Said): string {
  // More than a line holds is not looked at.
  return wordsOf(markdownNodes(text.slice(0, longestLine), said))
    .replace(/\s+/g, ' ')
    .trim()
}

function wordsOf(node: ComponentChild): string {
  if (Array.isArray(node)) return node.map(wordsOf).join('')
  if (!isValidElement(node)) return String(node ?? '')
  const { type, props } = node as VNode<{ children?: ComponentChild }>
  return wordsOf(props.children) + (/^(a|code|em|span|strong)$/.test(`${type}`) ? '' : ' ')
}

function blockNodes(lines: string[], depth: number, said: Said): ComponentChild[] {
  if (depth > deepest) return [paragraph(lines, depth)]
  const nodes: ComponentChild[] = []
  for (let at = 0; at < lines.length; ) {
    if (!line(lines, at).trim()) at++
    else {
      const read = readBlock(lines, at, depth, said)
      nodes.push(read.node)
      at = read.end
    }
  }
  return nodes
}

function readBlock(lines: string[], at: number, depth: number, said: Said): Read {
  const first = line(lines, at)
  if (fence.test(first)) return readFence(lines, at, said)
  const title = heading.exec(first)
  if (title)
    return { node: h('p', { ...direction(depth), class: 'heading' }, ...inlineNodes(title[1] ?? '')), end: at + 1 }
  if (item.test(first)) return readList(lines, at, depth, said)
  if (quote.test(first)) {
    const end = endOf(lines, at, (text) => quote.test(text))
    const inner = lines.slice(at, end).map((text) => text.replace(quote, ''))
    return { node: h('blockquote', direction(depth), ...blockNodes(inner, depth + 1, said)), end }
  }
  if (first.includes('|') && isRule(line(lines, at + 1))) return readTable(lines, at, said)
  const end = endOf(lines, at, (text) => text.trim() !== '' && !startsBlock(text))
  return { node: paragraph(lines.slice(at, Math.max(end, at + 1)), depth), end: Math.max(end, at + 1) }
}

/**
 * Which way a block is read, as its first letters tell. Only of the outermost: a browser does not look for them in what has
 * a direction of its own. What is within stands on the same side, and the style sheet lets each of its lines read its own way.
 */
const direction = (depth: number) => (depth === 0 ? { dir: 'auto' } : null)

/** What scrolls sideways is reached by keyboard, and so it has a name. */
const scrolling = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': label })

function readFence(lines: string[], at: number, { code }: Said): Read {
  const end = endOf(lines, at + 1, (text) => !fence.test(text))
  const inner = h('code', null, lines.slice(at + 1, end).join('\n'))
  return { node: h('pre', { dir: 'ltr', ...scrolling(code) }, inner), end: end + 1 }
}

/** Items of one list: a line with a mark, and the indented or blank lines after it. */
function readList(lines: string[], at: number, depth: number, said: Said): Read {
  const number = item.exec(line(lines, at))?.[3]
  const items: ComponentChild[] = []
  let end = at
  while (end < lines.length) {
    const mark = item.exec(line(lines, end))
    if (!mark || Boolean(mark[3]) !== Boolean(number)) break
    const from = end
    end = endOf(lines, from + 1, (text, index) => belongs(text, lines[index + 1]))
    const rest = lines.slice(from + 1, end).map((text) => text.replace(/^(\t| {1,4})/, ''))
    const first = inlineNodes(line(lines, from).slice(mark[0].length))
    items.push(h('li', null, ...first, ...blockNodes(rest, depth + 1, said)))
  }
  const shared = direction(depth)
  return { node: number ? h('ol', { ...shared, start: Number(number) }, ...items) : h('ul', shared, ...items), end }
}

/** Whether a line goes on with the item above it: indented, or blank before an indented one. */
function belongs(text: string, next = ''): boolean {
  return /^( {2,}|\t)\S/.test(text) || (!text.trim() && /^( {2,}|\t)\S/.test(next))
}

function readTable(lines: string[], at: number, { table }: Said): Read {
  const end = endOf(lines, at + 2, (text) => text.includes('|'))
  const row = (text: string, tag: 'th' | 'td') =>
    h('tr', null, ...cells(text).map((cell) => h(tag, null, ...inlineNodes(cell))))
  const head = h('thead', null, row(line(lines, at), 'th'))
  const body = h('tbody', null, ...lines.slice(at + 2, end).map((text) => row(text, 'td')))
  return { node: h('div', { class: 'table', dir: 'auto', ...scrolling(table) }, h('table', null, head, body)), end }
}

const isRule = (text: string) => rule.test(text) && text.includes('--')

const cells = (text: string) =>
  text
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())

function paragraph(lines: string[], depth: number): ComponentChild {
  const parts = lines.flatMap((text, at) => [at ? h('br', null) : '', ...inlineNodes(text.trim())])
  return h('p', direction(depth), ...parts)
}

const startsBlock = (text: string) => fence.test(text) || heading.test(text) || item.test(text) || quote.test(text)

/** The first position from `at` on whose line does not satisfy `goesOn`. */
function endOf(lines: string[], at: number, goesOn: (text: string, index: number) => boolean): number {
  let end = at
  while (end < lines.length && goesOn(line(lines, end), end)) end++
  return end
}

const line = (lines: string[], at: number) => lines[at] ?? ''
