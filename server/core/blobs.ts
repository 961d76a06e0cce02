import type { Buffer } from 'node:buffer'
import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import type { Context, Tx } from './context.ts'
import { AppError } from './error.ts'
import { defineTask } from './queue.ts'
import { serverTask } from './tasks.ts'

/**
 * The bytes of a file, in the database, in parts, so that no query holds all of them: one transaction per part while
 * they arrive, because an open transaction blocks all others on the embedded database. A blob exists once its row does;
 * parts without one are deleted after an hour. A blob belongs to the record that has its id.
 */
const partBytes = 256 * 1024

/** What the blobs of a site may take up together. */
export const maxSiteBytes = 10 * 1024 ** 3

/** Deletes the parts of a blob that was never finished. */
const forgetTask = defineTask('blobs.forget', z.object({ id: z.string() }))
/** Longer than storing a received file takes. */
const forgetAfter = 60 * 60_000

/**
 * Stores the bytes of a new blob, except for the last part.
 * @returns stores the last part, in the transaction that stores the record; then the blob exists
 * @throws 413 if the blobs of the site would take up more than `maxSiteBytes`
 */
export async function storeBlob(ctx: Context, id: string, bytes: Buffer): Promise<(tx: Tx) => Promise<void>> {
  const { sql, site, now, services } = ctx
  await refuseOverQuota(ctx, bytes.length)
  const last = Math.max(0, Math.ceil(bytes.length / partBytes) - 1)
  if (last > 0) await services.queue.add(forgetTask, site.id, { id }, { name: id, at: now() + forgetAfter })
  for (let part = 0; part < last; part++) await storePart(sql, id, bytes, part)
  return async (tx) => {
    await storePart(tx.sql, id, bytes, last)
    await tx.sql`insert into blobs ${tx.sql({ id, site: site.id, size: bytes.length })}`
  }
}

const storePart = (sql: Sql, file: string, bytes: Buffer, part: number) =>
  sql`insert into file_parts ${sql({ file, part, bytes: bytes.subarray(part * partBytes, (part + 1) * partBytes) })}`

async function refuseOverQuota({ sql, site }: Context, added: number): Promise<void> {
  const [{ size }] = await sql<[{ size: number }]>`
    select coalesce(sum(size), 0)::float8 as size from blobs where site = ${site.id}`
  if (size + added <= maxSiteBytes) return
  const gigabytes = maxSiteBytes / 1024 ** 3
  throw new AppError(413, 'bad_request', `The files of this site take up ${gigabytes} GB. Delete some first.`, {
    reason: 'storage_full',
    params: { gigabytes },
  })
}

/** The parts of a blob, one query each, in order. Ends early if the blob is deleted while it is read. */
export async function* readBlob(sql: Sql, id: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const [found] = await sql<{ bytes: Uint8Array }[]>`
      select bytes from file_parts where file = ${id} and part = ${part}`
    if (!found) return
    yield found.bytes
  }
}

/** All bytes of a blob, in memory of its own that can be transferred to a thread. Shorter if it is deleted while it is read. */
export async function readWholeBlob(sql: Sql, id: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size)
  let at = 0
  for await (const part of readBlob(sql, id)) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes.subarray(0, at)
}

/** Deletes blobs, in the transaction that deletes their records. */
export async function removeBlobs(sql: Sql, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from file_parts where file = any(${ids}::text[])`
  await sql`delete from blobs where id = any(${ids}::text[])`
}

export const blobTasks = [
  serverTask(forgetTask, {
    lane: 'timers',
    retry: [60_000, 60 * 60_000],
    async run({ sql }, { id }) {
      await sql`delete from file_parts where file = ${id} and not exists (select from blobs where id = ${id})`
    },
  }),
]
