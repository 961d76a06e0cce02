import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { chatModel, embedModel, tinyModel } from './support/fake-ollama.ts'
import { signIn } from './support/sign-in.ts'
import { createGate, type Step } from './support/steps.ts'

let world: ChatWorld
beforeAll(async () => {
  world = await createChatWorld({ file: { ai: { provider: 'auto' } } })
})
afterAll(() => world.close())
beforeEach(() => {
  world.clock.move(60_000)
  world.model.hold = undefined
  world.model.instead(() => undefined)
  world.model.models.splice(0, Number.POSITIVE_INFINITY, chatModel, embedModel)
})

const list = async () => (await world.get('/models')).body
const pull = (model = 'tiny', site = 'demo') => world.api('POST', `/models/pull?site=${site}`, { body: { model } })
const cancel = async (id: string) => (await world.api('POST', `/models/pulls/${id}/cancel`, { body: {} })).body
const isOver = async () => {
  await until(async () => (await list()).pull.finishedAt !== null)
  return (await list()).pull
}
const chatSeen = () => world.model.seen.findLast(({ path }) => path === '/api/chat')?.json
const pullSays = (...steps: Step[]) =>
  world.model.instead(({ path }) => (path === '/api/pull' ? [...steps, { end: true }] : undefined))

describe('the models', () => {
  test('are listed with their capabilities, and which of them is in use', async () => {
    world.model.loaded.splice(0, Number.POSITIVE_INFINITY, chatModel.name)
    const vectors = world.services.database.vectors
    expect(await list()).toMatchObject({
      site: 'demo',
      provider: 'ollama',
      ok: true,
      chat: chatModel.name,
      embedding: vectors ? embedModel.name : null,
      mayFetch: true,
      models: [
        { name: embedModel.name, abilities: ['embedding'], inMemory: false },
        { name: chatModel.name, abilities: ['chat', 'tools'], contextTokens: 131_072, inMemory: true },
      ],
    })
  })

  test('show the one that the site chose; another site uses the deployment’s', async () => {
    world.model.models.push(tinyModel)
    await world.set({ assistant: { model: tinyModel.name } })
    expect((await list()).chat).toBe(tinyModel.name)
    expect((await world.api('GET', '/models?site=other')).body.chat).toBe(chatModel.name)
    await world.start()
    expect(chatSeen()?.model).toBe(tinyModel.name)
    await world.set({ assistant: { model: '' } })
  })

  test('are none if the server is broken, which is reported as text', async () => {
    world.model.instead(() => [{ status: 500, body: '{"error":"out of order"}' }])
    expect(await list()).toMatchObject({
      ...{ models: [], detail: expect.stringContaining('out of order') },
      ...{ reason: 'model_status', params: { status: 500 } },
    })
  })

  test('stay in memory if the settings say so, from each call on and when they are loaded', async () => {
    const load = () => world.post('/models/load')
    const loadSeen = () => world.model.seen.findLast(({ path }) => path === '/api/generate')?.json
    await list()
    expect((await load()).body).toMatchObject({ ok: true, model: chatModel.name })
    // With another window, Ollama would load it again for the next reply.
    const options = { num_ctx: 8192 }
    expect(loadSeen()).toEqual({ model: chatModel.name, stream: false, options })
    await world.start()
    expect(chatSeen()).not.toHaveProperty('keep_alive')
    expect(chatSeen()?.options).toMatchObject(options)
    await world.set({ assistant: { keepWarm: true } })
    await load()
    expect(loadSeen()).toEqual({ model: chatModel.name, stream: false, options, keep_alive: -1 })
    await world.start()
    expect(chatSeen()).toHaveProperty('keep_alive', -1)
    world.model.instead(({ path }) =>
      path === '/api/generate' ? [{ status: 500, body: '{"error":"model requires more system memory"}' }] : undefined,
    )
    const { ok, detail } = (await load()).body
    expect([ok, detail]).toEqual([false, expect.stringMatching(/more system memory.*\. Check .* enough memory\.$/)])
    world.model.instead(() => undefined)
    await world.set({ assistant: { model: 'gone:7b' } })
    // Its replies are written by the model of the configuration.
    expect(await list()).toMatchObject({ chat: chatModel.name })
    expect((await load()).body.detail).toMatch(/not found.*\. Download it, or choose another model\.$/)
    await world.set({ assistant: { model: '' } })
    await world.set({ assistant: { keepWarm: false } })
  })
})

describe('a model download', () => {
  test('is published step by step on every site, and the model is used if there was none', async () => {
    world.model.models.splice(0)
    expect(await list()).toMatchObject({ provider: 'none', chat: null })
    const emitted: [site: string, completed: number, total: number][] = []
    const stop = world.services.ephemeral.subscribe(({ site, type, data }) => {
      if (type === 'pull.changed') emitted.push([site, data.pull.completed, data.pull.total])
    })
    const { status, body } = await pull()
    expect([status, body]).toEqual([202, { id: expect.stringMatching(/^pull_/), model: 'tiny' }])
    expect(await isOver()).toMatchObject({ id: body.id, status: 'done', error: null, completed: 2_019_377_376 })
    stop()
    const steps = emitted.filter(([site]) => site === 'demo').map(([, completed]) => completed)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(steps[0]).toBe(0)
    expect(emitted.at(-1)?.slice(1)).toEqual([2_019_377_376, 2_019_377_376])
    expect(emitted.filter(([site]) => site === 'other')).toHaveLength(steps.length)
    expect(await list()).toMatchObject({ provider: 'ollama', chat: tinyModel.name })
  })

  test.each([
    ['unknown_model', { raw: '{"error":"pull model manifest: file does not exist"}\n' }],
    ['disk_full', { raw: '{"error":"write /root/.ollama/models/blobs/sha256-1: no space left on device"}\n' }],
    ['offline', { raw: '{"error":"pull model manifest: Get \\"https://registry.ollama.ai\\": no such host"}\n' }],
    ['outdated', { raw: '{"error":"pull model manifest: 412: this model requires a newer version of Ollama."}\n' }],
    ['unreachable', { cut: true }],
    ['other', { raw: '{"status":"pulling manifest"}\n' }],
    ['other', { raw: 'no JSON\n' }],
    ['disk_full', { status: 500, body: '{"error":"no space left on device"}' }],
  ] as const)('fails with a reason: %s', async (kind, step) => {
    pullSays(step)
    await pull()
    const { status, error } = await isOver()
    expect(status).toBe('failed')
    expect(error).toEqual({ kind, message: expect.stringMatching(/^[A-Z].*\./) })
  })

  test('fails if its progress cannot be stored, and does not stop the server', async () => {
    const { sql } = world.services.database
    const gate = createGate()
    world.model.hold = gate
    // A sequence also counts what is rolled back.
    await sql.unsafe(`
      create sequence refused;
      create function refuse_progress() returns trigger language plpgsql as $$
        begin perform nextval('refused'); raise 'not now'; end $$;
      create trigger refuse_progress before update on model_pulls for each row
        when (new.completed > old.completed) execute function refuse_progress()`)
    await pull()
    gate.step(4)
    await until(async () => (await sql`select from refused where is_called`).length > 0)
    gate.open()
    const { status, error } = await isOver()
    await sql.unsafe('drop function refuse_progress cascade; drop sequence refused')
    expect([status, error]).toEqual([
      'failed',
      { kind: 'other', message: 'An error occurred on this server. See its log.' },
    ])
  })

  test('runs one at a time: the same again returns the running one, another is refused', async () => {
    const gate = createGate()
    world.model.hold = gate
    const first = (await pull()).body
    expect((await pull('tiny', 'other')).body).toEqual(first)
    const refused = await pull('qwen3:4b')
    const message = 'Another model is being downloaded: tiny.'
    const why = { reason: 'model_fetch_running', params: { model: 'tiny' } }
    expect([refused.status, refused.body.error]).toEqual([409, { code: 'conflict', ...why, message, id: first.id }])
    gate.open()
    expect((await isOver()).status).toBe('done')
  })

  test('also starts if another one ended in that moment', async () => {
    const { sql } = world.services.database
    await sql`insert into model_pulls (id, model, status, asked_by, created_at) values ('pull_before', 'a', 'running', 'x', 1)`
    await sql.unsafe(`
      create function end_of_pull() returns trigger language plpgsql as $$
        begin update model_pulls set status = 'done', finished_at = 2 where id = 'pull_before'; return null; end $$;
      create trigger end_of_pull after insert on model_pulls execute function end_of_pull()`)
    const { status, body } = await pull()
    await sql.unsafe('drop trigger end_of_pull on model_pulls; drop function end_of_pull()')
    expect([status, body.id]).toEqual([202, (await isOver()).id])
  })

  test('can be cancelled: Ollama stops, and keeps its part for the next time', async () => {
    const gate = createGate()
    world.model.hold = gate
    const asked = world.model.next('/api/pull')
    const { id } = (await pull()).body
    const { left } = await asked
    gate.step(3)
    await until(async () => (await list()).pull.completed > 0)
    expect(await cancel(id)).toEqual({ cancelled: true })
    expect((await list()).pull).toMatchObject({ id, status: 'cancelled', error: null })
    // Ollama is silent, so the download is checked from time to time.
    world.clock.move(5_000)
    await left
    expect(await cancel(id)).toEqual({ cancelled: false })
    expect((await pull('tiny')).status).toBe(202)
    gate.open()
    expect((await isOver()).status).toBe('done')
  })

  test.each([
    '../../etc/passwd',
    'evil.example/a/tiny',
    'localhost:5000/a/b',
    'http://evil.example/tiny',
    'tiny:',
    'a b',
    '',
  ])('needs a valid name, which %s is not [threat 2]', async (name) => {
    world.model.seen.splice(0)
    expect((await pull(name)).status).toBe(400)
    expect(world.model.seen.filter(({ path }) => path === '/api/pull')).toEqual([])
  })

  test('is for a person or the admin key, not for a key of a site', async () => {
    expect((await world.post('/models/pull', { model: 'tiny' })).status).toBe(400)
    const { token } = await signIn(world)
    const { status, body } = await world.api('POST', '/models/pull?site=demo', { key: token, body: { model: 'tiny' } })
    expect(status).toBe(202)
    await isOver()
    expect((await world.post(`/models/pulls/${body.id}/cancel`)).status).toBe(400)
  })
})
