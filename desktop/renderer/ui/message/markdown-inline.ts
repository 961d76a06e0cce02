import { safeAddress } from '../safe-address.ts'

/** Text within a block. An image is its description alone: no picture of a message is ever loaded. */
export type Inline =
  | string
  | { kind: 'strong' | 'em'; inline: Inline[] }
  | { kind: 'code' | 'image'; text: string }
  | { kind: 'link'; address: string; inline: Inline[] }

const mark = /\\[!-/:-@[-`{-~]|`+|\*\*|\*|__|_|!\[|\[|https?:\/\/[^\s<>`|]{1,2000}/g
const deepest = 4
const longestLabel = 500
const word = /[\p{L}\p{N}]/u

type Scan = { text: string; depth: number; find: (mark: string, from: number) => number }
type Piece = { inline: Inline[]; end: number } | undefined

/**
 * Reads bold, italic, code, links and bare addresses. What is not closed, not allowed or not known stays as it was
 * written. Linear in the length of the text.
 */
export function parseInline(text: string, depth = 0): Inline[] {
  if (depth > deepest) return [text]
  const scan = { text, depth, find: finder(text) }
  const found: Inline[] = []
  let start = 0
  for (let hit = nextMark(text, 0); hit; ) {
    const piece = readPiece(scan, hit[0], hit.index)
    if (piece) {
      found.push(text.slice(start, hit.index), ...piece.inline)
      start = piece.end
    }
    hit = nextMark(text, piece ? start : hit.index + hit[0].length)
  }
  return join([...found, text.slice(start)])
}

/** Bare addresses alone: what a visitor wrote is no Markdown. */
export function parseAddresses(text: string): Inline[] {
  const parts = text.split(/(https?:\/\/[^\s<>`|]{1,2000})/g)
  return join(parts.flatMap((part, at) => (at % 2 === 1 ? readAddress(part) : [part])))
}

/** Neighbouring texts become one. */
function join(parts: Inline[]): Inline[] {
  const joined: Inline[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part === '') continue
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part
    else joined.push(part)
  }
  return joined
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
  if (found[0] === '\\') return { inline: [found.slice(1)], end: at + 2 }
  if (found[0] === '`') return readCode(scan, found, at)
  if (found === '[' || found === '![') return readLink(scan, found, at)
  if (found[0] === 'h') return { inline: readAddress(found), end: at + found.length }
  return readEmphasis(scan, found, at)
}

function readCode({ text, find }: Scan, found: string, at: number): Piece {
  const end = find(found, at + found.length)
  if (end === -1) return undefined
  return { inline: [{ kind: 'code', text: text.slice(at + found.length, end) }], end: end + found.length }
}

function readEmphasis({ text, depth, find }: Scan, found: string, at: number): Piece {
  const from = at + found.length
  const touchesWord = (place: number) => found[0] === '_' && word.test(text[place] ?? '')
  if (!text[from]?.trim() || touchesWord(at - 1)) return undefined
  const end = find(found, from + 1)
  if (end === -1 || !text[end - 1]?.trim() || touchesWord(end + found.length)) return undefined
  const inline = parseInline(text.slice(from, end), depth + 1)
  return { inline: [{ kind: found.length === 2 ? 'strong' : 'em', inline }], end: end + found.length }
}

function readLink(scan: Scan, found: string, at: number): Piece {
  const { text, depth } = scan
  const from = at + found.length
  const middle = endOfLabel(scan, found, from)
  if (middle === -1 || middle - from > longestLabel) return undefined
  const end = endOfTarget(scan, middle + 2)
  if (end === -1) return undefined
  const label = text.slice(from, middle)
  if (found === '![') return { inline: [{ kind: 'image', text: label }], end: end + 1 }
  const [target = ''] = text
    .slice(middle + 2, end)
    .trim()
    .split(/\s/, 1)
  const inline = parseInline(label, depth + 1)
  const address = safeAddress(target)
  return { inline: address ? [{ kind: 'link', address, inline: withoutLinks(inline) }] : inline, end: end + 1 }
}

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

/** A link holds no other. */
function withoutLinks(inline: Inline[]): Inline[] {
  return inline.flatMap((part) => (typeof part !== 'string' && part.kind === 'link' ? part.inline : [part]))
}

function readAddress(found: string): Inline[] {
  const shown = found.replace(/[.,;:!?'")\]*_]{1,20}$/, '')
  const address = safeAddress(shown)
  return [address ? { kind: 'link', address, inline: [shown] } : shown, found.slice(shown.length)]
}
