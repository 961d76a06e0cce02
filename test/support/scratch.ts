import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const enough = 6 * 2 ** 30

/** Where a run of the tests writes: into memory, where the machine has plenty, as nothing of it is kept; else to the disk. */
export function scratch(): string {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, process.availableMemory()) > enough) return memory
  } catch {
    // There is none on this system.
  }
  return tmpdir()
}
