import { type ComponentChild, h, isValidElement } from 'preact'
import { safeAddress } from './safe-address.ts'

const mark =
  /\\[!-/:-@[-`{-~]|`+|\*\*|\*|__|_|!\[|\[|https?:\/\/[^\s<>`|]{1,2000}|(?<![\w.+-])[a-z\d][\w.+-]{0,63}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+|(?<![\w/#=.-]|\d )[+(0](?:[ ./-]?[\d()]){6,24}/gi
const deepest = 4
const longestLabel = 500
const word = /[\p{L}\p{N}]/u

type Scan = { text: string; depth: number; find: (mark: string, from: number) => number }
type Piece = { nodes: ComponentChild[]; end: number } | undefined

/**
 * Bold, italic, code, links, and bare web addresses, emails and telephone numbers as nodes. What is not closed, not allowed or not known stays as it was
 * written; an image is its description and is never loaded. Linear in the length of the text.
 */
export function inlineNodes(text: string, depth = 0): ComponentChild[] {
  if (depth > deepest) return [text]
  const scan = { text, depth, find: finder(text) }
  const found: ComponentChild[] = []
  let start = 0
  for (let hit = nextMark(text, 0); hit; ) {
    const piece = readPiece(scan, hit[0], hit.index)
    if (piece) {
      found.push(text.slice(start, hit.index), ...piece.nodes)
      start = piece.end
    }
    hit = nextMark(text, piece ? start : hit.index + hit[0].length)
  }
  found.push(text.slice(start))
  return found.filter((node) => node !== '')
}

/** What a visitor wrote: bare addresses as links, and no Markdown. */
export const plainNodes = (text: string): ComponentChild[] =>
  text.split(/(https?:\/\/[^\s<>`|]{1,2000})/g).flatMap((part, at) => (at % 2 === 1 ? addressNodes(part) : [part]))

/** A link that opens beside the page, and tells where it leads nothing of it; its words alone where the address is not allowed. */
export function linkNode(address: unknown, words: ComponentChild[]): ComponentChild {
  const href = safeAddress(address)
  if (!href) return h('span', null, ...words)
  // A telephone or mail program opens beside the page anyway.
  const aside = href.startsWith('http') && { target: '_blank' }
  return h('a', { href, ...aside, rel: 'noopener noreferrer nofollow' }, ...words)
}

function nextMark(text: string, from: number) {
  // The position is given each time: one expression serves the nested calls too.
  mark.lastIndex = from
  return mark.exec(text)
}

/**
 * indexOf for positions that only grow: remembers the last answer for each mark, so that a text of nothing but opening
 * marks costs one pass and not one pass a mark.
 */
function finder(text: string) {
  const known = new Map<string, number>()
  return (what: string, from: number) => {
    const last = known.get(what)
    if (last !== undefined && (last === -1 || last >= from)) return last
    const found = text.indexOf(what, from)
    known.set(what, found)
    return found
  }
}

function readPiece(scan: Scan, found: string, at: number): Piece {
  if (found[0] === '\\') return { nodes: [found.slice(1)], end: at + 2 }
  if (found[0] === '`') return readCode(scan, found, at)
  if (found === '[' || found === '![') return readLink(scan, found, at)
  const end = at + found.length
  if (found.includes('://')) return { nodes: addressNodes(found), end }
  if (found.includes('@')) return { nodes: [linkNode(`mailto:${found}`, [found])], end }
  if (/^[+(0]/.test(found)) {
    const address = telephoneAddress(found)
    return address ? { nodes: [linkNode(address, [found])], end } : undefined
  }
  return readEmphasis(scan, found, at)
}

function readCode({ text, find }: Scan, found: string, at: number): Piece {
  const end = find(found, at + found.length)
  if (end === -1) return undefined
  return { nodes: [h('code', null, text.slice(at + found.length, end))], end: end + found.length }
}

function readEmphasis({ text, depth, find }: Scan, found: string, at: number): Piece {
  const from = at + found.length
  const touchesWord = (place: number) => found[0] === '_' && word.test(text[place] ?? '')
  if (!text[from]?.trim() || touchesWord(at - 1)) return undefined
  const end = find(found, from + 1)
  if (end === -1 || !text[end - 1]?.trim() || touchesWord(end + found.length)) return undefined
  const inner = inlineNodes(text.slice(from, end), depth + 1)
  return { nodes: [h(found.length === 2 ? 'strong' : 'em', null, ...inner)], end: end + found.length }
}

function readLink(scan: Scan, found: string, at: number): Piece {
  const { text, depth } = scan
  const from = at + found.length
  const middle = endOfLabel(scan, found, from)
  if (middle === -1 || middle - from > longestLabel) return undefined
  const end = endOfTarget(scan, middle + 2)
  if (end === -1) return undefined
  const label = text.slice(from, middle)
  if (found === '![') return { nodes: [h('span', { class: 'image' }, `[${label}]`)], end: end + 1 }
  const [target = ''] = text
    .slice(middle + 2, end)
    .trim()
    .split(/\s/, 1)
  const words = withoutLinks(inlineNodes(label, depth + 1))
  return { nodes: [linkNode(target, words)], end: end + 1 }
}

/** A link holds no other. */
const withoutLinks = (nodes: ComponentChild[]): ComponentChild[] =>
  nodes.flatMap((node) => (isValidElement(node) && node.type === 'a' ? [node.props.children].flat() : [node]))

/** Where a label ends; that of a link may be a picture, which has brackets of its own. */
function endOfLabel(scan: Scan, found: string, from: number): number {
  if (found === '![' || !scan.text.startsWith('![', from)) return scan.find('](', from)
  const picture = readLink(scan, '![', from)
  return picture && scan.text.startsWith('](', picture.end) ? picture.end : -1
}

/** Where an address ends; it may end with a bracket of its own, as in `Bicycle_(film)`. */
function endOfTarget({ text, find }: Scan, from: number): number {
  const end = find(')', from)
  return end !== -1 && text[end + 1] === ')' && text.slice(from, end).includes('(') ? end + 1 : end
}

/** What dials a number as people write it; undefined for other figures, such as dates, prices and order numbers. */
function telephoneAddress(found: string): string | undefined {
  const isForeign = /^(\+|00)\d/.test(found)
  const digits = (isForeign ? found.replace('(0)', '') : found).replace(/\D/g, '').replace(/^00/, '')
  if (isForeign) return digits.length > 6 && digits.length < 16 ? `tel:+${digits}` : undefined
  const isDate = /^\d{1,2}([./-])\d{1,2}\1\d{4}/.test(found)
  const isHome = /^\(?0\d/.test(found) && /\D/.test(found) && digits.length > 8 && digits.length < 13
  return (isHome && !isDate) || /^\(\d{3}\) ?\d{3}-\d{4}$/.test(found) ? `tel:${digits}` : undefined
}

function addressNodes(found: string): ComponentChild[] {
  const shown = found.replace(/[.,;:!?'")\]*_]{1,20}$/, '')
  return [linkNode(shown, [shown]), found.slice(shown.length)]
}
