import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { secretPlaceholder } from '../shared/agent.ts'
import { changedTables } from './support/every-operation.ts'
import { createWorld, type Reply, type World } from './support/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.services.database.sql`delete from tools`
})

const order = {
  name: 'order_lookup',
  description: 'Looks up an order.',
  url: 'https://api.example/orders/{{args.number}}',
  parameters: [{ name: 'number', description: 'The number.', required: true }],
  headers: [
    { name: 'Authorization', value: 'Bearer very-secret', secret: true },
    { name: 'Accept-Language', value: 'en' },
  ],
}
const size = { name: 'size', kind: 'extract', description: 'The frame size.', fields: [{ name: 'size' }] }
const create = (site: string, tool: unknown) => world.api('POST', `/tools?site=${site}`, { body: tool })
const tools = async (site: string) => (await world.api('GET', `/tools?site=${site}`)).body.tools
const exported = async (site: string) => (await world.api('GET', `/agent/export?site=${site}`)).body
const importInto = (site: string, agent: unknown, more: Record<string, unknown> = {}): Promise<Reply> =>
  world.api('POST', '/agent/import', { body: { site, agent, ...more } })
const file = (more: Record<string, unknown> = {}) => ({ svc: 'agent', version: 1, name: 'Bikes', ...more })
const headerOf = async (site: string) => {
  const [row] = await world.services.database.sql<{ headers: { value: string }[] }[]>`
    select headers from tools where site = ${site} and name = 'order_lookup'`
  return world.services.seal.open('tool header', row?.headers[0]?.value ?? '')
}

describe('an agent file with tools', () => {
  test('[R255, R256] has a placeholder for each secret, and no secret', async () => {
    await create('demo', order)
    await create('demo', size)
    const agent = await exported('demo')
    expect(agent.tools.map(({ name }: { name: string }) => name)).toEqual(['order_lookup', 'size'])
    expect(agent.tools[0].headers).toEqual([
      { name: 'Authorization', value: secretPlaceholder('ORDER_LOOKUP_AUTHORIZATION'), secret: true },
      { name: 'Accept-Language', value: 'en', secret: false },
    ])
    expect(agent.needs).toEqual([
      {
        name: 'ORDER_LOOKUP_AUTHORIZATION',
        description: 'The value of the header Authorization of the tool order_lookup.',
      },
    ])
    expect(JSON.stringify(agent)).not.toContain('very-secret')
  })

  test('[R257, R262] gives another site the same tools', async () => {
    await create('demo', order)
    await create('demo', size)
    await create('other', { ...size, name: 'stays' })
    const agent = await exported('demo')
    const secrets = { ORDER_LOOKUP_AUTHORIZATION: 'Bearer other' }
    const { body } = await importInto('other', agent, { secrets })
    expect(body.tools).toEqual({ created: ['order_lookup', 'size'], replaced: [], unchanged: [] })
    expect([body.missingSecrets, await headerOf('other')]).toEqual([[], 'Bearer other'])
    expect((await tools('other')).map(({ name }: { name: string }) => name)).toEqual(['order_lookup', 'size', 'stays'])
    const { tools: there, needs } = await exported('other')
    expect([there.slice(0, 2), needs]).toEqual([agent.tools, agent.needs])
    expect((await importInto('other', agent)).body.tools).toEqual({
      ...{ created: [], replaced: [], unchanged: ['order_lookup', 'size'] },
    })
  })

  test('[R261] keeps the value that a tool already has', async () => {
    await create('demo', order)
    const agent = await exported('demo')
    agent.tools[0].description = 'Finds an order.'
    const { body } = await importInto('demo', agent)
    expect([body.tools.replaced, await headerOf('demo')]).toEqual([['order_lookup'], 'Bearer very-secret'])
    await importInto('demo', agent, { secrets: { ORDER_LOOKUP_AUTHORIZATION: 'Bearer new' } })
    expect(await headerOf('demo')).toBe('Bearer new')
  })

  test('gives a stored secret to no other host', async () => {
    await create('demo', order)
    const agent = await exported('demo')
    agent.tools[0].url = 'https://elsewhere.example/{{args.number}}'
    expect((await importInto('demo', agent, { dryRun: true })).body.missingSecrets.length).toBe(1)
    expect((await importInto('demo', agent)).status).toBe(400)
    const [{ id }] = await tools('demo')
    const moved = { url: agent.tools[0].url }
    expect((await world.api('PATCH', `/tools/${id}?site=demo`, { body: moved })).body).toMatchObject({
      faults: [{ reason: 'required' }],
    })
    const tested = await world.api('POST', '/tools/test?site=demo', { body: { id, tool: moved } })
    expect([tested.status, tested.body.faults[0].reason]).toEqual([400, 'required'])
    expect(await headerOf('demo')).toBe('Bearer very-secret')
  })

  test('fills a placeholder within a value', async () => {
    const headers = [{ name: 'Authorization', value: `Bearer ${secretPlaceholder('KEY')}`, secret: true }]
    const agent = file({ tools: [{ ...order, headers }] })
    expect((await importInto('demo', agent, { secrets: { KEY: 'abc' } })).status).toBe(200)
    expect(await headerOf('demo')).toBe('Bearer abc')
  })

  test('[R258, R259] changes nothing in a dry run, or if a part of it is refused', async () => {
    const headers = [{ name: 'Authorization', value: secretPlaceholder('KEY'), secret: true }]
    const agent = file({ prompt: 'Use {{order_lookup}} and {{other_tool}}.', tools: [{ ...order, headers }, size] })
    await changedTables(world)
    const dry = await importInto('demo', agent, { dryRun: true })
    expect(dry.body).toMatchObject({
      applied: false,
      tools: { created: ['order_lookup', 'size'], replaced: [], unchanged: [] },
      missingSecrets: [{ name: 'KEY', description: expect.stringContaining('order_lookup') }],
      warnings: ['prompt: uses the tool other_tool, which this site does not have.'],
    })
    const refused: [unknown, RegExp][] = [
      [agent, /secrets: .*KEY/],
      [{ ...agent, tools: [size, { ...order, headers: [], url: 'https://10.0.0.1/' }] }, /agent\.tools\.1\.url/],
      [{ ...agent, tools: [size, { ...size }] }, /agent\.tools/],
      [{ ...agent, tools: [{ ...size, name: 'Bad Name' }] }, /agent\.tools/],
      [{ ...agent, tools: [{ ...size, fields: [] }] }, /agent\.tools\.0\.fields/],
    ]
    for (const [given, says] of refused) {
      const { status, body } = await importInto('demo', given)
      expect([status, body.error?.message]).toEqual([400, expect.stringMatching(says)])
    }
    expect((await changedTables(world)).filter((table) => table !== 'audit')).toEqual([])
  })

  test('[R258] that fails at any step of its import changes nothing, and is then imported as its dry run says', async () => {
    const { sql } = world.services.database
    await create('demo', { ...order, description: 'The earlier one.' })
    const secrets = { ORDER_LOOKUP_AUTHORIZATION: 'Bearer new' }
    const agent = {
      ...file({
        prompt: 'Use {{order_lookup}} and {{size}}.',
        settings: { behaviour: { tone: 'formal', length: 'long' } },
      }),
      tools: [
        { ...order, headers: [{ ...order.headers[0], value: secretPlaceholder('ORDER_LOOKUP_AUTHORIZATION') }] },
        size,
      ],
    }
    await changedTables(world)
    await sql.unsafe(`
      create function test.fail() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$`)
    const steps = [
      ['tools', 'before update'],
      ['tools', 'before insert'],
      ['site_settings', 'before insert or update'],
      ['prompt_versions', 'before insert'],
      ['events', 'before insert'],
      ['audit', 'before insert'],
    ]
    for (const [table, when] of steps) {
      await sql.unsafe(`create trigger poison ${when} on ${table} for each row execute function test.fail()`)
      const { status } = await importInto('demo', agent, { secrets })
      await sql.unsafe(`drop trigger poison on ${table}`)
      expect([table, status, await changedTables(world)]).toEqual([table, 500, []])
    }
    const dry = (await importInto('demo', agent, { secrets, dryRun: true })).body
    expect([dry.tools, dry.settings]).toEqual([
      { created: ['size'], replaced: ['order_lookup'], unchanged: [] },
      { changed: ['behaviour.tone', 'behaviour.length'] },
    ])
    const done = (await importInto('demo', agent, { secrets })).body
    expect(done).toEqual({
      ...dry,
      dryRun: false,
      applied: true,
      prompt: { ...dry.prompt, version: expect.any(Number) },
    })
    expect(await changedTables(world)).toEqual(expect.arrayContaining(['prompt_versions', 'site_settings', 'tools']))
    expect(await headerOf('demo')).toBe('Bearer new')
  })
})
