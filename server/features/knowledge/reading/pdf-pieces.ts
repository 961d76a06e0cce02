/** A run of characters on a page. */
export type PdfPiece = { str: string; transform: number[]; width: number; height: number; hasEOL: boolean }

/** Where a piece is: `from` and `to` along its line, `across` from line to line, whatever the direction of the line. */
type Place = { text: string; from: number; to: number; across: number; size: number; direction: string }

/** Two drawings of a text are at most this share of its size apart: a bold, an outline or a shadow. */
const maxShift = 0.2
/** How many pieces of about the same height are compared, so that hostile pages take no longer than others. */
const maxCompared = 300

/**
 * The pieces of a page as one sees them. Programs draw a text several times for bold, outlines and shadows; each part of
 * it is kept once. Pieces outside of the page are left out.
 */
export function shownOnce(pieces: PdfPiece[], view: number[]): PdfPiece[] {
  const rows = new Map<string, Place[]>()
  return pieces.flatMap((piece) => {
    if (bare(piece.str) === '') return [piece]
    if (isOutside(piece, view)) return piece.hasEOL ? [{ ...piece, str: '' }] : []
    const place = placeOf(piece)
    const near = nearOf(rows, place)
    const hidden = drawnBefore(place, near)
    const kept = hidden === 0 ? place : { ...place, text: place.text.slice(hidden), from: startOf(place, hidden) }
    if (kept.text !== '') keep(rows, kept)
    return hidden === 0 ? [piece] : [movedTo(piece, kept)]
  })
}

const bare = (text: string) => text.replace(/\s+/g, '')

function isOutside({ transform, width }: PdfPiece, [left = 0, bottom = 0, right = 0, top = 0]: number[]): boolean {
  const [, , , , x = 0, y = 0] = transform
  const isAlong = Math.abs(transform[1] ?? 0) < Math.abs(transform[0] ?? 0)
  return x > right || y > top || y < bottom || (isAlong ? x + width < left : x < left)
}

function placeOf({ str, transform, width, height }: PdfPiece): Place {
  const [a = 1, b = 0, c = 0, d = 0, x = 0, y = 0] = transform
  const scale = Math.hypot(a, b) || 1
  const [along, up] = [a / scale, b / scale]
  const from = x * along + y * up
  const across = y * along - x * up
  const size = Math.hypot(c, d) || height
  return { text: str, from, to: from + width, across, size, direction: `${along.toFixed(1)} ${up.toFixed(1)}` }
}

const rowOf = ({ direction }: Place, across: number) => `${direction} ${across}`

const keep = (rows: Map<string, Place[]>, place: Place) => {
  const row = rowOf(place, Math.round(place.across))
  rows.set(row, [...(rows.get(row) ?? []), place].slice(-maxCompared))
}

/** Kept pieces of the same line and size that overlap a piece, in order. */
function nearOf(rows: Map<string, Place[]>, place: Place): Place[] {
  const shift = maxShift * place.size
  const near: Place[] = []
  for (let row = Math.round(place.across - shift); row <= Math.round(place.across + shift); row++)
    for (const other of rows.get(rowOf(place, row)) ?? []) {
      const isNear = Math.abs(other.across - place.across) <= shift && Math.abs(other.size / place.size - 1) < maxShift
      if (isNear && other.to > place.from && other.from < place.to) near.push(other)
    }
  return near.sort((one, other) => one.from - other.from)
}

/** How many characters at the beginning of a piece were drawn before: none, some, or all. */
function drawnBefore(place: Place, near: Place[]): number {
  const before = bare(near.map(({ text }) => text).join(''))
  const own = bare(place.text)
  const covered = near.reduce((sum, one) => sum + Math.min(one.to, place.to) - Math.max(one.from, place.from), 0)
  if (covered >= 0.6 * (place.to - place.from) && before.includes(own)) return place.text.length
  const overlap = (near.at(-1)?.to ?? place.from) - place.from
  for (let count = place.text.length; count > 0; count--) {
    const begin = bare(place.text.slice(0, count))
    const width = startOf(place, count) - place.from
    const isLikely = Math.abs(width - overlap) <= place.size / 2 + width / 10
    if (begin !== '' && isLikely && before.endsWith(begin)) return count
  }
  return 0
}

/** Where a character of a piece begins, if all were equally wide. */
const startOf = ({ text, from, to }: Place, count: number) => from + ((to - from) * count) / (text.length || 1)

/** The rest of a piece. */
function movedTo(piece: PdfPiece, { text, from, to }: Place): PdfPiece {
  const by = piece.width - (to - from)
  const [a = 1, b = 0, c = 0, d = 0, x = 0, y = 0] = piece.transform
  const scale = Math.hypot(a, b) || 1
  return { ...piece, str: text, width: to - from, transform: [a, b, c, d, x + (by * a) / scale, y + (by * b) / scale] }
}
