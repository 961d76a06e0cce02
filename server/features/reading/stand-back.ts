import { getPriority, platform, setPriority } from 'node:os'

/** Leaves nine tenths of a processor to a thread that has work for all of it: enough is left to read within the limit. */
const behind = 10
const last = 19

/**
 * Has this thread stand back where others of this machine have work to do: what it reads can wait, whoever asks the server
 * something cannot. On Linux alone a thread has a priority of its own; elsewhere it is the whole server's.
 */
export function standBack(): void {
  if (platform() === 'linux') setPriority(Math.min(last, getPriority() + behind))
}
