/** PostgreSQL in WebAssembly (PGlite), with the settings of the embedded database. */
import { readFile } from 'node:fs/promises'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'

/** The compiled engine. */
export type Program = NonNullable<PGliteOptions['pgliteWasmModule']>

/** Both runtimes have it, but it is declared only in the DOM types. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<Program> }

const said: string[] = []

const remember = (line: string) => {
  said.push(line)
  if (said.length > 50) said.shift()
  return false
}

/** PostgreSQL's own reason for a failed start. */
export function reasonOf(error: Error): string {
  const fatal = said.findLast((line) => /(?:FATAL|PANIC): /.test(line)) ?? said.at(-1)
  return fatal?.replace(/^.*?(?:FATAL|PANIC|postgres):\s+/, '') ?? error.message
}

const settings = [
  // Without a checkpointer process, the engine makes a checkpoint after writing this much.
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  // Resident from the start. Other pages are in the file cache of the system.
  'shared_buffers=32MB',
]

/** The import of the memory in the program: its name, kind and limits, 2,048 to 32,768 pages of 64 KB. */
const memoryImport = Buffer.from('\x06memory\x02\x01\x80\x10\x80\x80\x02', 'latin1')
const initialMemory = 32 * 2 ** 20

/**
 * The program requires 128 MB from the start, which PGlite copies and overwrites when it creates a database. With less,
 * the memory grows as needed.
 */
export async function compile(): Promise<Program> {
  const bytes = await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite')))
  const place = bytes.indexOf(memoryImport)
  if (place < 0) throw new Error('the program of the embedded database has other limits of memory than expected')
  bytes.write('\x80\x04', place + memoryImport.indexOf('\x80\x10', 0, 'latin1'), 'latin1')
  return await WebAssembly.compile(bytes)
}

/** Opens the database of a folder, or one in memory, with the data of a tar file if there is one. */
export function openPglite(given: { folder?: string; tar?: Uint8Array; program: Program }): Promise<PGlite> {
  const { folder, tar, program } = given
  return PGlite.create({
    pgliteWasmModule: program,
    initialMemory,
    dataDir: folder ?? 'memory://',
    extensions: { vector, pg_trgm },
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
    initDbStartParams: ['--set', 'shared_buffers=16MB'],
    onStderr: remember,
    ...(tar ? { loadDataDir: new Blob([new Uint8Array(tar)]) } : {}),
  })
}
