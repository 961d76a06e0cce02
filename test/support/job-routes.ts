import type { ChatWorld } from './chat.ts'
import type { EventRoute } from './event-route.ts'
import { sendJobFile } from './job-files.ts'
import type { Reply } from './world.ts'

/** The operations on jobs and their pipeline. */
export function jobRoutes(world: () => ChatWorld): EventRoute[] {
  const send = async (method: string, path: string, body: unknown = {}): Promise<Reply> =>
    await world().api(method, `${path}?site=demo`, { body: method === 'DELETE' ? undefined : body })
  const job = async () => (await send('POST', '/jobs', { title: 'Roof' })).body.id as string
  const stages = async () => (await world().get('/jobs/pipeline')).body.stages as { id: string; kind: string }[]
  const move = async (id: string, kind: string) =>
    await send('POST', `/jobs/${id}/move`, { stageId: (await stages()).find((stage) => stage.kind === kind)?.id })
  return [
    { route: 'POST /jobs', emits: ['job.created'], call: job },
    {
      route: 'POST /jobs with a new contact',
      emits: ['lead.captured', 'job.created'],
      call: () => send('POST', '/jobs', { contact: { email: 'roof@mail.example' } }),
    },
    {
      route: 'PATCH /jobs/:id',
      emits: ['job.updated'],
      prepare: job,
      call: (id) => send('PATCH', `/jobs/${id}`, { value: 10 }),
    },
    {
      route: 'PATCH /jobs/:id to what it is',
      emits: [],
      prepare: job,
      call: (id) => send('PATCH', `/jobs/${id}`, { title: 'Roof' }),
    },
    {
      route: 'POST /jobs/:id/updates',
      emits: ['job.updated'],
      prepare: job,
      call: (id) => send('POST', `/jobs/${id}/updates`, { text: 'More' }),
    },
    {
      route: 'POST /jobs/:id/move to a won stage',
      emits: ['job.stage_changed', 'job.won'],
      prepare: job,
      call: (id) => move(id, 'won'),
    },
    {
      route: 'POST /jobs/:id/move to a lost stage',
      emits: ['job.stage_changed', 'job.lost'],
      prepare: job,
      call: (id) => move(id, 'lost'),
    },
    { route: 'POST /jobs/:id/move to where it is', emits: [], prepare: job, call: (id) => move(id, 'open') },
    ...attachedRoutes(world),
  ]
}

/** Notes and files of jobs, their deletion, and the pipeline. */
function attachedRoutes(world: () => ChatWorld): EventRoute[] {
  const send = async (method: string, path: string, body: unknown = {}): Promise<Reply> =>
    await world().api(method, `${path}?site=demo`, { body: method === 'DELETE' ? undefined : body })
  const job = async () => (await send('POST', '/jobs', { title: 'Roof' })).body.id as string
  const withFile = async () => {
    await world().set({ files: { jobs: true } })
    const id = await job()
    const { body } = await sendJobFile(world(), { id, name: 'plan.txt', bytes: 'Tile', query: '?site=demo' })
    return `${id} ${body.id}`
  }
  return [
    {
      route: 'POST /jobs/:id/notes',
      emits: ['job.changed'],
      prepare: job,
      call: (id) => send('POST', `/jobs/${id}/notes`, { text: 'Ladder' }),
    },
    {
      route: 'PATCH /notes/:id of a job',
      emits: ['job.changed'],
      prepare: async () => (await send('POST', `/jobs/${await job()}/notes`, { text: 'Ladder' })).body.id,
      call: (id) => send('PATCH', `/notes/${id}`, { text: 'Long ladder' }),
    },
    {
      route: 'POST /jobs/:id/files',
      emits: ['job.changed'],
      async prepare() {
        await world().set({ files: { jobs: true } })
        return await job()
      },
      call: (id) => sendJobFile(world(), { id, name: 'plan.txt', bytes: 'Tile', query: '?site=demo' }),
    },
    {
      route: 'DELETE /jobs/:id/files/:fileId',
      emits: ['job.changed'],
      prepare: withFile,
      call: (given) => send('DELETE', `/jobs/${given.replace(' ', '/files/')}`),
    },
    { route: 'DELETE /jobs/:id', emits: ['job.changed'], prepare: job, call: (id) => send('DELETE', `/jobs/${id}`) },
    {
      route: 'PUT /jobs/pipeline',
      emits: ['pipeline.changed'],
      call: () => send('PUT', '/jobs/pipeline', { currency: 'CHF' }),
    },
  ]
}
