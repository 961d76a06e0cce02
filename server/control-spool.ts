import { randomBytes } from 'node:crypto'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from './commands/command.ts'

/**
 * Buffers the output of a task on disk until it ends, so that the task does not wait for a reader inside its
 * transaction.
 */
export type Spool = {
  write(bytes: Uint8Array): Promise<void>
  /** The whole output in chunks. */
  read(): AsyncGenerator<Buffer>
  close(): Promise<void>
}

const pieceBytes = 48_000
const checkEvery = 32_000_000
/** Disk space to leave for the database. */
const leftFree = 256_000_000

export function createSpool(folder: string): Spool {
  let file: Promise<FileHandle> | undefined
  let written = 0
  let checkedAt = Number.NEGATIVE_INFINITY
  return {
    async write(bytes) {
      if (written - checkedAt >= checkEvery) {
        await refuseFullDisk(folder)
        checkedAt = written
      }
      file ??= openNameless(folder)
      written += bytes.byteLength
      await (await file).writeFile(bytes)
    },
    async *read() {
      if (!file) return
      const handle = await file
      for (let at = 0; at < written; ) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, at)
        if (bytesRead === 0) throw new Error('The temporary file was truncated.')
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
    },
    close: async () => (await file)?.close(),
  }
}

/** An unlinked file disappears with its process, however that ends. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `control.${randomBytes(6).toString('hex')}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

async function refuseFullDisk(folder: string): Promise<void> {
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    // Not all runtimes allow this call.
    () => Number.POSITIVE_INFINITY,
  )
  if (free < leftFree)
    throw new CommandError('The disk of DATA_DIR is too full for a copy while the server runs. Stop the server first.')
}
