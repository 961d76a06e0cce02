import type { Faults } from './imports.ts'
import type { Module } from './modules.ts'

/**
 * The maximum lines of a file and of a function. There is no limit on the median, because it made people split what
 * reads best together.
 */
const maxFileLines = 400
const maxFunctionLines = 60

export function fileSizes(modules: Module[]): Faults {
  const sizes = modules.map(({ path, text }) => ({ where: path, lines: text.trimEnd().split('\n').length }))
  return tooLong(sizes, maxFileLines)
}

export function functionSizes(modules: Module[]): Faults {
  const sizes = modules.flatMap(({ path, functions }) =>
    functions.map(({ line, lines }) => ({ where: `${path}:${line}`, lines })),
  )
  return tooLong(sizes, maxFunctionLines)
}

function tooLong(sizes: { where: string; lines: number }[], max: number): Faults {
  return sizes.filter(({ lines }) => lines > max).map(({ where, lines }) => `${where}: ${lines} lines, at most ${max}`)
}
