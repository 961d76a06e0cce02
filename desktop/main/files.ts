import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'

/** The content of a file, or undefined if it does not exist. */
export async function readBytes(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a file atomically, readable only by this user. */
export async function writeBytes(path: string, bytes: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const next = `${path}.next`
  await writeFile(next, bytes, { mode: 0o600 })
  await rename(next, path)
}

/** Removes a file if it exists. */
export const removeFile = (path: string): Promise<void> => rm(path, { force: true })

/** The parsed content of a JSON file. Missing or invalid files count as empty. */
export async function readJson<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T> | undefined> {
  const bytes = await readBytes(path)
  if (!bytes) return undefined
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return undefined
  }
}

export const writeJson = (path: string, value: unknown): Promise<void> =>
  writeBytes(path, `${JSON.stringify(value, null, 2)}\n`)
