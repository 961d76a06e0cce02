import { randomBytes } from 'node:crypto'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from './commands/command.ts'

/** Keeps what a task writes on the disk until the task is over: it must not wait, inside of its transaction, for a reader. */
export type Spool = {
  write(bytes: Uint8Array): Promise<void>
  /** All of it, in pieces. */
  read(): AsyncGenerator<Buffer>
  close(): Promise<void>
}

const pieceBytes = 48_000
const lookEvery = 32_000_000
/** What the database beside it needs to go on. */
const leftFree = 256_000_000

export function createSpool(folder: string): Spool {
  let file: Promise<FileHandle> | undefined
  let written = 0
  let looked = Number.NEGATIVE_INFINITY
  return {
    async write(bytes) {
      if (written - looked >= lookEvery) {
        await refuseFullDisk(folder)
        looked = written
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
        if (bytesRead === 0) throw new Error('The temporary file became shorter.')
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
    },
    close: async () => (await file)?.close(),
  }
}

/** A file without a name is gone with its process, however that ends. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `control.${randomBytes(6).toString('hex')}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

async function refuseFullDisk(folder: string): Promise<void> {
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    // Not every runtime may ask.
    () => Number.POSITIVE_INFINITY,
  )
  if (free < leftFree)
    throw new CommandError('The disk of DATA_DIR is too full for a copy while the server runs. Stop the server first.')
}
