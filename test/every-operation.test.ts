import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Operation, pathNames } from '../server/core/operation.ts'
import { allScopes, covers, memberScopes, type Scope } from '../shared/scope.ts'
import { until } from './support/chat.ts'
import { keepThere } from './support/desk.ts'
import {
  comparable,
  everyOperation,
  hasBody,
  ownFields,
  pathWith,
  pretended,
  send,
  sendTrpc,
  tableMarks,
  tablesWith,
} from './support/every-operation.ts'
import { createRecords, examples, naming, type OperationName, personal, type Records } from './support/examples.ts'
import { signIn } from './support/sign-in.ts'
import { createBotWorld } from './support/telegram-world.ts'
import type { Reply, World } from './support/world.ts'

let world: World
let records: Records
let theirs: Records
let key: string
let member: string
let person: string
const unwelcome: Record<string, string | null> = {}
const lacking = new Map<Scope, string>()

const minute = 60_000
const day = 86_400_000
const generous = { ratePerMinute: 100_000 }

beforeAll(async () => {
  world = await createBotWorld()
  for (const site of ['demo', 'other']) {
    const security = { limits: { apiKeysPerSite: 1000, messagesPerSitePerDay: 1_000_000 } }
    await world.api('PUT', '/settings', { body: { settings: { security }, site } })
  }
  const expired = await world.key(allScopes, { ...generous, expiresInDays: 1 })
  world.clock.move(day)
  const revoked = await world.key(allScopes, generous)
  await world.api('DELETE', `/keys/${revoked.slice(9, 21)}?site=demo`)
  Object.assign(unwelcome, { 'no key': null, 'an unknown key': `${revoked}x`, 'a revoked key': revoked })
  unwelcome['an expired key'] = expired
  key = await world.key(allScopes, generous)
  records = createRecords(world, key, 'mangrove apple')
  theirs = createRecords(world, await world.key(allScopes, { ...generous, site: 'other' }), 'mangrove zebra')
  const [one, other] = [await signIn(world, 'member'), await signIn(world, 'admin')]
  member = one.token
  person = other.token
  await keepThere(world, { id: one.email }, { id: other.email })
  world.clock.move(minute)
  await until(isSettled)
})
afterAll(() => world.close())
// Each test has a minute of its own: what one sends is not counted against the next.
beforeEach(() => world.clock.move(minute))

/** Whether the server has noticed who is there, and done what follows from it. */
async function isSettled(): Promise<boolean> {
  const [row] = await world.parts.database.sql`
    select (select count(*)::int from attendance where available) as there,
      (select count(*)::int from queue where type = 'handover.route') as planned`
  return row?.there === 2 && row.planned === 0
}

/** Who may carry it out: a key, or a signed-in person where it is for those alone. */
const caller = (name: OperationName) => (personal.includes(name) ? { key: person, query: { site: 'demo' } } : { key })

/** The same caller over tRPC. */
const callTrpc = (named: (typeof everyOperation)[number], input: Record<string, unknown>) => {
  const { key: token, query = {} } = caller(named.name) as { key: string; query?: object }
  return sendTrpc(world, named, { ...input, ...query }, token)
}

/** A key that may do everything but this. */
async function keyWithout(scope: Scope): Promise<string> {
  const known = lacking.get(scope)
  if (known) return known
  const made = await world.key(
    allScopes.filter((one) => !covers([one], scope)),
    generous,
  )
  lacking.set(scope, made)
  return made
}

const isRefused = ({ status, body }: Reply, expected: number, code: string) =>
  expect([status, body.error?.code], JSON.stringify(body)).toEqual([expected, code])

/** Whether every job that fell due was done: nothing changes by itself until time moves on. */
async function isIdle(): Promise<boolean> {
  const [row] = await world.parts.database.sql`
    select count(*)::int as due from queue where run_at <= ${world.clock.now()}`
  return row?.due === 0
}

/** Expects that nothing is changed by this. */
async function changesNothing(work: () => Promise<unknown>): Promise<void> {
  await until(isIdle)
  const before = await tableMarks(world)
  await work()
  expect(await tableMarks(world)).toEqual(before)
}

const example = async (name: OperationName, of: Records = records): Promise<Record<string, unknown>> =>
  await examples[name](of)

const scoped = everyOperation.filter(({ operation }) => !['any', 'public'].includes(operation.scope))
const ofRecords = everyOperation.filter(({ operation }) => pathNames(operation.path).length > 0)
const ofSiteRecords = everyOperation.filter(
  ({ name, operation }) => (pathNames(operation.path).length > 0 || name in naming) && operation.on === 'site',
)
const withBody = everyOperation.filter(({ operation }) => hasBody(operation))
const posts = everyOperation.filter(({ operation }) => operation.method === 'post')
const reading = everyOperation.filter(({ operation }) => operation.reads)

describe.each(everyOperation)('$name', ({ name, operation }) => {
  test('is carried out, answers as it is described, and is described under its name [R242]', async () => {
    const reply = await send(world, operation, await example(name), caller(name))
    expect([reply.status, reply.body]).toEqual([operation.status, expect.anything()])
    const { body: document } = await world.api('GET', '/openapi.json', { key: null })
    const described = document.paths[operation.path.replace(/:(\w+)/g, '{$1}')][operation.method]
    expect(described.operationId).toBe(name)
    expect(Object.keys(described.responses)).toContain(String(operation.status))
  })

  test('has a twin in tRPC, which says the same', async () => {
    const input = await example(name)
    const answer = await callTrpc({ name, operation }, input)
    expect(operation.output.safeParse(answer).success).toBe(true)
    const repeat = operation.reads ? input : await example(name)
    expect(comparable(answer)).toEqual(comparable((await send(world, operation, repeat, caller(name))).body))
  })

  test('is refused to whoever is not known, and does nothing [R95, R226, threats 1, 8]', async () => {
    const input = await example(name)
    await changesNothing(async () => {
      for (const who of Object.values(unwelcome))
        isRefused(await send(world, operation, input, { key: who }), 401, 'unauthorized')
      await expect(sendTrpc(world, { name, operation }, input, unwelcome['a revoked key']!)).rejects.toThrow(/unknown/)
    })
  })

  test('is refused to a key of another site that names this one, and the other way round [R99, R227]', async () => {
    const input = await example(name)
    await changesNothing(async () => {
      for (const site of ['other', 'nowhere']) {
        isRefused(await send(world, operation, input, { key, query: { site } }), 403, 'forbidden')
        if (hasBody(operation)) isRefused(await send(world, operation, { ...input, site }, { key }), 403, 'forbidden')
        await expect(sendTrpc(world, { name, operation }, { ...input, site }, key)).rejects.toThrow(/site/)
      }
    })
    isRefused(await send(world, operation, input, { query: { site: 'nowhere' } }), 404, 'not_found')
  })

  test('is for a member as its scope says [R206, U108]', async () => {
    const input = await example(name)
    const allowed = operation.scope === 'any' || covers(memberScopes, operation.scope as Scope)
    const reply = await send(world, operation, input, { key: member, query: { site: 'demo' } })
    expect(reply.status).toBe(allowed ? operation.status : 403)
  })

  test('never fails on hostile text, wherever it stands', async () => {
    const input = await (naming[name] ?? examples[name])(records)
    for (const bad of ['\0', 'a\0b', '\ud800', 'x'.repeat(300_000), '{{user.email}}', "'; drop table leads; --"]) {
      for (const sent of withEveryText(operation, input, bad)) {
        const { status } = await send(world, operation, sent, caller(name))
        expect(status, JSON.stringify(sent).slice(0, 200)).toBeLessThan(500)
      }
    }
  })
})

/** The input once for each text in it, with that text replaced. What stands in the path must fit into an address. */
function withEveryText(operation: Operation, input: Record<string, unknown>, text: string): Record<string, unknown>[] {
  const fits = (name: string) =>
    (hasBody(operation) && !pathNames(operation.path).includes(name)) || (text.length < 1000 && text.isWellFormed())
  const replaced = (value: unknown): unknown[] => {
    if (typeof value === 'string') return [text]
    if (typeof value !== 'object' || value === null) return []
    const entries = Object.entries(value)
    return entries.flatMap(([name, inner]) =>
      replaced(inner).map((other) =>
        Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other },
      ),
    )
  }
  return Object.keys(input)
    .filter(fits)
    .flatMap((name) => replaced(input[name]).map((other) => ({ ...input, [name]: other })))
}

describe.each(scoped)('$name wants its scope', ({ name, operation }) => {
  test('a key with every other one is refused, one with that alone is not [R205, R227, U49]', async () => {
    const scope = operation.scope as Scope
    const input = await example(name)
    const without = await keyWithout(scope)
    await changesNothing(async () => {
      const refused = await send(world, operation, input, { key: without })
      isRefused(refused, 403, 'forbidden')
      expect(refused.body.error.message).toContain(scope)
      if (hasBody(operation))
        isRefused(await send(world, operation, input, { key: without, query: { site: 'demo' } }), 403, 'forbidden')
      await expect(sendTrpc(world, { name, operation }, input, without)).rejects.toThrow(scope)
    })
    const scopes = name === 'keys.create' ? [scope, 'chat' as const] : [scope]
    const alone = await world.key(scopes, generous)
    const expected = personal.includes(name) ? 400 : operation.status
    expect((await send(world, operation, await example(name), { key: alone })).status).toBe(expected)
  })
})

/** The id of a record that is not there, in the form of one that is. */
const nobody = (id: unknown) => `${String(id).slice(0, -6)}zzzzzz`

describe.each(ofRecords)('$name names a record', ({ name, operation }) => {
  test('that is unknown: 404; nothing that looks like a path or a number gets further [R228]', async () => {
    const input = await example(name)
    const names = pathNames(operation.path)
    await changesNothing(async () => {
      for (const one of names)
        isRefused(await send(world, operation, { ...input, [one]: nobody(input[one]) }, caller(name)), 404, 'not_found')
      for (const bad of ['x'.repeat(4000), '0', '..', '../../keys', '%2e%2e', 'a b', '*', "' or 1=1 --"]) {
        const { status } = await send(world, operation, { ...input, [names[0]!]: bad }, caller(name))
        expect([400, 404], bad).toContain(status)
      }
      const broken = operation.path.replace(/:\w+/g, '%ff')
      const { status } = await world.api(operation.method.toUpperCase(), broken, { key })
      expect([400, 404]).toContain(status)
    })
  })
})

describe.each(ofSiteRecords)('$name names a record of another site', ({ name, operation }) => {
  test('as if it were not there [R6, R228, threat 1]', async () => {
    const foreign = await (naming[name] ?? examples[name])(theirs)
    const random = { ...foreign, id: nobody(foreign.id) }
    await changesNothing(async () => {
      const refused = await send(world, operation, foreign, caller(name))
      isRefused(refused, 404, 'not_found')
      expect(refused.body).toEqual((await send(world, operation, random, caller(name))).body)
      await expect(callTrpc({ name, operation }, foreign)).rejects.toThrow(refused.body.error.message)
    })
  })
})

describe.each(withBody)('$name reads a body', ({ name, operation }) => {
  const sendText = async (body: string) => {
    const path = operation.path.replace(/:(\w+)/g, 'nobody')
    return await world.api(operation.method.toUpperCase(), path, { key, body })
  }

  test('of a JSON object alone, of at most 1 MB [R97, R225, R236]', async () => {
    await changesNothing(async () => {
      for (const body of ['{', '{"a":1,}', '[]', '"x"', 'null', '1', '\u0000', '[['.repeat(100_000)])
        isRefused(await sendText(body), 400, 'bad_request')
      isRefused(await sendText(JSON.stringify({ filler: 'x'.repeat(1_000_001) })), 413, 'bad_request')
    })
  })

  test('whose fields are there and of their type, or names the one that is not [R225]', async () => {
    const input = await example(name)
    await changesNothing(async () => {
      for (const [field, bad] of wrongFields(operation)) {
        const sent = { ...input, [field]: bad }
        const refused = await send(world, operation, sent, { key })
        isRefused(refused, 400, 'bad_request')
        expect(refused.body.error.message).toMatch(new RegExp(`^${field}\\b`))
      }
    })
  })

  test('and leaves aside what it pretends to be [U15, threat 10]', async () => {
    const known = Object.keys(operation.input.shape)
    const more = Object.fromEntries(Object.entries(pretended).filter(([field]) => !known.includes(field)))
    const plain = await send(world, operation, await example(name), caller(name))
    const pretending = await send(world, operation, { ...(await example(name)), ...more }, caller(name))
    expect([pretending.status, comparable(pretending.body)]).toEqual([plain.status, comparable(plain.body)])
    expect(await tablesWith(world, 'smuggled')).toEqual([])
  })
})

/** A wrong value for each field of a body: none where it is required, and one of each type that it is not. */
function wrongFields(operation: Operation): [string, unknown][] {
  return ownFields(operation).flatMap((field) => {
    const schema = operation.input.shape[field] as z.ZodType
    const values = [undefined, null, {}, [], 7, true, 'x'.repeat(400_000), [{}]]
    return values.filter((value) => !schema.safeParse(value).success).map((value): [string, unknown] => [field, value])
  })
}

describe.each(reading)('$name reads', ({ name, operation }) => {
  test('with a query that fits, each field once [R225, U67]', async () => {
    const input = await example(name)
    const fields = hasBody(operation) ? [] : ownFields(operation)
    for (const field of fields) {
      const schema = operation.input.shape[field] as z.ZodType
      const values = ['', 'nonsense', '-1', '1.5', '999999999999999999999', '\u0000', 'x'.repeat(5000)]
      for (const bad of values.filter((value) => !schema.safeParse(value).success)) {
        const refused = await send(world, operation, { ...input, [field]: bad }, { key })
        isRefused(refused, 400, 'bad_request')
        expect(refused.body.error.message).toContain(field)
      }
      const path = operation.path.replace(/:\w+/g, 'x')
      const twice = await world.api('GET', `${path}?${field}=1&${field}=1`, { key })
      expect([twice.status, twice.body.error?.message]).toEqual([400, expect.stringContaining(field)])
    }
  })

  test('and shows nothing of another site, full as that may be [R6, threat 1]', async () => {
    const foreign = await fillBoth()
    const input = await example(name)
    const search = Object.fromEntries(
      ['q', 'query'].filter((field) => field in input).map((field) => [field, 'mangrove']),
    )
    for (const sent of [input, { ...input, ...search }]) {
      const reply = await send(world, operation, sent, caller(name))
      expect(reply.status).toBe(operation.status)
      const text = JSON.stringify(reply.body)
      expect(text).not.toContain('zebra')
      expect(foreign.filter((id) => text.includes(id))).toEqual([])
      if (Object.keys(search).length > 0 && sent !== input) expect(text).toContain('apple')
    }
  })
})

/** Fills both sites with a record of each kind; answers every id of the other one. */
async function fillBoth(): Promise<string[]> {
  const { sql } = world.parts.database
  for (const each of [records, theirs]) for (const make of Object.values(each)) await make()
  const tables = await sql<{ name: string }[]>`
    select ids.table_name as name from information_schema.columns ids
    join information_schema.columns sites on sites.table_name = ids.table_name and sites.column_name = 'site'
    where ids.column_name = 'id' and ids.data_type = 'text' and ids.table_schema = 'public'`
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await sql<{ id: string }[]>`select id from ${sql(name)} where site = 'other'`
    found.push(...rows.map(({ id }) => id))
  }
  expect(found.length).toBeGreaterThan(5)
  return found
}

describe.each(posts)('$name may be repeated', ({ name, operation }) => {
  const repeated = async (idempotencyKey: string, input: Record<string, unknown>) =>
    await send(world, operation, input, { ...caller(name), headers: { 'idempotency-key': idempotencyKey } })

  test('under one Idempotency-Key: done once, answered twice [U98]', async () => {
    const input = await example(name)
    const first = await repeated(`${name} once`, input)
    expect([first.status, first.headers.get('idempotent-replay')]).toEqual([operation.status, null])
    const answered = async () => {
      const second = await repeated(`${name} once`, input)
      if (operation.secrets?.some((secret) => first.body[secret] != null)) {
        isRefused(second, 409, 'conflict')
        expect([first.body.id, first.body.email]).toContain(second.body.id)
      } else {
        expect([second.status, second.body]).toEqual([first.status, first.body])
        expect(second.headers.get('idempotent-replay')).toBe('true')
      }
    }
    await changesNothing(answered)
    isRefused(await repeated('x'.repeat(256), input), 400, 'bad_request')
  })

  test('and is refused with JSON that is nested without end [threat 13]', async () => {
    const input = JSON.stringify({ ...(await example(name)), last: 0 })
    const deep = `${'['.repeat(300_000)}${']'.repeat(300_000)}`
    const path = pathWith(operation, await example(name))
    const headers = { 'idempotency-key': `${name} deep` }
    const refused = await world.api('POST', path, { key, body: input.replace('"last":0', `"last":${deep}`), headers })
    isRefused(refused, 400, 'bad_request')
    expect(refused.body.error.message).toMatch(/^last: /)
  })
})

describe.each(['sign-in', 'link', 'password', 'sign-out'])('POST /auth/%s', (name) => {
  const email = 'ann@example.com'
  const hostile = [
    '{',
    '[]',
    `{"filler":${'['.repeat(300_000)}${']'.repeat(300_000)}}`,
    JSON.stringify({ email: 'ann\0@example.com', password: '\0', token: '\0', current: '\0' }),
    JSON.stringify({ email, password: 'a password\0', token: '\ud800', current: '\ud800' }),
    JSON.stringify({ email: [email], password: {}, token: 1, current: 1 }),
    JSON.stringify({ email, password: 'x'.repeat(900_000), token: 'x'.repeat(900_000) }),
  ]

  test('refuses hostile input in the one form, and does nothing', async () => {
    await changesNothing(async () => {
      for (const body of hostile) {
        const headers: Record<string, string> = name === 'sign-out' ? {} : { authorization: `Bearer ${member}` }
        const response = await fetch(`${world.url}/auth/${name}`, { method: 'POST', body, headers })
        expect([400, 401, 413, 429], body.slice(0, 80)).toContain(response.status)
        expect(await response.json()).toMatchObject({
          error: { code: expect.any(String), message: expect.any(String) },
        })
      }
    })
  })
})
