/** Rows as lines whose columns stand below each other. */
export function aligned(rows: string[][]): string[] {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, cell.length)), [])
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** A size for a person, such as `1.5 GB`. */
export function sizeInWords(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const size = bytes / 1000 ** step
  return `${step === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[step]}`
}

/** `1 row`, `2 rows`, `12,000 rows`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
