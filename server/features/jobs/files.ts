import { z } from 'zod'
import { maxFileBytes } from '../../../shared/file.ts'
import type { JobFile, JobFiles, NewJobFile } from '../../../shared/job.ts'
import type { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import { findBlob, keepBlob, readBlob, removeBlobs } from '../../core/blobs.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, conflict, forbidden, notFound } from '../../core/error.ts'
import { proveFile } from '../../core/file-kinds.ts'
import { newId } from '../../core/ids.ts'
import { type Download, download } from '../../core/operation.ts'
import { sameText } from '../../core/seal.ts'
import { getRow, remember } from './job.ts'
import { lockPipeline } from './pipeline.ts'

/** Files of jobs. The bytes of each are a blob of its id. */

type FileRow = {
  id: string
  name: string
  type: string
  size: number
  uploaded_by: string
  created_at: number
}

const maxFiles = 100
const purpose = 'job file'
const linkMs = 60 * 60_000

export async function listJobFiles(ctx: Context, { id }: { id: string }): Promise<JobFiles> {
  await getRow(ctx, id)
  const rows = await ctx.sql<FileRow[]>`
    select id, name, type, size, uploaded_by, created_at from job_files
    where job_id = ${id} order by created_at, id limit ${maxFiles}`
  return { files: rows.map((row) => toFile(ctx, row)) }
}

/** Refuses a file before its bytes are received. @returns its maximum bytes */
export async function admitJobFile(ctx: Context, { id }: Record<string, unknown>): Promise<number> {
  const { files } = ctx.site.settings
  if (!files.jobs) throw badRequest('Files of jobs are off.', 'job_files_off')
  await refuseMany(ctx, String(id))
  return Math.min(files.maxJobMb * 1024 * 1024, maxFileBytes)
}

async function refuseMany(ctx: Context, job: string): Promise<void> {
  await getRow(ctx, job)
  const [{ count }] = await ctx.sql<[{ count: number }]>`
    select count(*)::int as count from job_files where job_id = ${job}`
  if (count >= maxFiles)
    throw conflict(`A job can have ${maxFiles} files. Delete one first.`, 'too_many_job_files', {
      params: { limit: maxFiles },
    })
}

/** Adds a file to a job. 400 if its name or first bytes are not of an accepted kind. */
export async function addJobFile(ctx: Context, { id: job, file }: NewJobFile & { id: string }): Promise<JobFile> {
  const { name, media } = proveFile(file.name, file.head)
  return await ctx.tx(async (tx) => {
    await lockPipeline(tx)
    await refuseMany(tx, job)
    const row = {
      id: newId('jfile'),
      name,
      type: media,
      size: file.size,
      uploaded_by: tx.actor.id,
      created_at: tx.now(),
    }
    await tx.sql`insert into job_files ${tx.sql({ ...row, site: tx.site.id, job_id: job })}`
    await keepBlob(tx, file, { kind: 'job_file', id: row.id }, media)
    await remember(tx, [{ job, kind: 'file_added', data: { fileId: row.id, name } }])
    tx.emit('job.changed', { id: job })
    return toFile(tx, row)
  })
}

export async function deleteJobFile(
  ctx: Context,
  { id: job, fileId }: { id: string; fileId: string },
): Promise<Deleted> {
  return await ctx.tx(async (tx) => {
    await lockPipeline(tx)
    await getRow(tx, job)
    const [file] = await tx.sql<{ name: string }[]>`
      delete from job_files where id = ${fileId} and job_id = ${job} returning name`
    if (!file) throw notFound('file')
    await removeBlobs(tx.sql, 'job_file', [fileId])
    await remember(tx, [{ job, kind: 'file_removed', data: { fileId, name: file.name } }])
    tx.emit('job.changed', { id: job })
    return { id: fileId, deleted: true }
  })
}

/** Deletes the files of jobs, in the transaction that deletes or empties them. @returns how many */
export async function removeJobFiles({ sql }: Tx, jobs: string[]): Promise<number> {
  const rows = await sql<{ id: string }[]>`delete from job_files where job_id = any(${jobs}::text[]) returning id`
  await removeBlobs(
    sql,
    'job_file',
    rows.map(({ id }) => id),
  )
  return rows.length
}

const toFile = (ctx: Context, row: FileRow): JobFile => ({
  ...{ id: row.id, name: row.name, type: row.type, size: row.size, url: signedUrl(ctx, row.id) },
  ...{ uploadedBy: row.uploaded_by, createdAt: row.created_at },
})

function signedUrl(ctx: Context, id: string): string {
  const expires = ctx.now() + linkMs
  const query = new URLSearchParams({
    site: ctx.site.id,
    expires: String(expires),
    signature: sign(ctx, id, expires),
  })
  return `/api/v1/job-files/${id}?${query}`
}

const sign = ({ services, site }: Context, id: string, expires: number) =>
  services.seal.hash(purpose, `${site.id} ${id} ${expires}`)

const Link = z.object({ id: exact(64, 1), expires: z.coerce.number().int().min(0), signature: exact(64, 64) })

/** The bytes of a file, for whoever has its link. */
async function downloadJobFile(ctx: Context, { id, expires, signature }: z.output<typeof Link>): Promise<Download> {
  if (!sameText(signature, sign(ctx, id, expires)) || expires < ctx.now())
    throw forbidden('This link has expired. Open the job again.', 'file_link_expired')
  const [row] = await ctx.sql<{ name: string; type: string }[]>`
    select name, type from job_files where id = ${id} and site = ${ctx.site.id}`
  const blob = row && (await findBlob(ctx.sql, { kind: 'job_file', id }))
  if (!row || !blob) throw notFound('file')
  return { name: row.name, media: row.type, parts: readBlob(ctx.sql, blob), stored: blob }
}

export const jobFileDownloads = {
  download: download('/job-files/:id', {
    summary: 'Download a file of a job',
    description: 'The `url` of a file, which is signed and works for an hour. It needs no key.',
    scope: 'public',
    errors: [403, 404],
    input: Link,
    media: 'application/octet-stream',
    run: downloadJobFile,
  }),
}
