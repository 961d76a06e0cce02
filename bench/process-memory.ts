import { readdirSync, readFileSync } from 'node:fs'

export type MemoryWatch = {
  /** The most since the watch began, in megabytes. */
  peak(): number
  /** The memory now, in megabytes. */
  now(): number
  stop(): void
}

const sampleMs = 50
const megabyte = 1024

/** Samples the memory of a process and of all processes that it started. Linux only. */
export function watchMemory(pid: number): MemoryWatch {
  let peak = 0
  const now = () => {
    const kilobytes = memoryOfTree(pid)
    peak = Math.max(peak, kilobytes)
    return kilobytes / megabyte
  }
  const timer = setInterval(now, sampleMs)
  return {
    now,
    // The kernel's own peak of the first process also covers the time between two samples.
    peak: () => Math.max(peak, numberOf(read(`/proc/${pid}/status`), 'VmHWM')) / megabyte,
    stop: () => clearInterval(timer),
  }
}

/**
 * The anonymous memory of all, and the file pages of the one with the most. They share the runtime's file, and Pss would
 * divide it among all programs of the machine that use it.
 */
function memoryOfTree(pid: number): number {
  let [anonymous, files] = [0, 0]
  for (const one of treeOf(pid)) {
    const text = read(`/proc/${one}/smaps_rollup`)
    const own = numberOf(text, 'Anonymous')
    anonymous += own
    files = Math.max(files, numberOf(text, 'Rss') - own)
  }
  return anonymous + files
}

/** The processor time that the process and its children have used, in ticks of 10 ms. */
export const processorTimeOf = (pid: number): number =>
  treeOf(pid).reduce((sum, one) => {
    const fields = read(`/proc/${one}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')
    return sum + Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  }, 0)

function treeOf(pid: number): number[] {
  const threads = entriesOf(`/proc/${pid}/task`)
  const children = threads.flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' '))
  return [pid, ...children.filter(Boolean).flatMap((child) => treeOf(Number(child)))]
}

const numberOf = (text: string, name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)

/** Empty for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function entriesOf(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
