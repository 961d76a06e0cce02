import { describe, expect, test } from 'vitest'
import { runBefore } from '../server/features/tools/before.ts'
import type { Body } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { patience } from './support/live.ts'
import { order, toolWorld } from './support/tool-world.ts'

const { world, shop, key, tool, patch, answers } = toolWorld()

describe('tools', () => {
  test('[R263, R266, R268] are created with defaults, listed by name, changed and deleted', async () => {
    const made = await tool()
    expect(made).toMatchObject({
      ...{ kind: 'http', method: 'GET', headers: [], body: '', fields: [], pick: [], timeoutMs: 5000, keys: [] },
      ...{ before: false, after: false, when: null, enabled: true, lastStatus: null, lastError: null, lastAt: null },
    })
    const list = (await world().get('/tools')).body
    expect(list).toMatchObject({
      tools: [made],
      assistant: true,
      prechat: expect.any(Array),
      limits: { tools: 30, timeoutMs: { default: 5000, min: 1000, max: 10_000 } },
    })
    const changed = (await patch(made.id, { pick: ['delivery.date'], timeoutMs: 1000 })).body
    expect(changed).toMatchObject({ pick: ['delivery.date'], timeoutMs: 1000, url: made.url })
    expect((await world().api('DELETE', `/tools/${made.id}`, { key: key() })).body).toEqual({
      id: made.id,
      deleted: true,
    })
  })

  test('[R264, R267, U81] are checked field by field', async () => {
    const refused: [Record<string, unknown>, string][] = [
      [{ name: 'Order' }, 'name'],
      [{ name: '1order' }, 'name'],
      [{ name: 'x' }, 'name'],
      [{ name: 'user' }, 'name'],
      [{ url: undefined }, 'url'],
      [{ url: 'http://api.example/' }, 'url'],
      [{ url: 'https://{{args.host}}/' }, 'url'],
      [{ url: 'https://api.{{args.host}}/' }, 'url'],
      [{ url: 'https://api.example:{{args.port}}/' }, 'url'],
      [{ url: 'https://api.example{{args.rest}}' }, 'url'],
      [{ url: 'https://{{args.user}}@api.example/' }, 'url'],
      [{ url: 'https://api.example/{{env.SECRET}}' }, 'url'],
      [{ url: 'https://api.example/{{summary}}' }, 'url'],
      [{ url: 'https://192.168.1.1/' }, 'url'],
      [{ body: '{{secret}}' }, 'body'],
      [{ timeoutMs: 999 }, 'timeoutMs'],
      [{ timeoutMs: 10_001 }, 'timeoutMs'],
      [{ when: { path: 'labels.intent' } }, 'when'],
      [{ kind: 'extract' }, 'fields'],
      [{ kind: 'extract', fields: [{ name: 'size' }], before: true }, 'before'],
      [{ headers: [{ name: 'X-Key', value: '', secret: true }] }, 'headers'],
    ]
    for (const [more, field] of refused) {
      const { status, body } = await world().post('/tools', { ...order, url: 'https://api.example/', ...more })
      expect([more, status, body.error.message]).toEqual([more, 400, expect.stringMatching(new RegExp(`^${field}`))])
    }
  })

  test('[R265] have unique names, and are at most 30', async () => {
    const { id } = await tool()
    const again = await world().post('/tools', { ...order, url: 'https://api.example/' })
    expect([again.status, again.body.error.id]).toEqual([409, id])
    for (let n = 1; n < 30; n++) await tool({ name: `order_${n}`, enabled: false })
    expect((await world().post('/tools', { ...order, name: 'more', url: shop().url })).body.error.reason).toBe(
      'too_many_tools',
    )
  })

  test('[R268, R269] never show a secret, and keep it when it is sent empty', async () => {
    const headers = [{ name: 'Authorization', value: 'Bearer very-secret-token', secret: true }]
    const { id, headers: shown } = await tool({ headers })
    expect(shown).toEqual([{ name: 'Authorization', value: '', secret: true, set: true }])
    await patch(id, { headers: [{ name: 'Authorization', value: '', secret: true }] })
    shop().answers(
      (seen, response) => void response.writeHead(200).end(JSON.stringify({ echo: seen.headers.authorization })),
    )
    const idempotent = { 'idempotency-key': 'tool-test-1' }
    const tested = await world().post('/tools/test', { id, sample: { args: { number: '7' } } }, idempotent)
    expect(shop().seen[0]!.headers.authorization).toBe('Bearer very-secret-token')
    expect(tested.body).toMatchObject({ ok: true, result: { echo: '••••••' } })
    const { sql } = world().services.database
    const everywhere = JSON.stringify([
      tested.body,
      (await world().get('/tools')).body,
      (await world().get('/audit')).body,
      (await world().get('/agent/export')).body,
      await sql`select * from tools`,
      await sql`select * from idempotency`,
    ])
    expect(everywhere).not.toContain('very-secret-token')
  })
})

describe('POST /tools/test', () => {
  const test_ = async (body: Body) => (await world().post('/tools/test', body)).body

  test('[R284, R285, U37] calls a saved tool, a draft, or both, and learns keys from a saved one', async () => {
    const { id } = await tool({ pick: ['order.state', 'delivery'] })
    answers({ order: { state: 'sent', internal: 1 }, delivery: { date: '2026-12-01', slots: [9, 10] } })
    const saved = await test_({ id, sample: { args: { number: 'A 7/8' } } })
    expect(saved).toMatchObject({
      ok: true,
      status: 200,
      request: { method: 'GET', url: `${shop().url}/orders/A%207%2F8`, body: '' },
      result: { order: { state: 'sent' }, delivery: { date: '2026-12-01', slots: [9, 10] } },
      keys: ['order.state', 'delivery.date', 'delivery.slots.0', 'delivery.slots.1'],
      truncated: false,
      error: null,
    })
    const of = async () => (await world().get('/tools')).body.tools[0]
    expect(await of()).toMatchObject({ keys: saved.keys, lastStatus: 200, lastError: null, lastAt: expect.any(Number) })
    const both = await test_({ id, tool: { pick: ['order.internal'] }, sample: { args: { number: '7' } } })
    expect([both.result, (await of()).keys]).toEqual([{ order: { internal: 1 } }, saved.keys])
    const headers = [{ name: 'X-Key', value: 'very-secret-key', secret: true }]
    await patch(id, { method: 'POST', body: '{"n": "{{args.number}}"}', headers })
    await test_({
      id,
      tool: { pick: [], headers: [{ name: 'x-key', value: '', secret: true }] },
      sample: { args: { number: '8' } },
    })
    await test_({ id, tool: { pick: [] }, sample: { args: { number: '9' } } })
    expect(
      shop()
        .seen.slice(-2)
        .map(({ method, headers, json }) => [method, headers['x-key'], json.n]),
    ).toEqual([
      ['POST', 'very-secret-key', '8'],
      ['POST', 'very-secret-key', '9'],
    ])
    const draft = await test_({
      tool: { url: `${shop().url}/x`, method: 'POST', body: '{"all": {{data}}}' },
      sample: { data: { a: 1 } },
    })
    expect([draft.ok, shop().seen.at(-1)?.json]).toEqual([true, { all: { a: 1 } }])
    expect((await world().post('/tools/test', {})).status).toBe(400)
  })

  test('reads the sample of a chat for an extract tool, and says that no model answered', async () => {
    const draft = { kind: 'extract', fields: [{ name: 'size' }, { name: 'colour' }] }
    const transcript = [
      { role: 'visitor', text: 'I want a frame of size 54' },
      { role: 'assistant', text: 'In red?' },
    ]
    world().model.script(() => [{ text: '{"size":"54","colour":"red"}' }])
    const found = await test_({ tool: draft, sample: { transcript } })
    expect(found).toMatchObject({ ok: true, result: { size: '54' }, keys: ['size', 'colour'], error: null })
    world().model.script(() => [{ text: 'no JSON' }])
    const failed = await test_({ tool: draft, sample: { transcript } })
    expect(failed).toMatchObject({ ok: false, result: null, error: 'No model answered.' })
  })

  test('[R275, R280, R281] reports a failing API, and what is too long', async () => {
    const { id } = await tool()
    answers({ error: 'no such order' }, 404)
    expect(await test_({ id })).toMatchObject({
      ok: false,
      status: 404,
      result: null,
      error: expect.stringContaining('404'),
    })
    expect((await world().get('/tools')).body.tools[0]).toMatchObject({
      lastStatus: 404,
      lastError: expect.any(String),
    })
    expect((await world().get('/overview')).body.health).toContainEqual(
      expect.objectContaining({ kind: 'tool_failing', page: '/dashboard/settings/tools' }),
    )
    answers({ long: 'x'.repeat(10_000) })
    const long = await test_({ id })
    expect([long.ok, long.truncated, long.result.length]).toEqual([true, true, 4000])
    answers({ long: 'x'.repeat(10_000), short: 'here' })
    await patch(id, { pick: ['short'] })
    expect(await test_({ id })).toMatchObject({ result: { short: 'here' }, truncated: false })
    // The longest beginning that is kept ends within a character.
    const half = `${'x'.repeat(3_999)}😀${'x'.repeat(100)}`
    answers(half)
    const cutOff = await test_({ id })
    expect([cutOff.response, JSON.stringify(cutOff).includes('\ufffd')]).toEqual(['x'.repeat(3_999), false])
    answers('plain words')
    await patch(id, { pick: [] })
    expect(await test_({ id })).toMatchObject({ result: 'plain words' })
  })

  test('escapes each value for where it goes, and fills nothing in twice', async () => {
    const evil = 'a"}, {{user.email}} \\ &x=1#?/../\n{{conversation.id}}'
    const { id } = await tool({
      method: 'POST',
      url: `${shop().url}/o?q={{args.number}}&c={{conversation.id}}`,
      body: '{"q": "{{args.number}}", "user": {{user}}, "mail": "{{user.email}}", "args": "{{args}}"}',
    })
    const sample = { args: { number: evil, conversation: 'x' }, user: { email: 'real@example.com' } }
    await test_({ id, sample })
    const [seen] = shop().seen
    const query = new URL(seen!.path, shop().url).searchParams
    expect([query.get('q'), query.get('c')]).toEqual([evil, 'conv_test'])
    expect(seen!.json).toEqual({ q: evil, user: sample.user, mail: 'real@example.com', args: sample.args })
    for (const number of ['..', '.', '%2e%2e', '%2E%2E%2F', '../x', '..%2fx', '%252e%252e', '..\\x']) {
      await patch(id, { url: `${shop().url}/orders/{{args.number}}` })
      expect([number, (await test_({ id, sample: { args: { number } } })).error]).toEqual([
        number,
        'A value would change the path of the URL.',
      ])
    }
    expect(shop().seen.length).toBe(1)
  })
})

describe('before and after the chat', () => {
  const prechat = { name: 'Ann', email: 'ann@example.com', plan: 'gold' }

  test('[R270, R276, R282] a tool runs at the start with the answers of the form', async () => {
    await tool({
      name: 'account',
      url: `${shop().url}/accounts?mail={{prechat.email}}&c={{conversation.id}}`,
      before: true,
      parameters: [],
    })
    answers({ tier: 'gold' })
    const { id } = await world().start({ message: 'Hello', contact: prechat })
    const query = new URL(shop().seen[0]!.path, shop().url).searchParams
    expect([query.get('mail'), query.get('c')]).toEqual(['ann@example.com', id])
    expect((await world().get(`/conversations/${id}`)).body.conversation.data).toEqual({ account: { tier: 'gold' } })
    const started = (await world().emitted(id)).find(({ type }: Body) => type === 'conversation.started')
    expect(started!.data.data).toEqual({ account: { tier: 'gold' } })
  })

  test('a result counts although its call cannot be recorded', async () => {
    await tool({ name: 'account', url: `${shop().url}/x`, before: true, parameters: [] })
    answers({ tier: 'gold' })
    const tx = () => Promise.reject(new Error('the database is gone'))
    expect(await runBefore({ ...(await world().context()), tx }, {})).toEqual({ account: { tier: 'gold' } })
  })

  test('a failing tool costs no start', async () => {
    await tool({ name: 'account', url: `${shop().url}/x`, before: true, parameters: [] })
    shop().answers((_, response) => void response.socket?.destroy())
    const { id, messages } = await world().start({ message: 'Hello', contact: prechat })
    expect(messages.length).toBeGreaterThan(0)
    expect((await world().get(`/conversations/${id}`)).body.conversation.data).toEqual({})
  })

  test('[R274, R277-R279, R282] details are extracted, conditions hold, and other systems are called before the event', async () => {
    for (const [key, options] of [
      ['colour', ['RED', 'Green']],
      ['brand', ['Wren']],
    ] as const)
      await world().post('/attribute-definitions', { entity: 'conversation', key, type: 'choice', options })
    await tool({
      ...{ name: 'wishes', kind: 'extract', description: 'What the visitor wants.', url: undefined, parameters: [] },
      fields: [
        { name: 'size', description: 'The frame size.' },
        { name: 'colour' },
        { name: 'budget' },
        { name: 'brand' },
      ],
    })
    const after = { method: 'POST', after: true, parameters: [] }
    const body =
      '{"id": "{{conversation.id}}", "wishes": {{data.wishes}}, "summary": "{{summary}}", "said": {{transcript}}}'
    await tool({
      ...after,
      name: 'crm',
      url: `${shop().url}/crm`,
      body,
      when: { path: 'attributes.plan', in: ['gold'] },
    })
    await tool({ ...after, name: 'never', url: `${shop().url}/never`, when: { path: 'assignedTo' } })
    answers({ ticket: 17 })
    world().says({ text: 'All is well.' })
    const { id } = await world().start({
      message: 'I want a frame of size 54 in red, not of Acme',
      contact: { name: 'Ann' },
    })
    await world().api('PATCH', `/conversations/${id}`, { key: key(), body: { attributes: { plan: 'gold' } } })
    world().model.script((chat) => {
      const isExtract = chat.messages[0]!.content.includes('You collect details')
      return [{ text: isExtract ? '{"size":"54","colour":"Red","budget":"2000 euros","brand":"Acme"}' : '{}' }]
    })
    await world().services.database
      .sql`update queue set run_at = 0 where type = 'conversation.complete' and name = ${id}`
    await world().services.database.sql`update conversations set last_at = last_at - 100000000000 where id = ${id}`
    await idle(world())
    const [event] = await world().completed(id)
    expect(event!.data.data).toEqual({ wishes: { size: '54', colour: 'Red', brand: 'Acme' }, crm: { ticket: 17 } })
    // A defined choice has its options only.
    expect(event!.data.attributes).toEqual({ plan: 'gold', size: '54', colour: 'RED' })
    expect(shop().seen.map(({ path }) => path)).toEqual(['/crm'])
    expect(shop().seen[0]!.json).toMatchObject({
      id,
      wishes: { size: '54', colour: 'Red', brand: 'Acme' },
      said: expect.arrayContaining([expect.objectContaining({ role: 'visitor' })]),
    })
    const { attributes, data } = (await world().get(`/conversations/${id}`)).body.conversation
    expect([attributes, data]).toEqual([event!.data.attributes, event!.data.data])
  })

  test('tools that hang after the chat hold up no summary', async () => {
    await world().set({ autoSummary: true })
    await tool({ name: 'crm', url: `${shop().url}/crm`, method: 'POST', after: true, parameters: [] })
    const gate = Promise.withResolvers<void>()
    shop().answers((_, response) => void gate.promise.then(() => response.end('{}')))
    world().model.script(() => [{ text: '{"summary": "Asked for a lamp."}' }])
    const ids: string[] = []
    for (let count = 0; count < 6; count++) ids.push((await world().start({ message: 'I want a lamp' })).id)
    const { sql } = world().services.database
    await sql`update conversations set last_at = last_at - 100000000000 where id in ${sql(ids)}`
    await sql`update queue set run_at = 0 where type = 'conversation.complete' and name in ${sql(ids)}`
    world().services.queue.wake()
    const summaries = () => sql`select from summaries where conversation_id in ${sql(ids)}`
    await expect.poll(async () => (await summaries()).length, patience).toBe(6)
    // Two calls at a time for the systems of a site.
    expect(shop().seen).toHaveLength(2)
    gate.resolve()
    await idle(world())
    expect(shop().seen).toHaveLength(6)
    for (const id of ids) expect(await world().completed(id)).toHaveLength(1)
  })
})
