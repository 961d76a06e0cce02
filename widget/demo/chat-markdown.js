import { element } from './chat-element.js'
import { renderInline } from './chat-inline.js'

const LONGEST = 40_000
const DEEPEST = 4
const FENCE = /^ {0,3}```/
const HEADING = /^ {0,3}#{1,6} +(.*)$/
const QUOTE = /^ {0,3}> ?/
const ITEM = /^( {0,3})([-*+]|(\d{1,9})[.)]) +/
const RULE = /^[\s:|-]+$/

/**
 * Renders Markdown to elements: paragraphs, lists, headings, quotations, tables, code, and what renderInline knows.
 * Text becomes text nodes alone, so no reply can bring in HTML.
 *
 * @param {string} text Untrusted; what is over 40,000 characters is shown as plain text.
 * @returns {DocumentFragment}
 */
export function renderMarkdown(text) {
  const made = document.createDocumentFragment()
  if (text.length > LONGEST) made.append(element('p', { dir: 'auto' }, text))
  else made.append(...renderBlocks(text.replaceAll('\r\n', '\n').split('\n'), 0))
  return made
}

/**
 * @param {string[]} lines
 * @param {number} depth
 * @returns {Node[]}
 */
function renderBlocks(lines, depth) {
  if (depth > DEEPEST) return [paragraph(lines)]
  const nodes = []
  let at = 0
  while (at < lines.length) {
    if (!line(lines, at).trim()) at++
    else {
      const block = readBlock(lines, at, depth)
      nodes.push(block.node)
      at = block.end
    }
  }
  return nodes
}

/** @returns {{ node: Node, end: number }} */
function readBlock(/** @type {string[]} */ lines, /** @type {number} */ at, /** @type {number} */ depth) {
  const first = line(lines, at)
  if (FENCE.test(first)) return readFence(lines, at)
  const heading = HEADING.exec(first)
  if (heading)
    return { node: element('p', { dir: 'auto', className: 'heading' }, ...renderInline(heading[1] ?? '')), end: at + 1 }
  if (ITEM.test(first)) return readList(lines, at, depth)
  if (QUOTE.test(first)) {
    const end = endOf(lines, at, (text) => QUOTE.test(text))
    const inner = lines.slice(at, end).map((text) => text.replace(QUOTE, ''))
    return { node: element('blockquote', {}, ...renderBlocks(inner, depth + 1)), end }
  }
  if (first.includes('|') && isRule(line(lines, at + 1))) return readTable(lines, at)
  const end = endOf(lines, at, (text) => Boolean(text.trim()) && !startsBlock(text))
  return { node: paragraph(lines.slice(at, Math.max(end, at + 1))), end: Math.max(end, at + 1) }
}

/** @returns {{ node: Node, end: number }} */
function readFence(/** @type {string[]} */ lines, /** @type {number} */ at) {
  const end = endOf(lines, at + 1, (text) => !FENCE.test(text))
  const code = element('code', {}, lines.slice(at + 1, end).join('\n'))
  return { node: element('pre', { tabIndex: 0, dir: 'ltr' }, code), end: end + 1 }
}

/** Items of one list: a line with a mark, and the indented or blank lines after it. */
function readList(/** @type {string[]} */ lines, /** @type {number} */ at, /** @type {number} */ depth) {
  const number = ITEM.exec(line(lines, at))?.[3]
  const list = number ? element('ol', { dir: 'auto', start: Number(number) }) : element('ul', { dir: 'auto' })
  let end = at
  while (end < lines.length) {
    const mark = ITEM.exec(line(lines, end))
    if (!mark || Boolean(mark[3]) !== Boolean(number)) break
    const from = end
    end = endOf(lines, from + 1, (text, index) => belongs(text, lines[index + 1]))
    const inner = [
      line(lines, from).slice(mark[0].length),
      ...lines.slice(from + 1, end).map((text) => text.replace(/^(\t| {1,4})/, '')),
    ]
    list.append(element('li', {}, ...renderItem(inner, depth)))
  }
  return { node: list, end }
}

/** Whether a line goes on with the item above it: indented, or blank before an indented one. */
function belongs(/** @type {string} */ text, /** @type {string | undefined} */ next) {
  return /^( {2,}|\t)\S/.test(text) || (!text.trim() && /^( {2,}|\t)\S/.test(next ?? ''))
}

/** An item of one line needs no paragraph inside it. */
function renderItem(/** @type {string[]} */ lines, /** @type {number} */ depth) {
  const [first = '', ...rest] = lines
  return [...renderInline(first), ...renderBlocks(rest, depth + 1)]
}

/** @returns {{ node: Node, end: number }} */
function readTable(/** @type {string[]} */ lines, /** @type {number} */ at) {
  const end = endOf(lines, at + 2, (text) => text.includes('|'))
  const row = (/** @type {string} */ text, /** @type {'th' | 'td'} */ tag) =>
    element('tr', {}, ...cells(text).map((cell) => element(tag, { dir: 'auto' }, ...renderInline(cell))))
  const head = element('thead', {}, row(line(lines, at), 'th'))
  const body = element('tbody', {}, ...lines.slice(at + 2, end).map((text) => row(text, 'td')))
  return { node: element('div', { className: 'table', tabIndex: 0 }, element('table', {}, head, body)), end }
}

/** The line of dashes under a table's head. */
function isRule(/** @type {string} */ text) {
  return RULE.test(text) && text.includes('--')
}

function cells(/** @type {string} */ text) {
  return text
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

function paragraph(/** @type {string[]} */ lines) {
  const parts = lines.flatMap((text, index) => [index ? element('br') : '', ...renderInline(text.trim())])
  return element('p', { dir: 'auto' }, ...parts)
}

function startsBlock(/** @type {string} */ text) {
  return FENCE.test(text) || HEADING.test(text) || ITEM.test(text) || QUOTE.test(text)
}

/** The first position from `at` on whose line does not satisfy `goesOn`. */
function endOf(
  /** @type {string[]} */ lines,
  /** @type {number} */ at,
  /** @type {(text: string, index: number) => boolean} */ goesOn,
) {
  let end = at
  while (end < lines.length && goesOn(line(lines, end), end)) end++
  return end
}

function line(/** @type {string[]} */ lines, /** @type {number} */ at) {
  return lines[at] ?? ''
}
