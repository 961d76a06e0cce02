import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBlobs } from '../server/commands/blob-check.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, program } from './support/desk.ts'
import { drawnImage } from './support/files.ts'
import { sendJobFile } from './support/job-files.ts'

let world: ChatWorld
let key: Caller
let token: string

beforeAll(async () => {
  world = await createChatWorld()
  token = await world.key(undefined, { ratePerMinute: 100_000 })
  key = await program(world)
  await world.set({ files: { jobs: true, maxJobMb: 2 } })
})
afterAll(() => world.close())

const make = async (body: Body = { title: 'Roof' }): Promise<Body> => (await key.post('/jobs', body)).body
const send = (id: string, name: string, bytes: string | Uint8Array) =>
  sendJobFile(world, { id, name, bytes, key: token })
const add = async (id: string, name = 'plan.txt', bytes: string | Uint8Array = 'Tiles'): Promise<Body> => {
  const reply = await send(id, name, bytes)
  expect([reply.status, reply.body.error]).toEqual([201, undefined])
  return reply.body
}
const list = async (id: string): Promise<Body[]> => (await key.get(`/jobs/${id}/files`)).body.files
const fetchFile = (path: string) => fetch(`${world.url}${path}`)
const blobs = async () => (await world.services.database.sql`select from blobs where owner_kind = 'job_file'`).count

describe('a file of a job', () => {
  test('[U25] is added, listed, downloaded and deleted', async () => {
    const { id } = await make()
    const file = await add(id)
    expect(file).toEqual({
      ...{ id: expect.stringMatching(/^jfile_/), name: 'plan.txt', type: 'text/plain', size: 5 },
      ...{ url: expect.stringMatching(/^\/api\/v1\/job-files\//), uploadedBy: expect.stringMatching(/^key:/) },
      createdAt: world.clock.now(),
    })
    expect((await list(id)).map(({ url: _, ...rest }) => rest)).toEqual([(({ url: _, ...rest }) => rest)(file)])
    const got = await fetchFile(file.url)
    expect([got.status, await got.text()]).toEqual([200, 'Tiles'])
    expect(got.headers.get('content-disposition')).toMatch(/^attachment; filename="plan.txt"/)
    expect(got.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await key.del(`/jobs/${id}/files/${file.id}`)).body).toEqual({ id: file.id, deleted: true })
    expect((await key.del(`/jobs/${id}/files/${file.id}`)).status).toBe(404)
    expect((await fetchFile(file.url)).status).toBe(404)
    const { history } = (await key.get(`/jobs/${id}`)).body
    expect(history.map(({ kind }: Body) => kind)).toEqual(['created', 'file_added', 'file_removed'])
    expect(await blobs()).toBe(0)
  })

  test('[U25] has a link that ends after an hour, and works for nothing else', async () => {
    const { id } = await make()
    const file = await add(id)
    const other = await add(id, 'other.txt', 'Other')
    for (const path of [
      file.url.replace(file.id, other.id),
      file.url.replace('site=demo', 'site=other'),
      file.url.replace(/expires=\d+/, (given: string) => `${given}0`),
      file.url.replace(/signature=\w/, 'signature=g'),
    ])
      expect([path, (await fetchFile(path)).status]).toEqual([path, 403])
    expect((await fetchFile(file.url.split('?')[0])).status).toBe(400)
    world.clock.move(61 * 60_000)
    expect((await fetchFile(file.url)).status).toBe(403)
    const [again] = await list(id)
    expect((await fetchFile(again?.url)).status).toBe(200)
  })

  test('[U25] is refused while files.jobs is off, for an unknown job, and above the maximum', async () => {
    const { id } = await make()
    expect((await send('job_none', 'plan.txt', 'x')).status).toBe(404)
    const large = new Uint8Array(2 * 1024 * 1024 + 1).fill(65)
    expect((await send(id, 'plan.txt', large)).status).toBe(413)
    await world.set({ files: { jobs: false } })
    const { status, body } = await send(id, 'plan.txt', 'x')
    await world.set({ files: { jobs: true } })
    expect([status, body.error.reason]).toEqual([400, 'job_files_off'])
    expect([await list(id), await blobs()]).toEqual([[], 2])
  })

  test('is what its first bytes prove', async () => {
    const { id } = await make()
    expect((await add(id, 'photo.png', drawnImage(2, 3))).type).toBe('image/png')
    for (const [name, bytes] of [
      ['page.html', '<script>'],
      ['photo.png', '<script>'],
      ['plan.pdf', 'x'],
      ['plan', 'x'],
      ['empty.txt', ''],
    ] as const)
      expect([name, (await send(id, name, bytes)).status]).toEqual([name, 400])
  })

  test.each([
    ['Grundriss Dachgeschoß – größer 屋根 🏠.txt', 'Grundriss Dachgeschoß – größer 屋根 🏠.txt'],
    ['../../etc/pass"wd.txt', 'pass"wd.txt'],
    ['a\u202Etxt.exe.txt', 'atxt.exe.txt'],
    ["it's; filename=x.txt", "it's; filename=x.txt"],
  ])('may be named %j', async (given, name) => {
    const { id } = await make()
    const file = await add(id, given)
    expect(file.name).toBe(name)
    const header = (await fetchFile(file.url)).headers.get('content-disposition') as string
    expect(header).toMatch(/^attachment; filename="[^"\\\r\n]*"(; filename\*=UTF-8''[\w%.~!&+-]*)?$/)
  })

  test('is limited in number, and goes with its job', async () => {
    const { id } = await make()
    await add(id)
    const { sql } = world.services.database
    await sql`
      insert into job_files select id || n, site, job_id, name, type, size, uploaded_by, created_at
      from job_files, generate_series(1, 99) n where job_id = ${id}`
    expect((await send(id, 'more.txt', 'x')).body.error).toMatchObject({
      reason: 'too_many_job_files',
      params: { limit: 100 },
    })
    await sql`delete from job_files where job_id = ${id} and id not in (select owner_id from blobs where owner_kind = 'job_file')`
    const before = await blobs()
    await key.del(`/jobs/${id}`)
    expect(await blobs()).toBe(before - 1)
    expect(await checkBlobs(sql, world.clock.now())).toMatchObject({
      orphans: 0,
      missing: 0,
      incomplete: 0,
      changed: 0,
    })
  })
})

test('the export of a person contains their jobs with files; erasure empties them', async () => {
  const contact = { name: 'Fay Secret', email: 'fay@mail.example' }
  const job = await make({ title: 'Roof of Fay Secret', details: 'Fay Secret lives here', contact, value: 50 })
  await add(job.id, 'secret.txt', 'Fay Secret')
  await key.post(`/jobs/${job.id}/notes`, { text: 'Fay Secret is kind' })
  await key.patch(`/jobs/${job.id}`, { title: 'Fay Secret’s roof' })
  const [{ id: lost }] = (await key.get('/jobs/pipeline')).body.stages.filter(({ kind }: Body) => kind === 'lost')
  await key.post(`/jobs/${job.id}/move`, { stageId: lost, lostReason: 'Fay Secret moved away' })
  const lead = job.contact.id
  const zip = await fetch(`${world.url}/api/v1/leads/${lead}/archive`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const text = Buffer.from(await zip.arrayBuffer()).toString('latin1')
  for (const name of [`jobs/${job.id}.json`, 'secret.txt']) expect(text).toContain(name)
  const contacts = await program(world, ['leads:write', 'conversations:write'])
  expect((await contacts.post(`/leads/${lead}/erase`)).status).toBe(403)
  const before = await blobs()
  const { status, body } = await key.post(`/leads/${lead}/erase`)
  expect([status, body.removed]).toEqual([200, expect.objectContaining({ jobs: 1, notes: 1 })])
  expect(await blobs()).toBe(before - 1)
  const erased = (await key.get(`/jobs/${job.id}`)).body
  expect(erased).toMatchObject({
    contact: null,
    details: null,
    fields: {},
    notes: [],
    valueCents: 5000,
    status: 'lost',
  })
  expect(erased.title).toBe(`Job ${job.number}`)
  const { sql } = world.services.database
  for (const table of ['jobs', 'job_history', 'job_files', 'notes', 'events', 'leads'])
    expect([table, await sql.unsafe(`select from ${table} t where t::text like '%Fay Secret%'`)]).toEqual([table, []])
})
