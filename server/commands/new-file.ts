import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { CommandError } from './command.ts'

/** A file that is there only once it is complete. */
export type NewFile = {
  path: string
  write(bytes: Uint8Array): Promise<void>
  /** Puts it in its place, over an older one, after `check` found it good on the disk. */
  finish<T>(check: (path: string) => Promise<T>): Promise<T>
  discard(): Promise<void>
}

/** Begins a file, readable by its owner alone. Where `target` is a folder, it is to be `name` in it. */
export async function newFile(target: string, name: string): Promise<NewFile> {
  const path = resolve((await isFolder(target)) ? join(target, name) : target)
  const unfinished = join(dirname(path), `.${basename(path)}.${process.pid}.unfinished`)
  const handle = await open(unfinished, 'wx', 0o600).catch((error) => {
    throw new CommandError(`${path} cannot be written: ${error.message}`)
  })
  return {
    path,
    write: (bytes) => handle.writeFile(bytes),
    async finish(check) {
      await handle.sync()
      await handle.close()
      const found = await check(unfinished)
      await rename(unfinished, path)
      return found
    },
    async discard() {
      await handle.close().catch(() => undefined)
      await rm(unfinished, { force: true })
    },
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    (error) => {
      if (error.code === 'ENOENT') return false
      throw new CommandError(`${path} cannot be written: ${error.message}`)
    },
  )
