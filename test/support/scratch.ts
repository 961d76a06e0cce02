import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const enough = 6 * 2 ** 30

/** Where a test run writes: in memory if the machine has plenty, because nothing is kept; otherwise to disk. */
export function scratch(): string {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, process.availableMemory()) > enough) return memory
  } catch {
    // This system has none.
  }
  return tmpdir()
}
