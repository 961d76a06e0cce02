import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { Header, type TableLines, Trailer } from './backup-file.ts'
import { CommandError } from './command.ts'

/** A row longer than this is none that the product writes. */
const longestLine = 500_000_000

export type OpenBackup = { header: Header; rows: AsyncGenerator<TableLines> }

/**
 * Opens a backup. Reading its rows to the end checks it wholly: that it is complete, and as it was written.
 * @throws CommandError, here or while the rows are read, where it is no backup, is cut off, or was changed
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

/** Reads a backup to its end without keeping anything of it. */
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

/** Follows a backup line by line, and throws where it is not what was written. */
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

/** The lines of a compressed file, some at a time. */
async function* readLines(path: string): AsyncGenerator<string[], undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const file = createReadStream(path)
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  file.on('error', (error) => gunzip.destroy(error))
  file.pipe(gunzip)
  let begun: string[] = []
  let length = 0
  try {
    for await (const chunk of gunzip) {
      const [first, ...others] = decoder.decode(chunk as Uint8Array, { stream: true }).split('\n') as [
        string,
        ...string[],
      ]
      begun.push(first)
      length += first.length
      if (length > longestLine) throw damaged(path)
      if (others.length === 0) continue
      const open = others.pop() as string
      yield [begun.join(''), ...others]
      begun = [open]
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

const damaged = (path: string) => new CommandError(`${path} is damaged: it does not hold what was written.`)
const cutOff = (path: string) => new CommandError(`${path} is cut off: its end is missing.`)

function unreadable(path: string, error: unknown): CommandError {
  const { code, message } = error as { code?: string; message: string }
  if (code === 'Z_BUF_ERROR') return cutOff(path)
  if (code?.startsWith('Z_')) return new CommandError(`${path} is damaged, or not a backup of Frontdesk.`)
  // The decoder's: bytes that are no text.
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
