import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runModelCheck } from '../server/commands/doctor-model.ts'
import { checkModel } from '../server/features/models/check.ts'
import type { CheckPoint, ModelCheck } from '../shared/model-check.ts'
import { type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { chatModel, embedModel, type OllamaChat } from './support/fake-ollama.ts'
import { signIn } from './support/sign-in.ts'
import { createGate, type Step, type Steps } from './support/steps.ts'

let world: ChatWorld
beforeAll(async () => {
  world = await createChatWorld({ file: { ai: { provider: 'ollama', concurrency: 2, firstTokenSeconds: 1 } } })
})
afterAll(() => world.close())
beforeEach(() => {
  world.clock.move(60_000)
  world.model.models.splice(0, Number.POSITIVE_INFINITY, chatModel, embedModel)
  world.model.loaded.splice(0)
  world.model.instead(({ path, json }) => {
    if (path === '/api/embed' && !world.model.loaded.includes(String(json.model)))
      world.model.loaded.push(embedModel.name)
    return undefined
  })
  world.model.script(able)
})

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const lengthOf = ({ messages }: OllamaChat) => messages.reduce((sum, { content }) => sum + content.length, 0)
const isLong = (chat: OllamaChat) => lengthOf(chat) > 5_000 && lengthOf(chat) < 30_000

/** A server that does everything right. */
async function* able(chat: OllamaChat): AsyncGenerator<Step> {
  const { messages, tools, format } = chat
  if (tools && messages.at(-1)?.role === 'user') yield { tool: 'ask_for_person', arguments: {} }
  else if (format) yield { text: JSON.stringify(exampleOf(format)) }
  else {
    for (const text of ['1', ' 2', ' 3', ' 4']) {
      yield { text }
      await sleep(15)
    }
  }
  yield { done: { output: 24 } }
}

/** The same, except for requests that `when` accepts. */
const except =
  (when: (chat: OllamaChat) => boolean, steps: (chat: OllamaChat) => Steps) =>
  (chat: OllamaChat): Steps =>
    when(chat) ? steps(chat) : able(chat)

const exampleOf = ({ properties }: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(properties as object).map((key) => [key, 'x']))

const check = async (onPoint: (point: CheckPoint) => void = () => {}) =>
  await checkModel(world.services, await world.services.sites.find('demo'), new AbortController().signal, onPoint)
const of = ({ points }: ModelCheck) => Object.fromEntries(points.map(({ point, reason }) => [point, reason]))
const find = ({ points }: ModelCheck, name: string) => points.find(({ point }) => point === name)

describe('a check of the model', () => {
  test('measures every point with made-up text, and ends in a verdict with the numbers of this run', async () => {
    world.model.seen.splice(0)
    const seen: string[] = []
    const result = await check(({ point }) => void seen.push(point))
    expect(of(result)).toMatchObject({
      server: 'server_local',
      load: 'loaded',
      reading: 'begins',
      writing: 'writes',
      cache: 'cache_unneeded',
      parallel: 'parallel',
      abort: 'abort_works',
      window: 'window_refused',
      tools: 'tools_work',
      thinking: 'thinking_none',
      formats: 'formats_work',
      embedding: world.services.database.vectors ? 'embedding_works' : 'embedding_without_vectors',
    })
    expect(seen).toEqual(result.points.map(({ point }) => point))
    const { level, params, message } = result.verdict
    // Of the server's own counts: 24 tokens in 4.8 s.
    expect([result.model, level, params.perSecond]).toEqual([chatModel.name, 'good', 5])
    expect(message).toMatch(/^Good enough: a reply begins after about [\d.]+ s \(the limit is 1 s\)/)
    const chats = world.model.seen.filter(({ path }) => path === '/api/chat').map(({ json }) => json)
    expect(chats.every(({ truncate }) => truncate === false)).toBe(true)
    expect(chats.filter(({ format }) => format)).toHaveLength(9)
    expect(new Set(chats.map(({ options }) => (options as Record<string, number>).num_ctx))).toEqual(new Set([8192]))
  })

  test('says that a reply begins too late, and which settings help', async () => {
    world.model.script(
      except(isLong, async function* (chat) {
        await sleep(1_100)
        yield* able(chat)
      }),
    )
    const result = await check()
    const { reason, message, advice } = find(result, 'reading') as CheckPoint
    expect(reason).toBe('begins_late')
    expect(message).toMatch(/^A reply begins after about 1\.\d s; the limit is 1 s\./)
    expect(advice).toContain('qwen3:1.7b, set ai.contextTokens to a smaller number, or set ai.firstTokenSeconds to 5.')
    expect(result.verdict).toMatchObject({ level: 'unusable', reason: 'too_slow' })
    // The repeated beginning is not read faster: the counts of this server are the same.
    expect(find(result, 'cache')).toMatchObject({ reason: 'cache_unused', params: { percent: 0 } })
  })

  test('finds a model slow but usable', async () => {
    world.model.script(
      except(isLong, async function* (chat) {
        await sleep(600)
        yield* able(chat)
      }),
    )
    expect((await check()).verdict).toMatchObject({
      level: 'slow',
      reason: 'slow',
      advice: expect.stringMatching(/qwen3:1\.7b/),
    })
  })

  test('notices a server that answers one request at a time, drops tools and cuts prompts', async () => {
    let turn = Promise.resolve()
    world.model.models[0] = { ...chatModel, cutsAlways: true }
    world.model.script(async function* (chat) {
      const before = turn
      const { promise, resolve } = Promise.withResolvers<void>()
      turn = promise
      await before
      if (chat.tools) yield { text: 'I cannot.' }
      else if (chat.format) yield { text: JSON.stringify(exampleOf(chat.format)) }
      else for (const text of ['<think>', '1', ' 2', ' 3']) yield { text }
      yield { done: { input: Math.min(4_000, lengthOf(chat)), output: 24 } }
      resolve()
    })
    const result = await check()
    expect(of(result)).toMatchObject({
      parallel: 'concurrency_too_high',
      tools: 'tools_dropped',
      window: 'window_cut',
      thinking: 'thinking_stays_on',
    })
    expect(find(result, 'parallel')?.advice).toBe(
      'Set ai.concurrency to 1, or OLLAMA_NUM_PARALLEL to 2 if the memory allows it.',
    )
  })

  test('refuses a schema, leaves the memory for embeddings, and thinks without end', async () => {
    const thinker = { ...chatModel, name: 'thinker:latest', capabilities: ['completion', 'tools', 'thinking'] }
    world.model.models.push(thinker)
    await world.set({ assistant: { model: thinker.name } })
    world.model.instead(({ path }) => {
      if (path === '/api/embed') world.model.loaded.splice(0)
      return undefined
    })
    const refused = except(
      ({ format }) => format !== undefined,
      () => [{ status: 400, body: '{"error":"bad grammar"}' }],
    )
    world.model.script((chat) => (chat.think ? [{ thinking: 'Hm.' }, { done: { reason: 'length' } }] : refused(chat)))
    expect(of(await check())).toMatchObject({
      formats: 'formats_refused',
      thinking: 'thinking_endless',
      ...(world.services.database.vectors && { embedding: 'embedding_evicts' }),
    })
    await world.set({ assistant: { model: '' } })
  })

  test('finds that the embedding model is missing, or reads only short texts', async () => {
    const { services } = world
    const given = { ...services, database: { ...services.database, vectors: true } }
    const site = await services.sites.find('demo')
    const embedding = async () =>
      find(await checkModel(given, site, new AbortController().signal, () => {}), 'embedding')
    world.model.instead(({ path, json }) => {
      if (path !== '/api/embed') return undefined
      world.model.loaded.push(embedModel.name, chatModel.name)
      const isTooLong = JSON.stringify(json.input).length > 30_000
      return isTooLong ? [{ status: 400, body: '{"error":"the input length exceeds the context length"}' }] : undefined
    })
    expect(await embedding()).toMatchObject({ reason: 'embedding_too_long', params: { model: embedModel.name } })
    world.model.models.splice(1)
    expect(await embedding()).toMatchObject({ reason: 'embedding_none', params: { suggested: expect.any(String) } })
  })

  test('considers the languages of all sites when no site is named', async () => {
    const { services } = world
    const given = { ...services, database: { ...services.database, vectors: true } }
    const embedding = async () =>
      find(await checkModel(given, undefined, new AbortController().signal, () => {}), 'embedding')
    world.model.instead(({ path }) => {
      if (path === '/api/embed') world.model.loaded.push(embedModel.name, chatModel.name)
      return undefined
    })
    expect((await embedding())?.reason).toBe('embedding_works')
    await world.api('PUT', '/settings?site=other', { body: { settings: { assistant: { locale: 'de' } } } })
    await until(async () => (await services.sites.find('other'))?.settings.assistant.locale === 'de')
    expect((await embedding())?.reason).toBe('embedding_english')
    await world.api('PUT', '/settings?site=other', { body: { settings: { assistant: { locale: 'en' } } } })
  })

  test.each([
    ['unreachable', { cut: true }],
    ['not_model_server', { status: 404, body: '404 page not found', type: 'text/plain' }],
    ['not_model_server', { raw: '<html>' }],
    ['key_refused', { status: 401, body: '{}' }],
    ['still_loading', { status: 503, body: '{"error":{"message":"Loading model","code":503}}' }],
    [
      'queue_full',
      { status: 503, body: '{"error":"server busy, please try again.  maximum pending requests exceeded"}' },
    ],
  ] as const)('explains a server that cannot be used: %s', async (reason, step) => {
    world.model.instead(() => [step, { end: true }])
    const { model, points, verdict } = await check()
    expect([model, points.map((point) => point.reason)]).toEqual([null, [reason]])
    expect(points[0]?.advice).toMatch(/^[A-Z].*\.$/)
    expect(verdict).toMatchObject({ level: 'unusable', reason: 'unusable' })
  })

  test('names a model that is missing or cannot chat', async () => {
    await world.set({ assistant: { model: 'nope:7b' } })
    expect((await check()).points).toMatchObject([{ reason: 'model_missing', params: { model: 'nope:7b' } }])
    await world.set({ assistant: { model: embedModel.name } })
    expect((await check()).points).toMatchObject([{ reason: 'model_cannot_chat' }])
    await world.set({ assistant: { model: '' } })
  })

  test('never takes longer than two minutes: the rest is not measured', async () => {
    const gate = createGate()
    world.model.seen.splice(0)
    world.model.script(except(isLong, () => [{ wait: gate }]))
    const late = check()
    await until(() => world.model.seen.some(({ path, json }) => path === '/api/chat' && isLong(json as OllamaChat)))
    world.clock.move(60_000)
    const slow = await late
    expect(of(slow)).toMatchObject({
      reading: 'begins_never',
      writing: 'no_time',
      cache: 'no_time',
      parallel: 'parallel',
    })
    expect(slow.verdict).toMatchObject({ level: 'unusable', reason: 'too_late', params: { seconds: 60, limit: 1 } })
    world.model.seen.splice(0)
    const later = check()
    await until(() => world.model.seen.some(({ path, json }) => path === '/api/chat' && isLong(json as OllamaChat)))
    world.clock.move(120_000)
    const { points } = await later
    expect(points.slice(2).map(({ level, reason }) => `${level} ${reason}`)).toEqual(
      Array(10).fill('unmeasured no_time'),
    )
    gate.open()
  })
})

describe('the operation', () => {
  test('is for people who may change settings, and audited', async () => {
    expect((await world.post('/models/check')).status).toBe(400)
    const { token } = await signIn(world, 'member')
    expect((await world.api('POST', '/models/check?site=demo', { key: token, body: {} })).status).toBe(403)
    const admin = await signIn(world)
    const points: string[] = []
    const stop = world.services.ephemeral.subscribe(({ site, type, data }) => {
      if (type === 'model.checked') points.push(`${site} ${data.point.point}`)
    })
    const { status, body } = await world.api('POST', '/models/check?site=demo', { key: admin.token, body: {} })
    stop()
    expect([status, body.verdict.level]).toEqual([200, 'good'])
    expect(points).toEqual(body.points.map(({ point }: CheckPoint) => `demo ${point}`))
    const { items } = (await world.get('/audit?limit=5')).body
    expect(items).toContainEqual(expect.objectContaining({ action: 'POST /models/check', status: 200 }))
  })

  test('runs once at a time, and ends when the caller leaves', async () => {
    const gate = createGate()
    world.model.script(() => [{ wait: gate }])
    const { token } = await signIn(world)
    const leaving = new AbortController()
    const asked = world.model.next('/api/chat')
    const first = fetch(`${world.url}/api/v1/models/check?site=demo`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
      signal: leaving.signal,
    }).catch(() => 'left')
    const { left } = await asked
    const second = await world.api('POST', '/models/check?site=demo', { key: token, body: {} })
    expect([second.status, second.body.error.reason]).toEqual([409, 'model_check_running'])
    leaving.abort()
    expect(await first).toBe('left')
    await left
    gate.open()
    world.model.script(able)
    await until(
      async () => (await world.api('POST', '/models/check?site=demo', { key: token, body: {} })).status === 200,
    )
  })
})

test('the command prints progress for people, and the result as data', async () => {
  const notes: string[] = []
  const data: Uint8Array[] = []
  await runModelCheck(
    world.services,
    { site: 'demo' },
    {
      line: () => {},
      note: (text) => void notes.push(text),
      data: async (bytes) => void data.push(bytes),
    },
  )
  expect(notes.slice(0, 2)).toEqual(['server: ok', 'load: ok'])
  expect(JSON.parse(Buffer.concat(data).toString()).verdict.level).toBe('good')
  const out = { line: () => {}, note: () => {}, data: async () => {} }
  await expect(runModelCheck(world.services, { site: 'nope' }, out)).rejects.toThrow('No such site: nope.')
})
