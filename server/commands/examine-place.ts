import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { findSecret } from '../secret.ts'
import { type Check, fail, ok, warn } from './check.ts'
import { sizeInWords } from './wording.ts'

const scarce = 2_000_000_000
const tooLittle = 256_000_000

/** The data folder, its disk and the secret in it. */
export function examinePlace(config: Config): Check[] {
  return [folder(config), disk(config), secret(config)]
}

/** The folder, or the nearest one above it that is there. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
}

function folder({ dataDir, databaseUrl }: Config): Check {
  if (!existsSync(dataDir)) {
    if (databaseUrl !== undefined) return ok('data folder', `${dataDir} is not needed with DATABASE_URL`)
    if (!isWritable(nearest(dataDir)))
      return fail(
        'data folder',
        `${dataDir} cannot be made by this user`,
        'Make it, and give it to the user of the server.',
      )
    return ok('data folder', `${dataDir} will be made at the first start`)
  }
  if (!isWritable(dataDir))
    return fail('data folder', `${dataDir} cannot be written by this user`, 'Run this as the user of the server.')
  const mode = statSync(dataDir).mode & 0o777
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    return warn('data folder', `${dataDir} can be entered by others (mode ${mode.toString(8)})`, `chmod 700 ${dataDir}`)
  return ok('data folder', `${dataDir}, for this user alone`)
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function disk({ dataDir }: Config): Check {
  const { bavail, bsize } = statfsSync(nearest(dataDir))
  const free = bavail * bsize
  const says = `${sizeInWords(free)} free where ${dataDir} is`
  if (free < tooLittle) return fail('disk', says, 'Make room: a full disk stops the embedded database.')
  if (free < scarce) return warn('disk', says, 'Make room soon.')
  return ok('disk', says)
}

function secret({ secret, dataDir, databaseUrl }: Config): Check {
  if (secret !== undefined) return ok('secret', 'is set by the environment')
  const path = join(dataDir, 'secret')
  try {
    if (findSecret(dataDir) === undefined) {
      if (databaseUrl === undefined && existsSync(join(dataDir, 'db')))
        return fail(
          'secret',
          `${path} is missing`,
          'Put it back from a backup. If it is lost for good, run the command secret replace.',
        )
      return ok('secret', 'will be made at the first start')
    }
  } catch (error) {
    return fail('secret', (error as Error).message)
  }
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    return warn('secret', `${path} can be read by others (mode ${mode.toString(8)})`, `chmod 600 ${path}`)
  return ok('secret', `in ${path}, readable by this user alone: keep a copy with your backups`)
}
