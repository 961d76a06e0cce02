import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** The ids of the processes that read for the process `server`. Only on Linux. */
export const readersOf = (server: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => wordsOf(id, 'cmdline').includes('isolated-worker.ts') && parentOf(id) === server)
    .map(Number)

/** Whether it still runs. A zombie has an empty command line. */
export const runs = (process: number): boolean => wordsOf(process, 'cmdline') !== ''

/** The options of the runtime in its command line. */
export const flagsOf = (process: number): string[] =>
  wordsOf(process, 'cmdline')
    .split('\0')
    .filter((word) => word.startsWith('--'))

/** The environment of a process, as `NAME=value` entries. */
export const environmentOf = (process: number): string[] => wordsOf(process, 'environ').split('\0').filter(Boolean)

/** The priority of each thread of a process, as its nice value. */
export const prioritiesOf = (process: number): number[] =>
  readdirSync(`/proc/${process}/task`).map((thread) => Number(fieldsOf(`${process}/task/${thread}`)[16]))

/** Suspends a process, and waits until each of its threads stands still. Until then, a thread may go on for a moment. */
export async function suspend(id: number): Promise<void> {
  process.kill(id, 'SIGSTOP')
  const states = () => readdirSync(`/proc/${id}/task`).map((thread) => fieldsOf(`${id}/task/${thread}`)[0])
  while (states().some((state) => state !== 'T')) await setTimeout(1)
}

const parentOf = (process: string) => Number(fieldsOf(process)[1])

/** The fields of the process in /proc, from its state on. */
const fieldsOf = (process: string) =>
  wordsOf(process, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')

/** Empty if it has ended. */
function wordsOf(process: string | number, file: string): string {
  try {
    return readFileSync(`/proc/${process}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
