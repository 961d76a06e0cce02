import type { Sql } from '../../server/database/database.ts'

type Input = Record<string, unknown>

export type JobRecords = {
  job(): Promise<string>
  /** A job, and a won stage of its site. */
  movableJob(): Promise<{ id: string; stageId: string }>
  /** A job with a file. */
  jobFile(): Promise<{ id: string; fileId: string }>
}

/** Inputs of the operations on jobs. */
export const jobExamples = {
  'jobs.list': () => ({ status: 'all', q: 'roof' }),
  'jobs.create': () => ({
    title: 'Repair the roof',
    details: 'Two tiles are missing.',
    contact: { name: 'Ann Other' },
    value: 1250.5,
    dueAt: '2030-02-01T09:00:00Z',
  }),
  'jobs.get': async ({ job }: JobRecords) => ({ id: await job() }),
  'jobs.update': async ({ job }: JobRecords) => ({ id: await job(), title: 'Repair the gutter', value: 99 }),
  'jobs.move': async ({ movableJob }: JobRecords) => await movableJob(),
  'jobs.addUpdate': async ({ job }: JobRecords) => ({ id: await job(), text: 'The tiles have arrived.' }),
  'jobs.note': async ({ job }: JobRecords) => ({ id: await job(), text: 'Bring the long ladder.' }),
  'jobs.files': async ({ jobFile }: JobRecords) => ({ id: (await jobFile()).id }),
  'jobs.deleteFile': async ({ jobFile }: JobRecords) => await jobFile(),
  'jobs.delete': async ({ job }: JobRecords) => ({ id: await job() }),
  'jobs.pipeline': () => ({}),
  'jobs.savePipeline': () => ({
    currency: 'EUR',
    fields: [{ name: 'roof', label: 'Kind of roof', type: 'choice', options: ['flat', 'pitched'] }],
  }),
  'jobs.applyTemplate': () => ({ template: 'simple' }),
  'jobs.setUp': () => ({ template: 'simple' }),
}

/** Creates jobs. */
export function jobRecords(
  sql: Sql,
  post: (path: string, body: Input) => Promise<{ id: string }>,
  mark: string,
): JobRecords {
  const job = async () => {
    const { id } = await post('/jobs', { title: `Roof ${mark}`, value: 100 })
    return id
  }
  return {
    job,
    async movableJob() {
      const id = await job()
      const [row] = await sql<[{ id: string }]>`
        select id from stages where kind = 'won' and site = (select site from jobs where id = ${id})`
      return { id, stageId: row.id }
    },
    async jobFile() {
      const id = await job()
      const fileId = `j${id.replace('job_', 'file_')}`
      await sql`
        insert into job_files (id, site, job_id, name, type, size, uploaded_by, created_at)
        select ${fileId}, site, id, ${`plan ${mark}.txt`}, 'text/plain', 4, 'key:x', created_at from jobs where id = ${id}`
      await sql`
        insert into blobs (id, site, size, hash, type, owner_kind, owner_id, created_at)
        select ${`blob_${fileId}`}, site, 0, 'x', 'text/plain', 'job_file', ${fileId}, 1 from jobs where id = ${id}`
      return { id, fileId }
    },
  }
}
