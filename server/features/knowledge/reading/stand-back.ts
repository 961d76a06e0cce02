import { readdirSync } from 'node:fs'
import { getPriority, platform, setPriority } from 'node:os'

/** Leaves nine tenths of a processor to a thread that has work for all of it: enough is left to read within the limit. */
const behind = 10
const last = 19

const isLinux = platform() === 'linux'
const priority = () => Math.min(last, getPriority() + behind)

/**
 * Has all of this process stand back where others of this machine have work to do: what it reads can wait, whoever asks the
 * server something cannot.
 */
export function standBack(): void {
  // On Linux a priority is a thread's own, and V8 has made its helpers before any script runs.
  const threads = isLinux ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  const wanted = priority()
  for (const thread of threads) setPriority(thread, wanted)
}

/** The same for a thread of the server, as it reads on Deno; elsewhere than on Linux that has no priority of its own. */
export function standBackInServer(): void {
  if (process.versions.deno && isLinux) setPriority(priority())
}
