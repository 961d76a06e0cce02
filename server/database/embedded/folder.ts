import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { diskRoom } from '../../core/disk.ts'
import { type Lock, takeLock } from './lock.ts'

/** The major version of PostgreSQL that wrote the folder. */
const format = '18'

export type Folder = {
  path: string
  /** Whether it was empty when it was taken. */
  fresh: boolean
  /** Whether it has content and is marked as an interrupted first start. The mark may be wrong. */
  doubtful: boolean
  /** Marks the first start as complete. From now on the folder contains data that must never be discarded. */
  complete(): void
  lock: Lock
}

/**
 * Takes the folder of the embedded database below `dataDir` for this process: mode 0700, locked, and checked, so that a
 * damaged database is never overwritten.
 * @throws FolderInUse, or an Error that names the folder and the solution
 */
export async function takeFolder(dataDir: string): Promise<Folder> {
  const path = join(dataDir, 'db')
  for (const folder of [dataDir, path]) refuseFile(folder)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await takeLock(join(dataDir, 'db.lock')).catch((error: Error) => {
    throw new Error(`The database folder ${path} cannot be opened: ${error.message}.`, { cause: error })
  })
  const unfinished = join(dataDir, 'db.unfinished')
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chmodSync(path, 0o700)
    const fresh = readdirSync(path).length === 0
    const doubtful = !fresh && existsSync(unfinished)
    if (fresh) writeFileSync(unfinished, '')
    else if (!doubtful) inspect(path)
    return { path, fresh, doubtful, complete: () => rmSync(unfinished, { force: true }), lock }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Moves the contents of the folder aside for a first start, without deleting anything. Returns the new folder and the
 * path of the old one.
 */
export function setAside(folder: Folder): { folder: Folder; aside: string } {
  const aside = `${folder.path}.aside-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  renameSync(folder.path, aside)
  mkdirSync(folder.path, { mode: 0o700 })
  return { folder: { ...folder, fresh: true, doubtful: false }, aside }
}

function refuseFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new Error(`${path} must be a folder, but it is a file. Move it away, or set DATA_DIR to another folder.`)
  }
}

/** Disk space needed to start, in bytes: for a new database, or for the log of an existing one. */
const roomFor = { fresh: 100 * 2 ** 20, old: 20 * 2 ** 20 }

/** A sentence if the disk has no space for the database; undefined if it has, or if that is unknown. */
export async function fullDisk(
  { path, fresh }: Pick<Folder, 'path' | 'fresh'>,
  roomOf = diskRoom,
): Promise<string | undefined> {
  const needed = fresh ? roomFor.fresh : roomFor.old
  const room = await roomOf(path)
  if (!room || room.free >= needed) return undefined
  const megabytes = (bytes: number) => Math.floor(bytes / 2 ** 20)
  return (
    `The disk of ${path} is full: it has ${megabytes(room.free)} MB left, and the database needs ` +
    `${megabytes(needed)} MB to start. Make room and start again.`
  )
}

/** The message about a folder that is not a readable database. */
export const damaged = (path: string, reason: string) =>
  `The database folder ${path} is damaged or not a database (${reason}). ` +
  'Move it away and restore a backup, or start with an empty folder.'

function inspect(path: string): void {
  for (const needed of ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal']) {
    if (!existsSync(join(path, needed))) throw new Error(damaged(path, `${needed} is missing`))
  }
  const version = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  if (version !== format) throw new Error(damaged(path, `its version is ${version.slice(0, 10)}, not ${format}`))
}
