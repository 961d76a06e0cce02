import type { Goal, Result } from './row.ts'

const widths = [14, 60, 16, 20, 20, 7, 22, 4]
const columns = (cells: string[]) =>
  cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join('  ')
    .trimEnd()

export const heading = columns(['row', 'what', 'database', 'floor', 'ours', 'ratio', 'goal', 'met'])

export const lacking = (row: string, reason: string) => columns([row, `not measured: ${reason}`])

export const tableLine = ({ row, what, database, unit, floor, ours, ratio, goal, met }: Result) =>
  columns([
    row,
    what,
    database,
    shown(floor, unit),
    shown(ours, unit),
    shown(ratio),
    goalOf(goal, unit),
    met ? 'yes' : 'no',
  ])

const shown = (value: number | null, unit = '') =>
  value === null ? '' : `${Number(value.toPrecision(3))} ${unit}`.trim()

function goalOf({ of, bound, value }: Goal, unit: string): string {
  const sign = bound === 'least' ? '≥' : '≤'
  if (of === 'ratio') return `${sign} ${value} × floor`
  return of === 'more' ? `${sign} floor + ${value} ${unit}` : `${sign} ${value} ${unit}`
}
