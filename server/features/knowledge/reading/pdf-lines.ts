/** A run of characters as it stands on a page. */
export type PdfPiece = { str: string; transform: number[]; width: number; height: number; hasEOL: boolean }

export type PdfLine = {
  text: string
  /** The height of its characters, to a tenth of a point. */
  size: number
  /** Where it begins and ends, and how high above the page's lower edge it stands. */
  left: number
  right: number
  y: number
}

/** More than this many characters' heights between two pieces is a column of a table. */
const columnGap = 2
const wordGap = 0.2

/** Puts the pieces of a page together to lines, in the order in which the file has them. */
export function linesOf(pieces: PdfPiece[]): PdfLine[] {
  const lines: PdfLine[] = []
  let line: PdfLine | undefined
  for (const { str, transform, width, height, hasEOL } of pieces) {
    const [, , slant = 0, tall = 0, x = 0, y = 0] = transform
    const size = Math.round((Math.hypot(slant, tall) || height) * 10) / 10
    if (line && Math.abs(y - line.y) > Math.max(size, line.size) / 2) line = undefined
    if (line) append(line, str, { x, width, size })
    else if (str.trim() !== '') {
      line = { text: str, size, left: x, right: x + width, y }
      lines.push(line)
    }
    if (hasEOL) line = undefined
  }
  return lines.map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ').trim() }))
}

function append(line: PdfLine, text: string, { x, width, size }: { x: number; width: number; size: number }): void {
  if (text.trim() !== '') {
    const gap = x - line.right
    if (gap > columnGap * size) line.text += ' | '
    else if (gap > wordGap * size) line.text += ' '
    line.size = Math.max(line.size, size)
    line.right = Math.max(line.right, x + width)
  } else if (!line.text.endsWith(' ')) line.text += ' '
  line.text += text.trim() === '' ? '' : text
}
