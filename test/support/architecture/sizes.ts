import type { Faults } from './imports.ts'
import type { Module } from './modules.ts'

/** What a person can hold in the head: lines of a file and of a function, at most, in nearly all, and in the middle. */
const FILE = { most: 400, nearly: 250, middle: 80 }
const FUNCTION = { most: 60, nearly: 30 }
const NEARLY = 0.95

export function fileSizes(modules: Module[]): Faults {
  const sizes = modules.map(({ path, text }) => ({ where: path, lines: text.trimEnd().split('\n').length }))
  const middle = sizes.toSorted((a, b) => a.lines - b.lines)[Math.floor(sizes.length / 2)]
  const faults = tooLong(sizes, FILE)
  if (middle && middle.lines > FILE.middle) {
    faults.push(`${middle.where}: ${middle.lines} lines, and half of all files have more; at most ${FILE.middle}`)
  }
  return faults
}

/** Functions that are written on one line are left aside: they would make any share look good. */
export function functionSizes(modules: Module[]): Faults {
  const sizes = modules.flatMap(({ path, functions }) =>
    functions.filter(({ lines }) => lines > 1).map(({ line, lines }) => ({ where: `${path}:${line}`, lines })),
  )
  return tooLong(sizes, FUNCTION)
}

function tooLong(
  sizes: { where: string; lines: number }[],
  { most, nearly }: { most: number; nearly: number },
): Faults {
  const faults = sizes
    .filter(({ lines }) => lines > most)
    .map((one) => `${one.where}: ${one.lines} lines, at most ${most}`)
  const long = sizes.filter(({ lines }) => lines > nearly)
  if (long.length > sizes.length * (1 - NEARLY)) {
    const named = long.map(({ where, lines }) => `${where} (${lines})`).join(', ')
    faults.push(`${long.length} of ${sizes.length} have more than ${nearly} lines, at most 5 %: ${named}`)
  }
  return faults
}
