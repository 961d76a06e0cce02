import { line } from './text.ts'

export const Color = line(7, 1)
  .toLowerCase()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/, 'Must be a colour such as #3b82f6.')
  .describe('A colour as `#rrggbb`.')

/** Readable on light and dark surfaces; labels suggest them, contact tags allow only them. */
export const palette = [
  '#ef4444',
  '#f97316',
  '#eab308',
  '#22c55e',
  '#14b8a6',
  '#3b82f6',
  '#6366f1',
  '#a855f7',
  '#64748b',
] as const

/** Black or white, whichever is easier to read on the colour (WCAG contrast). */
export function textOn(color: string): '#000' | '#fff' {
  const digits = color.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3').slice(1)
  const [red, green, blue] = [0, 2, 4].map((at) => (Number.parseInt(digits.slice(at, at + 2), 16) / 255) ** 2.2)
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.18 ? '#000' : '#fff'
}
