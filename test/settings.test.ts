import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSites } from '../server/features/settings/sites.ts'
import { mergeSettings, Settings } from '../shared/settings.ts'
import { limitNames } from '../shared/settings-section.ts'
import { type Body, settled, until } from './support/chat.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let key: string

const form = { id: 'quote', fields: [{ name: 'size', label: 'Size', type: 'text' }] }
const flow = {
  id: 'fit',
  title: 'Find your size',
  steps: [{ field: 'height', ask: 'How tall are you?', input: 'text' }],
  submit: { as: 'message', template: 'I am {height} tall' },
}
const stored = (given: typeof form) => ({ ...given, fields: given.fields.map((one) => ({ ...one, required: false })) })
const demo = {
  id: 'demo',
  name: 'Wheel & Co',
  website: 'https://wheel.example/',
  allowedOrigins: ['https://wheel.example'],
  widget: { brand: { agentName: 'Wanda', accent: '#112233' }, forms: [form], flows: [flow] },
}
const http = { id: 'other', connector: { kind: 'http', url: 'https://backend.example/chat' } }

beforeAll(async () => {
  world = await createWorld({ file: { sites: [demo, http], ai: { provider: 'ollama', model: 'llama3.2' } } })
  key = await world.key()
})
afterAll(() => world.close())

const read = async (site = 'demo'): Promise<Body> => (await world.api('GET', `/settings?site=${site}`)).body
const put = (settings: unknown, by = key) => world.api('PUT', '/settings', { key: by, body: { settings } })

describe('GET /settings', () => {
  test('[R300] returns the settings with derived values', async () => {
    const { settings, hash, meta, ...beside } = await read()
    expect(Settings.parse(settings)).toEqual(settings)
    expect(beside).toEqual({
      site: 'demo',
      connector: 'assistant',
      captcha: false,
      storage: true,
      suggestedHome: null,
      ai: { provider: 'ollama', model: 'llama3.2', knowledge: 'keywords', remoteHost: null },
      forms: [{ id: 'quote', title: 'quote' }],
      flows: [{ id: 'fit', title: 'Find your size' }],
    })
    expect(hash).toMatch(/^[0-9a-f]{16}$/)
    expect(meta).toEqual({ version: 0, hash, at: null, by: null, source: 'config' })
  })

  test('starts with the site’s configuration, and otherwise with the defaults', async () => {
    const { settings } = await read()
    expect(settings).toEqual({
      ...Settings.parse({}),
      businessName: 'Wheel & Co',
      website: 'https://wheel.example/',
      allowedOrigins: ['https://wheel.example'],
      botName: 'Wanda',
      accent: '#112233',
      widget: { ...Settings.parse({}).widget, forms: [stored(form)], flows: [flow] },
    })
  })

  test('are read again after the database failed once', async () => {
    const { config, services } = world
    let fails = true
    const failing = (...query: Parameters<typeof services.database.sql>) =>
      fails ? Promise.reject(new Error('The connection was lost.')) : services.database.sql(...query)
    const database = { ...services.database, sql: failing as unknown as typeof services.database.sql }
    const sites = createSites({ config, database, events: services.events })
    await expect(sites.find('demo')).rejects.toThrow('lost')
    fails = false
    expect((await sites.find('demo'))?.settings.botName).toBe('Wanda')
  })

  test('of a site with a custom backend names that, and no model', async () => {
    expect(await read('other')).toMatchObject({ connector: 'http', ai: null, forms: [], flows: [] })
  })
})

describe('PUT /settings', () => {
  test('[R301] [R302] [R303] changes the given fields, and answers like GET', async () => {
    const before = await read()
    const patch = { botName: 'Walter', live: { waitSeconds: 30 }, security: { signIn: { attemptsPerIp: 3 } } }
    const { status, body } = await put(patch)
    expect(status).toBe(200)
    expect(body.settings).toEqual(mergeSettings(before.settings, patch))
    expect(body.settings.live).toEqual({ ...before.settings.live, waitSeconds: 30 })
    expect(body.settings.security.limits).toEqual(before.settings.security.limits)
    expect({ ...body, settings: null, hash: '', meta: null }).toEqual({
      ...before,
      settings: null,
      hash: '',
      meta: null,
    })
    expect(body.hash).not.toBe(before.hash)
    await settled(world, patch)
    expect(await read()).toEqual(body)
  })

  test('[U77] meta contains version, time and author; equal settings have an equal hash', async () => {
    const first = (await put({ botName: 'Wilma' })).body
    world.clock.move(1000)
    const second = (await put({ botName: 'Wilma' })).body
    expect(second.meta).toEqual({
      version: first.meta.version + 1,
      hash: first.hash,
      at: world.clock.now(),
      by: `key:${key.slice(9, 21)}`,
      source: 'api',
    })
    const { body } = await world.api('POST', '/admins', { body: { email: 'ada@team.example' } })
    const link = JSON.stringify({ token: body.signInLink.split('#')[1] })
    const session = (await (await fetch(`${world.url}/auth/link`, { method: 'POST', body: link })).json()) as Body
    const saved = await world.api('PUT', '/settings', {
      key: session.token,
      body: { settings: { botName: 'Wanda' }, site: 'demo' },
    })
    expect(saved.body.meta).toMatchObject({ by: 'ada@team.example', source: 'dashboard' })
  })

  test('[U77] the last write wins, but two concurrent writes of different fields are both kept', async () => {
    const names = ['waitSeconds', 'closeAfterMinutes', 'capacity']
    const answers = await Promise.all(names.map((name, place) => put({ live: { [name]: 7 + place } })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const versions = answers.map(({ body }) => body.meta.version)
    expect(new Set(versions).size).toBe(3)
    await settled(world, { live: { waitSeconds: 7, closeAfterMinutes: 8, capacity: 9 } })
  })

  test('[R239] every limit can be changed', async () => {
    const limits = Object.fromEntries(limitNames.map((name, place) => [name, 900 + place]))
    expect((await put({ security: { limits } })).body.settings.security.limits).toEqual(limits)
    await settled(world, { security: { limits } })
    const reply = await world.api('GET', '/me', { key })
    expect(reply.headers.get('x-ratelimit-limit')).toBe(String(limits.apiRequestsPerKeyPerMinute))
  })

  test.each<[unknown, string]>([
    [{ security: { limits: { messagesPerMoon: 1 } } }, 'settings.security.limits: Unknown limit: messagesPerMoon'],
    [{ security: { limits: { messagesPerSession: 0 } } }, 'settings.security.limits.messagesPerSession'],
    [{ security: { limits: { messagesPerSession: '60' } } }, 'settings.security.limits.messagesPerSession'],
    [{ behaviour: { tone: 'rude' } }, 'settings.behaviour.tone'],
    [{ botName: '' }, 'settings.botName'],
    [{ accent: 'red' }, 'settings.accent'],
    [{ live: null }, 'settings.live'],
    [{ starterQuestions: Array(9).fill('Why?') }, 'settings.starterQuestions'],
    [{ allowedOrigins: ['https://*'] }, 'settings.allowedOrigins.0'],
    ['everything', 'settings'],
    [undefined, 'settings'],
  ])('[U76] [R225] of %j is refused, names the field and changes nothing', async (settings, field) => {
    const before = await read()
    const { status, body } = await put(settings)
    expect([status, body.error.code]).toEqual([400, 'bad_request'])
    expect(body.error.message).toContain(field)
    expect(await read()).toEqual(before)
  })

  test('[U76] [R312] unknown sections are ignored: neither the model nor anything else changes', async () => {
    const { hash } = await read()
    const beside = { ai: { provider: 'none' }, connector: 'http', site: 'other', hash: 'x', nonsense: { a: 1 } }
    const { status, body } = await put(beside)
    expect([status, body.hash, body.site, body.connector]).toEqual([200, hash, 'demo', 'assistant'])
    expect(body.ai.provider).toBe('ollama')
    for (const name of Object.keys(beside)) expect(body.settings).not.toHaveProperty(name)
  })

  test('is limited to callers with the scope, on their own site', async () => {
    const reader = await world.key(['settings:read'])
    expect((await world.api('GET', '/settings', { key: reader })).status).toBe(200)
    expect((await put({ botName: 'Eve' }, reader)).status).toBe(403)
    expect((await put({ botName: 'Eve' }, await world.key(undefined, { site: 'other' }))).status).toBe(200)
    expect((await read()).settings.botName).toBe('Wanda')
    expect((await read('other')).settings.botName).toBe('Eve')
  })

  test('[R303] takes effect on another server within a second, and overrides a changed configuration file', async () => {
    const database = { ...world.services.database, drop: async () => {} }
    const changed = { ...demo, widget: { ...demo.widget, brand: { agentName: 'Configured' } }, name: 'New name' }
    const second = await createWorld({ database, clock: world.clock, file: { sites: [changed, http] } })
    try {
      expect((await second.api('GET', '/settings?site=demo')).body.settings.botName).toBe('Wanda')
      expect((await put({ botName: 'Wendy' })).body).toMatchObject({ settings: { botName: 'Wendy' } })
      world.clock.move(1000)
      await until(async () => (await second.services.sites.find('demo'))?.settings.botName === 'Wendy')
    } finally {
      await second.close()
    }
  })
})
