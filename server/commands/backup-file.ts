import { createHash, type Hash } from 'node:crypto'
import { createGzip } from 'node:zlib'
import { z } from 'zod'

const format = 'frontdesk-backup'
const newestFormat = 2
/** The server may be standing still while this runs: quick before small. */
const compression = { level: 2, chunkSize: 64 * 1024 }

/**
 * The first line of a backup. What follows, a JSON value a line: `{"table": name}` before the rows of a table, each row an
 * array of texts and nulls in the order of the columns; at the end `{"end": true, "sha256"}`, over all bytes before it.
 */
export const Header = z.object({
  format: z.literal(format),
  formatVersion: z.int().max(newestFormat, 'was written by a later version of this program'),
  /** The release that wrote it. */
  version: z.string(),
  /** How many migrations the database had. In format 1 they are the files before release 0.1.0. */
  schema: z.int(),
  createdAt: z.string(),
  /** Tells whether a secret is the one that keys and sealed values of this backup were made under. */
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

export const Trailer = z.object({ end: z.literal(true), sha256: z.string() })

/** The lines of a table, some at a time. */
export type TableLines = { table: string; lines: string[] }

/** Writes a whole backup, compressed, piece by piece into `write`, whose promise says when the next may come. */
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
  const say = (text: string) => Promise.race([push(gzip, text, hash), failed])
  try {
    await say(`${JSON.stringify({ format, formatVersion: newestFormat, ...header })}\n`)
    let current = ''
    for await (const { table, lines } of rows) {
      if (table !== current) await say(`${JSON.stringify({ table })}\n`)
      current = table
      await say(`${lines.join('\n')}\n`)
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
