import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { CommandError } from './command.ts'
import type { TableLines } from './database-copy.ts'

const format = 'frontdesk-backup'
const newestFormat = 2
/** The embedded database is blocked while this runs, so speed matters more than size. */
const compression = { level: 2, chunkSize: 64 * 1024 }

/**
 * The first line of a backup. It is followed by one JSON value per line: `{"table": name}` before the rows of a table,
 * each row an array of texts and nulls in column order; at the end `{"end": true, "sha256"}` over all bytes before it.
 */
export const Header = z.object({
  format: z.literal(format),
  formatVersion: z.int().max(newestFormat, 'was written by a later version of this program'),
  /** The release that wrote it. */
  version: z.string(),
  /** The number of migrations of the database. In format 1 it counts the files before release 0.1.0. */
  schema: z.int(),
  createdAt: z.string(),
  /** Identifies the secret of this backup's keys and sealed values. */
  secretCheck: z.string(),
  secret: z.string().nullable(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: z.int(),
    }),
  ),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.int() })),
})
export type Header = z.infer<typeof Header>

const Trailer = z.object({ end: z.literal(true), sha256: z.string() })

/** Writes a compressed backup chunk by chunk. Await `write` before the next chunk. */
export async function writeBackup(
  header: Omit<Header, 'format' | 'formatVersion'>,
  rows: AsyncIterable<TableLines>,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256')
  const gzip = createGzip(compression)
  const written = (async () => {
    for await (const bytes of gzip) await write(bytes as Uint8Array)
  })()
  const failed = written.then(() => new Promise<never>(() => {}))
  const writeText = (text: string) => Promise.race([push(gzip, text, hash), failed])
  try {
    await writeText(`${JSON.stringify({ format, formatVersion: newestFormat, ...header })}\n`)
    let current = ''
    for await (const { table, lines } of rows) {
      if (table !== current) await writeText(`${JSON.stringify({ table })}\n`)
      current = table
      await writeText(`${lines.join('\n')}\n`)
    }
    await Promise.race([push(gzip, `${JSON.stringify({ end: true, sha256: hash.copy().digest('hex') })}\n`), failed])
    gzip.end()
    await written
  } finally {
    gzip.destroy()
  }
}

function push(gzip: ReturnType<typeof createGzip>, text: string, hash?: Hash): Promise<void> {
  hash?.update(text)
  return new Promise((resolve, reject) => gzip.write(text, (error) => (error ? reject(error) : resolve())))
}

/** Frontdesk writes no longer row. */
const maxLine = 500_000_000

type OpenBackup = { header: Header; rows: AsyncGenerator<TableLines> }

/**
 * Opens a backup. Reading its rows to the end verifies that it is complete and unchanged.
 * @throws CommandError, here or while reading rows, if it is not a backup, is cut off, or was changed
 */
export async function openBackup(path: string): Promise<OpenBackup> {
  const lines = readLines(path)
  const { value: first, done } = await lines.next()
  const header = Header.safeParse(done ? undefined : parsed(first[0] ?? ''))
  if (header.success) return { header: header.data, rows: readRows(path, header.data, first ?? [], lines) }
  await lines.return(undefined)
  const late = header.error.issues.find((issue) => issue.path[0] === 'formatVersion')
  throw new CommandError(late ? `${path} ${late.message}.` : `${path} is not a backup of Frontdesk.`)
}

/** Reads a backup to its end to verify it. */
export async function checkBackup(path: string): Promise<Header> {
  const { header, rows } = await openBackup(path)
  for await (const _ of rows);
  return header
}

async function* readRows(
  path: string,
  header: Header,
  first: string[],
  lines: AsyncGenerator<string[]>,
): AsyncGenerator<TableLines> {
  const check = createCheck(path, header, first[0] ?? '')
  for (let batch: string[] | undefined = first.slice(1); batch; batch = (await lines.next()).value) {
    let rows: string[] = []
    for (const line of batch) {
      if (line.startsWith('[')) {
        check.row(line)
        rows.push(line)
        continue
      }
      if (rows.length > 0) yield { table: check.table(), lines: rows }
      rows = []
      check.mark(line)
    }
    if (rows.length > 0) yield { table: check.table(), lines: rows }
  }
  check.over()
}

/** Verifies a backup line by line. Throws if it differs from what was written. */
function createCheck(path: string, header: Header, head: string) {
  const hash = createHash('sha256').update(`${head}\n`)
  const missing = new Map(header.tables.map(({ name, rows }) => [name, rows]))
  let table = ''
  let ended = false
  const goOn = (line: string) => {
    if (ended) throw damaged(path)
    hash.update(line).update('\n')
  }
  return {
    table: () => table,
    row(line: string) {
      goOn(line)
      missing.set(table, (missing.get(table) ?? 0) - 1)
    },
    mark(line: string) {
      const mark = parsed(line) as { table?: unknown } | undefined
      if (typeof mark?.table === 'string') {
        goOn(line)
        table = mark.table
        return
      }
      const trailer = Trailer.safeParse(mark)
      if (ended || !trailer.success || trailer.data.sha256 !== hash.digest('hex')) throw damaged(path)
      ended = true
    },
    over() {
      if (!ended) throw cutOff(path)
      if ([...missing.values()].some((rows) => rows !== 0)) throw damaged(path)
    },
  }
}

/** The lines of a compressed file, in batches. */
async function* readLines(path: string): AsyncGenerator<string[], undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const file = createReadStream(path)
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  file.on('error', (error) => gunzip.destroy(error))
  file.pipe(gunzip)
  let parts: string[] = []
  let length = 0
  try {
    for await (const chunk of gunzip) {
      const [first, ...others] = decoder.decode(chunk as Uint8Array, { stream: true }).split('\n') as [
        string,
        ...string[],
      ]
      parts.push(first)
      length += first.length
      if (length > maxLine) throw damaged(path)
      if (others.length === 0) continue
      const open = others.pop() as string
      yield [parts.join(''), ...others]
      parts = [open]
      length = open.length
    }
    if (length > 0) throw cutOff(path)
  } catch (error) {
    throw error instanceof CommandError ? error : unreadable(path, error)
  } finally {
    file.destroy()
    gunzip.destroy()
  }
}

const damaged = (path: string) => new CommandError(`${path} is damaged: its content differs from what was written.`)
const cutOff = (path: string) => new CommandError(`${path} is incomplete: its end is missing.`)

function unreadable(path: string, error: unknown): CommandError {
  const { code, message } = error as { code?: string; message: string }
  if (code === 'Z_BUF_ERROR') return cutOff(path)
  if (code?.startsWith('Z_')) return new CommandError(`${path} is damaged, or not a backup of Frontdesk.`)
  // Thrown by the decoder for invalid UTF-8.
  if (error instanceof TypeError) return damaged(path)
  return new CommandError(`${path} cannot be read: ${message}`)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
