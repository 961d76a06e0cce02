import { element } from './chat-element.js'
import { link } from './chat-link.js'

const MARK = /\\[!-/:-@[-`{-~]|`+|\*\*|\*|__|_|!\[|\[|https?:\/\/[^\s<>`|]{1,2000}/g
const DEEPEST = 4
const LONGEST_LABEL = 500
const WORD = /[\p{L}\p{N}]/u

/** @typedef {{ text: string, depth: number, find: (mark: string, from: number) => number }} Scan */
/** @typedef {{ node: Node | string, end: number } | null} Piece What was read, and where the text goes on. */

/**
 * Renders the Markdown within one block: bold, italic, code and links. What is not closed, not allowed or not known
 * stays as it was written. An image shows its description and is never loaded. Linear in the length of the text.
 *
 * @param {string} text
 * @param {number} [depth]
 * @returns {(Node | string)[]}
 */
export function renderInline(text, depth = 0) {
  if (depth > DEEPEST) return [text]
  /** @type {Scan} */
  const scan = { text, depth, find: finder(text) }
  /** @type {(Node | string)[]} */
  const nodes = []
  let start = 0
  for (let hit = nextMark(text, 0); hit; ) {
    const piece = readPiece(scan, hit[0], hit.index)
    if (piece) {
      nodes.push(text.slice(start, hit.index), piece.node)
      start = piece.end
    }
    hit = nextMark(text, piece ? start : hit.index + hit[0].length)
  }
  nodes.push(text.slice(start))
  return nodes.filter((node) => node !== '')
}

/** The position is given each time: one expression serves the nested calls too. */
function nextMark(/** @type {string} */ text, /** @type {number} */ from) {
  MARK.lastIndex = from
  return MARK.exec(text)
}

/**
 * indexOf for positions that only grow: remembers the last answer for each mark, so that a text of nothing but opening
 * marks costs one pass and not one pass a mark.
 *
 * @param {string} text
 */
function finder(text) {
  /** @type {Map<string, number>} */
  const known = new Map()
  return (/** @type {string} */ mark, /** @type {number} */ from) => {
    const last = known.get(mark)
    if (last !== undefined && (last === -1 || last >= from)) return last
    const found = text.indexOf(mark, from)
    known.set(mark, found)
    return found
  }
}

/** @returns {Piece} */
function readPiece(/** @type {Scan} */ scan, /** @type {string} */ mark, /** @type {number} */ at) {
  if (mark[0] === '\\') return { node: mark.slice(1), end: at + 2 }
  if (mark[0] === '`') return readCode(scan, mark, at)
  if (mark === '[' || mark === '![') return readLink(scan, mark, at)
  if (mark[0] === 'h') return readAddress(mark, at)
  return readEmphasis(scan, mark, at)
}

/** @returns {Piece} */
function readCode(/** @type {Scan} */ { text, find }, /** @type {string} */ mark, /** @type {number} */ at) {
  const end = find(mark, at + mark.length)
  if (end === -1) return null
  return { node: element('code', {}, text.slice(at + mark.length, end)), end: end + mark.length }
}

/** @returns {Piece} */
function readEmphasis(/** @type {Scan} */ { text, depth, find }, /** @type {string} */ mark, /** @type {number} */ at) {
  const from = at + mark.length
  if (!text[from]?.trim()) return null
  if (mark[0] === '_' && WORD.test(text[at - 1] ?? '')) return null
  const end = find(mark, from + 1)
  if (end === -1 || !text[end - 1]?.trim()) return null
  if (mark[0] === '_' && WORD.test(text[end + mark.length] ?? '')) return null
  const inner = renderInline(text.slice(from, end), depth + 1)
  return { node: element(mark.length === 2 ? 'strong' : 'em', {}, ...inner), end: end + mark.length }
}

/** @returns {Piece} */
function readLink(/** @type {Scan} */ { text, depth, find }, /** @type {string} */ mark, /** @type {number} */ at) {
  const from = at + mark.length
  const middle = find('](', from)
  if (middle === -1 || middle - from > LONGEST_LABEL) return null
  const end = find(')', middle + 2)
  if (end === -1) return null
  const label = text.slice(from, middle)
  if (mark === '![') return { node: element('span', { className: 'image' }, label || 'Image'), end: end + 1 }
  const address = text
    .slice(middle + 2, end)
    .trim()
    .split(/\s/, 1)[0]
  return { node: link(address, ...renderInline(label, depth + 1)), end: end + 1 }
}

/** @returns {Piece} */
function readAddress(/** @type {string} */ found, /** @type {number} */ at) {
  const address = found.replace(/[.,;:!?'")\]*_]{1,20}$/, '')
  return { node: link(address, address), end: at + address.length }
}
