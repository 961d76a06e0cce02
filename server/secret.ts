import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const pathOf = (dataDir: string) => join(dataDir, 'secret')

/** The signing secret in the data folder; made at the first start, readable by its owner alone. */
export function secretOf(dataDir: string): string {
  const known = findSecret(dataDir)
  if (known !== undefined) return known
  keepSecret(dataDir, randomBytes(32).toString('base64url'))
  return findSecret(dataDir) as string
}

/** The secret in the data folder; undefined where there is none yet. Throws where the file holds none. */
export function findSecret(dataDir: string): string | undefined {
  const path = pathOf(dataDir)
  const secret = read(path)
  if (secret !== undefined && secret.length < 16)
    throw new Error(`${path} holds no secret. Restore it from a backup: without it, no key is valid.`)
  return secret
}

/** Puts a secret into the data folder, where there is none. Whatever happens meanwhile, it is there wholly or not at all. */
export function keepSecret(dataDir: string, secret: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unfinished = `${pathOf(dataDir)}.${randomBytes(6).toString('hex')}`
  writeFileSync(unfinished, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(unfinished, pathOf(dataDir))
  } catch (error) {
    // Another start wrote it first: then that one counts.
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
