import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'

/** What a file holds, or undefined where there is none. */
export async function readBytes(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a file whole or not at all, for the person alone to read. */
export async function writeBytes(path: string, bytes: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const next = `${path}.next`
  await writeFile(next, bytes, { mode: 0o600 })
  await rename(next, path)
}

/** Removes a file; one that is not there is gone already. */
export const removeFile = (path: string): Promise<void> => rm(path, { force: true })

/** What a file of JSON holds by its schema. A file that is missing or broken stands for nothing kept, and hinders nobody. */
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
