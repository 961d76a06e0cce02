import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Operation, pathNames } from '../server/core/operation.ts'
import { covers, memberScopes, type Scope } from '../shared/scope.ts'
import { type Callers, isRefused, openCallers } from './support/callers.ts'
import { comparable, everyOperation, hasBody, ownFields, pathWith, send } from './support/every-operation.ts'
import { examples, naming } from './support/examples.ts'
import type { Reply } from './support/world.ts'

let all: Callers
let document: Reply['body']

beforeAll(async () => {
  all = await openCallers()
  document = (await all.world.api('GET', '/openapi.json', { key: null })).body
})
afterAll(() => all.world.close())
beforeEach(() => all.nextTest())

const posts = everyOperation.filter(({ operation }) => operation.method === 'post')
const reading = everyOperation.filter(({ operation }) => operation.reads)

describe.each(everyOperation)('$name', ({ name, operation }) => {
  test('runs, answers as documented, and is documented under its name [R242]', async () => {
    const reply = await send(all.world, operation, await all.example(name), all.caller(name))
    expect([reply.status, reply.body]).toEqual([operation.status, expect.anything()])
    const described = document.paths[operation.path.replace(/:(\w+)/g, '{$1}')][operation.method]
    expect(described.operationId).toBe(name)
    expect(Object.keys(described.responses)).toContain(String(operation.status))
  })

  test('has an equivalent in tRPC with the same answer', async () => {
    const input = await all.example(name)
    const both = async () => {
      const answer = await all.callTrpc({ name, operation }, input)
      expect(operation.output.safeParse(answer).success).toBe(true)
      const repeat = operation.reads ? input : await all.example(name)
      return [answer, (await send(all.world, operation, repeat, all.caller(name))).body].map(comparable)
    }
    const [answer, rest] = await both()
    if (!operation.reads || isDeepStrictEqual(answer, rest)) return expect(answer).toEqual(rest)
    // The server's own work, such as completing a chat, may have happened between the two.
    const [again, other] = await both()
    expect(again).toEqual(other)
  })

  test('is allowed to a all.member if its scope says so [R206, U108]', async () => {
    const input = await all.example(name)
    const allowed = operation.scope === 'any' || covers(memberScopes, operation.scope as Scope)
    const reply = await send(all.world, operation, input, { key: all.member, query: { site: 'demo' } })
    expect(reply.status).toBe(allowed ? operation.status : 403)
  })

  test('never fails on hostile text, in any field', async () => {
    const input = await (naming[name] ?? examples[name])(all.records)
    for (const bad of ['\0', 'a\0b', '\ud800', 'x'.repeat(300_000), '{{user.email}}', "'; drop table leads; --"]) {
      for (const sent of withEveryText(operation, input, bad)) {
        const { status } = await send(all.world, operation, sent, all.caller(name))
        expect(status, JSON.stringify(sent).slice(0, 200)).toBeLessThan(500)
      }
    }
  })
})

/** The input once for each text in it, with that text replaced. Texts in the path must be valid in a URL. */
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

describe.each(reading)('$name reads', ({ name, operation }) => {
  test('with a valid query, each field once [R225, U67]', async () => {
    const input = await all.example(name)
    const fields = hasBody(operation) ? [] : ownFields(operation)
    for (const field of fields) {
      const schema = operation.input.shape[field] as z.ZodType
      const values = ['', 'nonsense', '-1', '1.5', '999999999999999999999', '\u0000', 'x'.repeat(5000)]
      for (const bad of values.filter((value) => !schema.safeParse(value).success)) {
        const refused = await send(all.world, operation, { ...input, [field]: bad }, { key: all.key })
        isRefused(refused, 400, 'bad_request')
        expect(refused.body.error.message).toContain(field)
      }
      const path = operation.path.replace(/:\w+/g, 'x')
      const twice = await all.world.api('GET', `${path}?${field}=1&${field}=1`, { key: all.key })
      expect([twice.status, twice.body.error?.message]).toEqual([400, expect.stringContaining(field)])
    }
  })

  test('and shows nothing of another site, even of a full one [R6, threat 1]', async () => {
    const foreign = await both()
    const input = await all.example(name)
    const search = Object.fromEntries(
      ['q', 'query'].filter((field) => field in input).map((field) => [field, 'mangrove']),
    )
    for (const sent of [input, { ...input, ...search }]) {
      const reply = await send(all.world, operation, sent, all.caller(name))
      expect(reply.status).toBe(operation.status)
      const text = JSON.stringify(reply.body)
      expect(text).not.toContain('zebra')
      expect(foreign.filter((id) => text.includes(id))).toEqual([])
      if (Object.keys(search).length > 0 && sent !== input) expect(text).toContain('apple')
    }
  })
})

let filled: Promise<string[]> | undefined
const both = () => {
  filled ??= fillBoth()
  return filled
}

/** Fills both sites with a record of each kind. Returns all ids of the other one. */
async function fillBoth(): Promise<string[]> {
  const { sql } = all.world.services.database
  for (const each of [all.records, all.theirs]) for (const make of Object.values(each)) await make()
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

/** Several times deeper than the stack allows. */
const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`

describe.each(posts)('$name may be repeated', ({ name, operation }) => {
  const repeated = async (idempotencyKey: string, input: Record<string, unknown>) =>
    await send(all.world, operation, input, { ...all.caller(name), headers: { 'idempotency-key': idempotencyKey } })

  test('with one Idempotency-Key: it runs once and answers twice [U98]', async () => {
    const input = await all.example(name)
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
    await all.changesNothing(answered)
    isRefused(await repeated('x'.repeat(256), input), 400, 'bad_request')
  })

  test('and is refused with endlessly nested JSON [threat 13]', async () => {
    const input = await all.untouched(name)
    const path = pathWith(operation, input)
    const headers = { 'idempotency-key': `${name} deep` }
    const refused = await all.world.api('POST', path, {
      key: all.caller(name).key,
      body: JSON.stringify({ ...input, last: 0 }).replace('"last":0', `"last":${deep}`),
      headers,
    })
    isRefused(refused, 400, 'bad_request')
    expect(refused.body.error.message).toBe('The body has more than 64 levels of nesting.')
  })
})
