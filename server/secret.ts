import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { createSeal, secretCheck } from './core/seal.ts'
import type { Sql } from './database/database.ts'
import { findSecretCheck, keepSecretCheck } from './database/installation.ts'

const pathOf = (dataDir: string) => join(dataDir, 'secret')

/** The signing secret in the data folder. Created at the first start, readable only by its owner. */
export function secretOf(dataDir: string): string {
  const known = findSecret(dataDir)
  if (known !== undefined) return known
  keepSecret(dataDir, randomBytes(32).toString('base64url'))
  return findSecret(dataDir) as string
}

const advice =
  'Put the right one back, from a backup: without it no API key, sign-in or sealed value of the database is valid. If it is ' +
  'lost for good, run: npm run svc -- secret replace'

/**
 * The secret of a server: the configured one, or the one in the data folder, which is created for a new database.
 * Throws a one-line Error if the database was used with another secret.
 */
export async function secretFor(config: Pick<Config, 'secret' | 'dataDir'>, sql: Sql): Promise<string> {
  const given = config.secret ?? findSecret(config.dataDir)
  if (given === undefined && (await findSecretCheck(sql)) !== undefined)
    throw new Error(`${pathOf(config.dataDir)} is missing. ${advice}`)
  const secret = given ?? secretOf(config.dataDir)
  const check = secretCheck(createSeal(secret))
  if ((await keepSecretCheck(sql, check)) === check) return secret
  const name = config.secret === undefined ? pathOf(config.dataDir) : 'SVC_SECRET'
  throw new Error(`${name} is not the secret that this database was used with. ${advice}`)
}

/** The secret in the data folder; undefined if there is none. Throws if the file contains none. */
export function findSecret(dataDir: string): string | undefined {
  const path = pathOf(dataDir)
  const secret = read(path)
  if (secret !== undefined && secret.length < 16)
    throw new Error(`${path} holds no secret. Restore it from a backup: without it, no key is valid.`)
  return secret
}

/**
 * Writes a secret into the data folder if there is none. The file is never visible in part, even if the server is
 * killed.
 */
export function keepSecret(dataDir: string, secret: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unfinished = `${pathOf(dataDir)}.${randomBytes(6).toString('hex')}`
  writeFileSync(unfinished, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(unfinished, pathOf(dataDir))
  } catch (error) {
    // Another start wrote it first, so that one counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(unfinished)
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
