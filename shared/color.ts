import { rule } from './fault.ts'
import { line } from './text.ts'

const pattern = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/

export const Color = line(7, 1)
  .toLowerCase()
  .refine((value) => pattern.test(value), rule('color', 'Must be a colour such as #3b82f6.', { example: '#3b82f6' }))
  .meta({ pattern: pattern.source, description: 'A colour as `#rrggbb`.' })

/** Readable on light and dark surfaces. Suggested for labels, required for contact tags. */
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
