import { readdirSync, readFileSync } from 'node:fs'

/** The processes that read for the process `server`, by their ids. Only Linux tells. */
export const readersOf = (server: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => wordsOf(id, 'cmdline').includes('apart-worker.ts') && parentOf(id) === server)
    .map(Number)

/** Whether it still runs: one that ended and was not waited for yet has no words. */
export const runs = (process: number): boolean => wordsOf(process, 'cmdline') !== ''

/** What a process finds in its environment, as `NAME=value` each. */
export const environmentOf = (process: number): string[] => wordsOf(process, 'environ').split('\0').filter(Boolean)

/** How far each thread of a process stands back behind others. */
export const prioritiesOf = (process: number): number[] =>
  readdirSync(`/proc/${process}/task`).map((thread) => Number(fieldsOf(`${process}/task/${thread}`)[16]))

const parentOf = (process: string) => Number(fieldsOf(process)[1])

/** What the kernel says of it, from its state on. */
const fieldsOf = (process: string) =>
  wordsOf(process, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')

/** Empty where it has ended. */
function wordsOf(process: string | number, file: string): string {
  try {
    return readFileSync(`/proc/${process}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
