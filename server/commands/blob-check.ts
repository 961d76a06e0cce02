import type { Sql } from '../database/database.ts'
import { counted } from './terminal.ts'

/** What is wrong with the stored files. All are numbers of files. */
export type BlobReport = {
  stored: number
  /** Belong to no record, or to one whose file is deleted. */
  orphans: number
  /** Belong to a message or a job, and are not stored. */
  missing: number
  /** Have other parts than their size says. */
  incomplete: number
  /** Their bytes differ from their hash. */
  changed: number
  /** Began more than an hour ago, and were not deleted since. */
  unfinished: number
  /** Their bytes were compared with their hash; fewer than `stored` if that took too long. */
  compared: number
}

const maxUploadMs = 60 * 60_000

/**
 * Checks the stored files of all sites. The database hashes them one by one, so no query holds more than one file.
 * @param now milliseconds since the epoch
 * @param maxMs after this time, the remaining files are not compared
 */
export async function checkBlobs(sql: Sql, now: number, maxMs = Number.POSITIVE_INFINITY): Promise<BlobReport> {
  const [counts] = await sql<[Omit<BlobReport, 'changed' | 'compared'>]>`
    with chat as materialized (
      select file ->> 'id' as id from messages where file is not null and not file ? 'deletedAt')
    select count(*) filter (where owner_kind is not null)::int as stored,
      count(*) filter (where owner_kind = 'chat_file' and owner_id not in (select id from chat)
        or owner_kind = 'job_file' and owner_id not in (select id from job_files)
        or owner_kind = 'knowledge_file'
          and owner_id not in (select id from files where status in ('queued', 'processing')))::int as orphans,
      ((select count(*) from chat where id not in (select owner_id from blobs where owner_kind = 'chat_file'))
        + (select count(*) from job_files where id not in (
          select owner_id from blobs where owner_kind = 'job_file')))::int as missing,
      count(*) filter (where owner_kind is not null and size <> (
        select coalesce(sum(octet_length(bytes)), 0) from file_parts where file = blobs.id))::int as incomplete,
      count(*) filter (where owner_kind is null and created_at < ${now - maxUploadMs})::int as unfinished
    from blobs`
  return { ...counts, ...(await compareHashes(sql, maxMs)) }
}

async function compareHashes(sql: Sql, maxMs: number): Promise<Pick<BlobReport, 'changed' | 'compared'>> {
  const until = performance.now() + maxMs
  let [changed, compared] = [0, 0]
  for (let last = ''; performance.now() < until; compared++) {
    const [blob] = await sql<{ id: string; isSame: boolean }[]>`
      select id, hash = (
        select encode(sha256(coalesce(string_agg(bytes, '' order by part), '')), 'hex')
        from file_parts where file = blobs.id) as "isSame"
      from blobs where id > ${last} and owner_kind is not null order by id limit 1`
    if (!blob) break
    if (!blob.isSame) changed++
    last = blob.id
  }
  return { changed, compared }
}

/** The faults in words; empty if there are none. */
export function describeFaults({ orphans, missing, incomplete, changed, unfinished }: BlobReport): string[] {
  const faults: [number, string][] = [
    [missing, 'missing'],
    [incomplete, 'incomplete'],
    [changed, 'different from when it was stored'],
    [orphans, 'without a record'],
    [unfinished, 'left by an interrupted upload'],
  ]
  return faults.filter(([count]) => count > 0).map(([count, what]) => `${counted(count, 'file')} ${what}`)
}

/** Whether files are lost or damaged, which only a backup can repair. */
export const isDamaged = ({ missing, incomplete, changed }: BlobReport): boolean => missing + incomplete + changed > 0
