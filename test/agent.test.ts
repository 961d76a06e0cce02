import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Scope } from '../shared/scope.ts'
import { changedTables, tablesWith } from './support/every-operation.ts'
import { createWorld, type Reply, type World } from './support/world.ts'

type Input = Record<string, unknown>

let world: World
const keys = new Map<string, string>()

const backend = { id: 'backend', connector: { kind: 'http', url: 'https://backend.example/chat' } }

beforeAll(async () => {
  world = await createWorld({ file: { sites: [{ id: 'demo', name: 'Harbour Bikes' }, { id: 'other' }, backend] } })
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))

const keyWith = async (...scopes: Scope[]): Promise<string> => {
  const name = scopes.join()
  if (!keys.has(name)) keys.set(name, await world.key(scopes, { ratePerMinute: 10_000 }))
  return keys.get(name) as string
}

const exported = async (site = 'demo') => (await world.api('GET', `/agent/export?site=${site}`)).body
const importInto = (site: string, agent: unknown, more: Input = {}) =>
  world.api('POST', '/agent/import', { body: { site, agent, ...more } })
const importBy = (key: string, agent: unknown, more: Input = {}) =>
  world.api('POST', '/agent/import', { key, body: { agent, ...more } })
const prompt = async (site = 'demo') => (await world.api('GET', `/prompt?site=${site}`)).body
const settings = async (site = 'demo') => (await world.api('GET', `/settings?site=${site}`)).body
const save = (patch: Input, site = 'demo') => world.api('PUT', '/settings', { body: { site, settings: patch } })
const publish = async (text: string, site = 'demo') =>
  await world.api('POST', '/prompt', { body: { site, text, baseVersion: (await prompt(site)).version } })

const file = (more: Input = {}) => ({ svc: 'agent', version: 1, name: 'Bikes', ...more })
const isRefused = ({ status, body }: Reply, says: RegExp) => {
  expect([status, body.error?.code]).toEqual([400, 'bad_request'])
  expect(body.error.message).toMatch(says)
}

describe('GET /agent/export', () => {
  test('[R244] [R253] contains what was published and set, as kind svc agent, version 1', async () => {
    expect(await exported()).toEqual({
      svc: 'agent',
      version: 1,
      name: 'Harbour Bikes',
      description: 'Prompt, settings and tools of the assistant of Harbour Bikes.',
      settings: {
        behaviour: { goal: 'answer', tone: 'friendly', length: 'short', prices: 'share' },
        leads: (await settings()).settings.leads,
      },
      tools: [],
      needs: [],
    })
    await publish('Recommend the harbour tour.')
    await save({ businessName: 'Harbour & Sons', bookings: { mode: 'picker', duration: 45 } })
    const { name, prompt: text, settings: set } = await exported()
    expect([name, text]).toEqual(['Harbour & Sons', 'Recommend the harbour tour.'])
    const { busyUrls: _, ...shared } = (await settings()).settings.bookings
    expect(set.bookings).toEqual(shared)
  })

  test('[R254] never contains branding, knowledge, team, webhooks or keys', async () => {
    await save({ accent: '#123456', botName: 'Mangrove', allowedOrigins: ['https://mangrove.example'] })
    await world.api('POST', '/knowledge/manual', { body: { site: 'demo', title: 'x', content: 'About mangrove.' } })
    await world.api('POST', '/admins', { body: { email: 'mangrove@example.com' } })
    await world.api('POST', '/keys', { body: { site: 'demo', name: 'mangrove', preset: 'chat' } })
    const text = JSON.stringify(await exported())
    expect(text).not.toMatch(/mangrove|#123456|svc_live_/i)
    expect(Object.keys((await exported()).settings).sort()).toEqual(['behaviour', 'bookings', 'leads'])
  })
})

describe('POST /agent/import', () => {
  test('[R257] [U36] merges settings, publishes the prompt, and reports what changed', async () => {
    await save({ behaviour: { tone: 'playful', length: 'long' } })
    const { version } = await prompt()
    const { status, body } = await importInto(
      'demo',
      file({ prompt: 'Recommend the night ride.', settings: { behaviour: { tone: 'formal', length: 'long' } } }),
    )
    const published = await prompt()
    expect([status, body]).toEqual([
      200,
      {
        dryRun: false,
        applied: true,
        settings: { changed: ['behaviour.tone'] },
        tools: { created: [], replaced: [], unchanged: [] },
        prompt: { changed: true, version: version + 1, hash: published.hash },
        missingSecrets: [],
        warnings: [],
      },
    ])
    expect(published).toMatchObject({ text: 'Recommend the night ride.', version: version + 1 })
    expect(published.versions[0]).toMatchObject({ source: 'api', note: 'From an agent file: Bikes' })
    expect((await settings()).settings.behaviour).toMatchObject({ tone: 'formal', length: 'long', goal: 'answer' })
  })

  test('creates no new version and changes no settings if nothing differs', async () => {
    const given = await exported()
    const before = [await prompt(), await settings()]
    const { body } = await importInto('demo', given)
    expect(body).toMatchObject({
      applied: true,
      settings: { changed: [] },
      prompt: { changed: false, version: null, hash: null },
    })
    expect([await prompt(), await settings()]).toEqual(before)
  })

  test('[R262] an export of one site is the same after an import into another', async () => {
    const fields = [
      { name: 'size', label: 'Size', type: 'select', required: true, options: [{ label: 'S', value: 's' }] },
    ]
    const hours = { mon: ['09:00-12:00', '13:00-17:00'], sun: [] }
    await save({ leads: { enabled: false, fields }, bookings: { mode: 'link', hours }, behaviour: { goal: 'sales' } })
    await publish('Line one.\n\n  - “Ümläut” 🚲 {{lead.name}}')
    const given = await exported()
    expect((await importInto('other', given)).status).toBe(200)
    const { name, description, ...rest } = await exported('other')
    expect(rest).toEqual({
      svc: 'agent',
      version: 1,
      prompt: given.prompt,
      settings: given.settings,
      tools: [],
      needs: [],
    })
    expect([name, description]).not.toContain('Harbour & Sons')
    expect((await prompt('other')).hash).toBe((await prompt()).hash)
  })

  test('[R253] prompt and settings may each be omitted', async () => {
    const before = [await prompt(), await settings()]
    expect((await importInto('demo', file())).body).toMatchObject({ applied: true, settings: { changed: [] } })
    expect([await prompt(), await settings()]).toEqual(before)
    await importInto('demo', file({ settings: { behaviour: { prices: 'never' } }, tools: [] }))
    expect([(await prompt()).version, (await settings()).settings.behaviour.prices]).toEqual([
      before[0].version,
      'never',
    ])
  })

  test('[R259] a dry run changes nothing, and reports what an import then does', async () => {
    const given = file({ prompt: 'Only tried.', settings: { behaviour: { length: 'medium' } } })
    await changedTables(world)
    const { body } = await importInto('demo', given, { dryRun: true })
    expect(await changedTables(world)).toEqual([])
    expect(body).toMatchObject({ dryRun: true, applied: false, settings: { changed: ['behaviour.length'] } })
    expect(body.prompt).toEqual({ changed: true, version: null, hash: expect.any(String) })
    const { body: done } = await importInto('demo', given)
    expect([done.settings, done.prompt.hash]).toEqual([body.settings, body.prompt.hash])
    expect((await importInto('demo', given, { dryRun: true })).body.prompt.changed).toBe(false)
  })

  test.each<[string, Input, RegExp]>([
    ['of another kind', { svc: 'flow' }, /^agent\.svc: Must be `agent`/],
    ['[U36] of another version', { version: 2 }, /^agent\.version: Must be 1/],
    ['with a prompt that is too long', { prompt: 'x'.repeat(16_001) }, /^agent\.prompt: /],
    [
      'with a setting that is none',
      { settings: { behaviour: { tone: 'rude' } } },
      /^agent\.settings\.behaviour\.tone: /,
    ],
    [
      'with bookings that are none',
      { settings: { bookings: { hours: { mon: ['9-5'] } } } },
      /^agent\.settings\.bookings/,
    ],
    [
      'with two fields of a name',
      { settings: { leads: { fields: [1, 2].map(() => ({ name: 'a', label: 'A', type: 'text' })) } } },
      /^agent\.settings\.leads\.fields: /,
    ],
  ])('[R258] a file %s is refused completely, dry run or not', async (_, wrong, says) => {
    const given = { ...file({ prompt: 'Good.', settings: { behaviour: { goal: 'support' } } }), ...wrong }
    await changedTables(world)
    isRefused(await importInto('demo', given), says)
    isRefused(await importInto('demo', given, { dryRun: true }), says)
    isRefused(await importInto('demo', given, { secrets: { KEY: 7 } }), /^(agent|secrets)\b/)
    expect(await changedTables(world)).toEqual([])
  })

  test('[R258] a prompt for a site with its own backend is refused, with its settings', async () => {
    const given = { ...file({ prompt: 'x' }), settings: { behaviour: { goal: 'support' } } }
    isRefused(await importInto('backend', given), /its own AI backend/)
    isRefused(await importInto('backend', given, { dryRun: true }), /its own AI backend/)
    expect((await settings('backend')).settings.behaviour.goal).toBe('answer')
    const without = file({ settings: given.settings })
    expect((await importInto('backend', without)).body.settings.changed).toEqual(['behaviour.goal'])
  })

  test('[R260] settings need settings:write too, but not for a dry run', async () => {
    const key = await keyWith('prompt:write')
    const given = file({ prompt: 'By a key.', settings: { behaviour: { tone: 'professional' } } })
    await changedTables(world)
    const refused = await importBy(key, given)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
    expect(refused.body.error.message).toContain('settings:write')
    expect((await importBy(key, given, { dryRun: true })).body.settings.changed).toEqual(['behaviour.tone'])
    expect(await changedTables(world)).toEqual([])
    expect((await importBy(key, file({ prompt: 'By a key.' }))).status).toBe(200)
    expect((await importBy(await keyWith('prompt:write', 'settings:write'), given)).status).toBe(200)
    expect((await importBy(await keyWith('settings:write', 'prompt:read'), given)).status).toBe(403)
  })

  test('[R254] [threat 10] unsupported content is ignored and reported', async () => {
    const before = await settings()
    const { body } = await importInto(
      'demo',
      file({
        prompt: 'Use {{order_lookup}} and {{stock.count}} for {{lead.name}} {{user.plan}} {{order_lookup.date}}.',
        settings: {
          accent: '#000000',
          allowedOrigins: ['https://evil.example'],
          security: { limits: { messagesPerSession: 1 } },
          bookings: { sync: 'google' },
        },
        keys: ['svc_live_x'],
        knowledge: [],
      }),
      { secrets: { ORDER_KEY: 'very secret' } },
    )
    expect(body.warnings).toEqual([
      'keys: not part of an agent file. It was ignored.',
      'knowledge: not part of an agent file. It was ignored.',
      ...['accent', 'allowedOrigins', 'security'].map(
        (name) => `settings.${name}: not part of an agent file. It was ignored.`,
      ),
      'prompt: uses the tool order_lookup, which this site does not have.',
      'prompt: uses the tool stock, which this site does not have.',
      'settings.bookings.sync: also connect google on this site.',
      'secrets.ORDER_KEY: the file does not need it.',
    ])
    expect(body.settings.changed).toEqual(['bookings.sync'])
    const { accent, allowedOrigins, security } = (await settings()).settings
    expect([accent, allowedOrigins, security]).toEqual([
      before.settings.accent,
      before.settings.allowedOrigins,
      before.settings.security,
    ])
    expect(await tablesWith(world, 'very secret')).toEqual([])
  })

  test('[threat 7] concurrent imports are each complete, and each gets its own version', async () => {
    const { version } = await prompt()
    const pairs = [
      ['Be formal.', 'formal'],
      ['Be playful.', 'playful'],
      ['Be brief.', 'professional'],
      ['Be open.', 'friendly'],
    ] as const
    const answers = await Promise.all(
      pairs.map(([text, tone]) => importInto('demo', file({ prompt: text, settings: { behaviour: { tone } } }))),
    )
    const versions = answers.map(({ body }) => body.prompt.version)
    expect(versions.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4].map((more) => version + more))
    const { text } = await prompt()
    const { tone } = (await settings()).settings.behaviour
    expect(pairs).toContainEqual([text, tone])
  })
})
