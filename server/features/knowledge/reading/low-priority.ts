import { readdirSync } from 'node:fs'
import { getPriority, platform, setPriority } from 'node:os'

/**
 * This priority leaves a busy competitor nine tenths of a processor; the rest is enough to finish within the time
 * limit.
 */
const behind = 10
const last = 19

const isLinux = platform() === 'linux'
const priority = () => Math.min(last, getPriority() + behind)

/** Lowers the priority of this whole process: reading can wait, and callers of the server cannot. */
export function lowerPriority(): void {
  // On Linux, priorities belong to threads, and V8 has created its helper threads before any script runs.
  const threads = isLinux ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  const wanted = priority()
  for (const thread of threads) setPriority(thread, wanted)
}

/**
 * Lowers the priority of the current thread, because on Deno the server reads in threads. Only Linux has priorities per
 * thread.
 */
export function lowerThreadPriority(): void {
  if (process.versions.deno && isLinux) setPriority(priority())
}
