import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { maxFileBytes, type UploadedFile } from '../../shared/file.ts'
import type { Sql } from '../database/database.ts'
import type { Context, Tx } from './context.ts'
import { AppError, tooLarge, unavailable } from './error.ts'
import { newId } from './ids.ts'
import { defineTask } from './queue.ts'
import { serverTask } from './tasks.ts'

/**
 * The bytes of a file, in the database, in parts, so that no query and no server holds all of them. A blob without an
 * owner is unfinished: its parts are still arriving, one statement each, because an open transaction blocks all others
 * on the embedded database. It is deleted with its request, or after an hour if its server was killed.
 */
const partBytes = 256 * 1024

/** What the blobs of a site may take up together. */
export const maxSiteBytes = 10 * 1024 ** 3

/** The file that a blob belongs to: one of a chat (`cfile_…`), of the knowledge (`file_…`) or of a job (`jfile_…`). */
export type BlobOwner = { kind: 'chat_file' | 'knowledge_file' | 'job_file'; id: string }

/** A stored file. `hash` is the SHA-256 in hex, `type` the media type that its first bytes prove. */
export type StoredBlob = { id: string; size: number; hash: string; type: string }

/** Receives the bytes of one file. `end` describes it once all are stored; `drop` deletes it unless it was kept. */
export type FileReceiver = {
  /** @throws 413 above the maximum or the quota of the site */
  write(bytes: Uint8Array): Promise<void>
  /**
   * @param name the name that the client sent
   * @throws 413 above the quota of the site
   */
  end(name: string): Promise<UploadedFile>
  drop(): Promise<void>
}

/** Opens what receives the file of a form, or refuses it, before its bytes are read. `fields` are those sent before it. */
export type OpenFile = (fields: Record<string, unknown>) => Promise<FileReceiver>

/** A class, because a repeated request is compared by the fields of its input, and these are none of them. */
class Uploaded implements UploadedFile {
  readonly #file: UploadedFile
  constructor(file: UploadedFile) {
    this.#file = file
  }
  get name() {
    return this.#file.name
  }
  get size() {
    return this.#file.size
  }
  get hash() {
    return this.#file.hash
  }
  get head() {
    return this.#file.head
  }
  get blob() {
    return this.#file.blob
  }
}

/** Deletes a blob that was never finished. */
const forgetTask = defineTask('blobs.forget', z.object({ id: z.string() }))
/** Longer than receiving a file takes. */
const forgetAfter = 60 * 60_000

/**
 * Begins a blob. `keepBlob` finishes it.
 * @param max maximum bytes of the file
 */
export async function receiveBlob(ctx: Context, max: number): Promise<FileReceiver> {
  const { sql, site, now, services } = ctx
  const free = maxSiteBytes - (await sizeOfSite(ctx))
  const id = newId('blob')
  await services.queue.add(forgetTask, site.id, { id }, { name: id, at: now() + forgetAfter })
  await sql`insert into blobs ${sql({ id, site: site.id, size: 0, created_at: now() })}`
  const measured = measure(Math.min(max, free), () => (free < max ? storageFull() : overSize(max)))
  let head: Uint8Array | undefined
  let part = Buffer.allocUnsafe(partBytes)
  let [filled, number] = [0, 0]
  const store = async () => {
    const bytes = part.subarray(0, filled)
    head ??= bytes
    await storePart(sql, id, number++, bytes)
    part = Buffer.allocUnsafe(partBytes)
    filled = 0
  }
  return {
    async write(bytes) {
      measured.add(bytes)
      for (let rest = bytes; rest.length > 0; ) {
        const taken = rest.subarray(0, partBytes - filled)
        part.set(taken, filled)
        filled += taken.length
        rest = rest.subarray(taken.length)
        if (filled === partBytes) await store()
      }
    },
    async end(name) {
      if (filled > 0) await store()
      // Uploads that began together may pass the quota only together.
      if ((await sizeOfSite(ctx)) > maxSiteBytes) throw storageFull()
      return new Uploaded({ name, ...measured.end(), head: head ?? new Uint8Array(), blob: id })
    },
    async drop() {
      await removeUnfinished(sql, id)
    },
  }
}

/** Only measures a file, to compare it with that of an earlier request. Looking into it, or keeping it, is a 503. */
export function measureFile(): FileReceiver {
  const measured = measure(maxFileBytes, () => overSize(maxFileBytes))
  return {
    write: async (bytes) => measured.add(bytes),
    async end(name) {
      const unstored = {
        blob: '',
        get head(): Uint8Array {
          throw notStored()
        },
      }
      return new Uploaded(Object.assign(unstored, { name, ...measured.end() }))
    },
    drop: async () => {},
  }
}

function measure(limit: number, refusal: () => AppError) {
  const hash = createHash('sha256')
  let size = 0
  return {
    add(bytes: Uint8Array) {
      size += bytes.length
      if (size > limit) throw refusal()
      hash.update(bytes)
    },
    end: () => ({ size, hash: hash.digest('hex') }),
  }
}

/** 413 for a file larger than `max` bytes. */
export const overSize = (max: number): AppError =>
  tooLarge(`file: Must not be larger than ${max / 1024 / 1024} MB.`, { bytes: max })

async function sizeOfSite({ sql, site }: Context): Promise<number> {
  const [{ size }] = await sql<[{ size: number }]>`
    select coalesce(sum(size), 0)::float8 as size from blobs where site = ${site.id}`
  return size
}

function storageFull(): AppError {
  const gigabytes = maxSiteBytes / 1024 ** 3
  return new AppError(413, 'bad_request', `The files of this site take up ${gigabytes} GB. Delete some first.`, {
    reason: 'storage_full',
    params: { gigabytes },
  })
}

async function storePart(sql: Sql, id: string, part: number, bytes: Uint8Array): Promise<void> {
  const { count } = await sql`
    with blob as (
      update blobs set size = size + ${bytes.length} where id = ${id} and owner_kind is null returning id)
    insert into file_parts (file, part, bytes) select id, ${part}::integer, ${bytes}::bytea from blob`
  if (count === 0) throw notStored()
}

/** The blob was deleted, because its upload took longer than an hour, or only measured. */
const notStored = () => unavailable('The file is not stored. Send it again.', 'upload_lost')

/**
 * Finishes the blob of a file, in the transaction that stores the file's record.
 * @param type the media type that the first bytes prove
 * @throws 503 if the blob no longer exists
 */
export async function keepBlob({ sql }: Tx, file: UploadedFile, owner: BlobOwner, type: string): Promise<void> {
  const row = { hash: file.hash, type, owner_kind: owner.kind, owner_id: owner.id }
  const { count } = await sql`update blobs set ${sql(row)} where id = ${file.blob} and owner_kind is null`
  if (count === 0) throw notStored()
}

/** The blob of a file; undefined if it was deleted. */
export async function findBlob(sql: Sql, { kind, id }: BlobOwner): Promise<StoredBlob | undefined> {
  const [blob] = await sql<StoredBlob[]>`
    select id, size, hash, type from blobs where owner_kind = ${kind} and owner_id = ${id}`
  return blob
}

/** The parts of a blob, one query each, in order. Ends early if the blob is deleted while it is read. */
export async function* readBlob(sql: Sql, { id }: Pick<StoredBlob, 'id'>): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const [found] = await sql<{ bytes: Uint8Array }[]>`
      select bytes from file_parts where file = ${id} and part = ${part}`
    if (!found) return
    yield found.bytes
  }
}

/** All bytes of a blob, in memory of its own that can be transferred to a thread. Fewer if it is deleted by then. */
export async function readWholeBlob(sql: Sql, owner: BlobOwner): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await findBlob(sql, owner)
  const bytes = new Uint8Array(blob?.size ?? 0)
  if (!blob) return bytes
  let at = 0
  for await (const part of readBlob(sql, blob)) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes.subarray(0, at)
}

/** Deletes the blobs of files, in the transaction that deletes their records. */
export async function removeBlobs(sql: Sql, kind: BlobOwner['kind'], ids: string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from blobs where owner_kind = ${kind} and owner_id = any(${ids}::text[])`
}

const removeUnfinished = (sql: Sql, id: string) => sql`delete from blobs where id = ${id} and owner_kind is null`

export const blobTasks = [
  serverTask(forgetTask, {
    lane: 'timers',
    retry: [60_000, 60 * 60_000],
    run: async ({ sql }, { id }) => void (await removeUnfinished(sql, id)),
  }),
]
