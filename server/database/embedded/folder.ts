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

/** The major version of PostgreSQL that writes the folder. */
const format = '18'

export type Folder = {
  path: string
  /** Nothing was in it when it was taken. */
  fresh: boolean
  /** Something is in it, and a mark says that its first start was not completed. The mark may be wrong. */
  doubtful: boolean
  /** The first start is done: from now on the folder holds data that must never be thrown away. */
  complete(): void
  lock: Lock
}

/**
 * Takes the embedded database's folder below `dataDir` for this process: mode 0700, locked, and looked at, so that nothing
 * is ever built over a damaged one.
 * @throws FolderInUse, or an Error that names the folder and says what to do
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

/** Moves what is in the folder away, for a first start. Nothing is deleted. Gives the new folder and where the old one is. */
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

/** What a start needs on the disk, in bytes: a new database, or the log of an old one. */
const roomFor = { fresh: 100 * 2 ** 20, old: 20 * 2 ** 20 }

/** The sentence about a disk that has no room for the database; undefined when it has, or that cannot be known. */
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

/** The sentence about a folder that cannot be read as a database. */
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
