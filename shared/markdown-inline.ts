import { safeAddress } from './safe-address.ts'

/** Text within a block. An image is reduced to its description, because pictures of a message are never loaded. */
export type Inline =
  | string
  | { kind: 'strong' | 'em' | 'del'; inline: Inline[] }
  | { kind: 'code' | 'image'; text: string }
  | { kind: 'link'; address: string; inline: Inline[] }

/** Escapes, marks, web addresses, emails and possible telephone numbers. */
const mark =
  /\\[!-/:-@[-`{-~]|`+|\*\*|\*|__|_|~~|!\[|\[|https?:\/\/[^\s<>`|]{1,2000}|(?<![\w.+-])[a-z\d][\w.+-]{0,63}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+|(?<![\w/#=.-]|\d )[+(0](?:[ ./-]?[\d()]){6,24}/gi
const maxDepth = 4
const maxLabel = 500
const word = /[\p{L}\p{N}]/u

type Scan = { text: string; depth: number; find: (mark: string, from: number) => number }
type Piece = { inline: Inline[]; end: number } | undefined

/**
 * Parses bold, italic, deleted text, code, links, and bare web addresses, emails and telephone numbers. Unclosed, forbidden and
 * unknown syntax stays as written. Takes linear time.
 */
export function parseInline(text: string, depth = 0): Inline[] {
  if (depth > maxDepth) return [text]
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

/** Parses only bare web addresses, because a visitor's text is not Markdown. */
export const parseAddresses = (text: string): Inline[] =>
  join(
    text
      .split(/(https?:\/\/[^\s<>`|]{1,2000})/g)
      .flatMap((part, index) => (index % 2 === 1 ? readAddress(part) : [part])),
  )

/** Joins neighbouring texts into one. */
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
  // Nested calls share the expression, so each call sets the position itself.
  mark.lastIndex = from
  return mark.exec(text)
}

/**
 * indexOf for positions that only grow. It remembers the last result for each mark, so that a text of only opening
 * marks takes one pass instead of one per mark.
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
  const end = at + found.length
  if (found.includes('://')) return { inline: readAddress(found), end }
  if (found.includes('@')) return { inline: linkTo(`mailto:${found}`, [found]), end }
  if (/^[+(0]/.test(found)) {
    const address = telephoneAddress(found)
    return address ? { inline: linkTo(address, [found]), end } : undefined
  }
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
  return {
    inline: [{ kind: found === '~~' ? 'del' : found.length === 2 ? 'strong' : 'em', inline }],
    end: end + found.length,
  }
}

function readLink(scan: Scan, found: string, at: number): Piece {
  const { text, depth } = scan
  const from = at + found.length
  const middle = endOfLabel(scan, found, from)
  if (middle === -1 || middle - from > maxLabel) return undefined
  const end = endOfTarget(scan, middle + 2)
  if (end === -1) return undefined
  const label = text.slice(from, middle)
  if (found === '![') return { inline: [{ kind: 'image', text: label }], end: end + 1 }
  const [target = ''] = text
    .slice(middle + 2, end)
    .trim()
    .split(/\s/, 1)
  return { inline: linkTo(target, withoutLinks(parseInline(label, depth + 1))), end: end + 1 }
}

/** A link, or only its words if the address is not allowed. */
function linkTo(target: string, inline: Inline[]): Inline[] {
  const address = safeAddress(target)
  return address ? [{ kind: 'link', address, inline }] : inline
}

/** A link contains no other links. */
const withoutLinks = (inline: Inline[]): Inline[] =>
  inline.flatMap((part) => (typeof part !== 'string' && part.kind === 'link' ? part.inline : [part]))

/** Where a label ends. The label of a link may be an image, which has its own brackets. */
function endOfLabel(scan: Scan, found: string, from: number): number {
  if (found === '![' || !scan.text.startsWith('![', from)) return scan.find('](', from)
  const picture = readLink(scan, '![', from)
  return picture && scan.text.startsWith('](', picture.end) ? picture.end : -1
}

/** Where an address ends. It may contain a bracket pair at its end, as in `Bicycle_(film)`. */
function endOfTarget({ text, find }: Scan, from: number): number {
  const end = find(')', from)
  return end !== -1 && text[end + 1] === ')' && text.slice(from, end).includes('(') ? end + 1 : end
}

function readAddress(found: string): Inline[] {
  const shown = found.replace(/[.,;:!?'")\]*_]{1,20}$/, '')
  return [...linkTo(shown, [shown]), found.slice(shown.length)]
}

/** The `tel:` address of a number as people write it; undefined for dates, prices, order numbers and other figures. */
function telephoneAddress(found: string): string | undefined {
  const isForeign = /^(\+|00)\d/.test(found)
  const digits = (isForeign ? found.replace('(0)', '') : found).replace(/\D/g, '').replace(/^00/, '')
  if (isForeign) return digits.length > 6 && digits.length < 16 ? `tel:+${digits}` : undefined
  const isDate = /^\d{1,2}([./-])\d{1,2}\1\d{4}/.test(found)
  const isHome = /^\(?0\d/.test(found) && /\D/.test(found) && digits.length > 8 && digits.length < 13
  return (isHome && !isDate) || /^\(\d{3}\) ?\d{3}-\d{4}$/.test(found) ? `tel:${digits}` : undefined
}
