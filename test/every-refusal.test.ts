import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Operation, pathNames } from '../server/core/operation.ts'
import type { Scope } from '../shared/scope.ts'
import { type Callers, isRefused, openCallers } from './support/callers.ts'
import {
  changedTables,
  comparable,
  everyOperation,
  hasBody,
  ownFields,
  pretended,
  send,
  sendTrpc,
  tablesWith,
} from './support/every-operation.ts'
import { examples, naming, ofEverySite, personal } from './support/examples.ts'

let all: Callers

beforeAll(async () => {
  all = await openCallers()
})
afterAll(() => all.world.close())
beforeEach(() => all.nextTest())

const scoped = everyOperation.filter(({ operation }) => !['any', 'public'].includes(operation.scope))
const ofRecords = everyOperation.filter(({ operation }) => pathNames(operation.path).length > 0)
const ofSiteRecords = everyOperation.filter(
  ({ name, operation }) =>
    (pathNames(operation.path).length > 0 || name in naming) &&
    operation.on === 'site' &&
    // Every site has all kinds of integrations.
    !operation.path.startsWith('/integrations/:kind'),
)
const withBody = everyOperation.filter(({ operation }) => hasBody(operation))

describe.each(everyOperation)('$name', ({ name, operation }) => {
  test('is refused to unknown callers, and does nothing [R95, R226, threats 1, 8]', async () => {
    const input = await all.untouched(name)
    await all.changesNothing(async () => {
      for (const who of Object.values(all.unwelcome))
        isRefused(await send(all.world, operation, input, { key: who }), 401, 'unauthorized')
      await expect(sendTrpc(all.world, { name, operation }, input, all.unwelcome['a revoked key']!)).rejects.toThrow(
        /unknown/,
      )
    })
  })

  test('is refused to a key of another site that names this one, and the other way round [R99, R227]', async () => {
    const input = await all.untouched(name)
    await all.changesNothing(async () => {
      for (const site of ['other', 'nowhere']) {
        isRefused(await send(all.world, operation, input, { key: all.key, query: { site } }), 403, 'forbidden')
        if (hasBody(operation))
          isRefused(await send(all.world, operation, { ...input, site }, { key: all.key }), 403, 'forbidden')
        await expect(sendTrpc(all.world, { name, operation }, { ...input, site }, all.key)).rejects.toThrow(/site/)
      }
    })
    isRefused(await send(all.world, operation, input, { query: { site: 'nowhere' } }), 404, 'not_found')
  })
})

describe.each(scoped)('$name requires its scope', ({ name, operation }) => {
  test('a key with all other scopes is refused, one with only that is not [R205, R227, U49]', async () => {
    const scope = operation.scope as Scope
    const input = await all.untouched(name)
    const without = await all.keyWithout(scope)
    await all.changesNothing(async () => {
      const refused = await send(all.world, operation, input, { key: without })
      isRefused(refused, 403, 'forbidden')
      expect(refused.body.error.message).toContain(scope)
      if (hasBody(operation))
        isRefused(await send(all.world, operation, input, { key: without, query: { site: 'demo' } }), 403, 'forbidden')
      await expect(sendTrpc(all.world, { name, operation }, input, without)).rejects.toThrow(scope)
    })
    const scopes = name === 'keys.create' ? [scope, 'chat' as const] : [scope]
    const alone = await all.keyWith(scopes)
    const refused = ofEverySite.includes(name) ? 403 : personal.includes(name) ? 400 : undefined
    const { status } = await send(all.world, operation, await all.example(name), { key: alone })
    expect(status).toBe(refused ?? operation.status)
  })
})

/** The id of a missing record, in the form of an existing one. */
const nobody = (id: unknown) => `${String(id).slice(0, -6)}zzzzzz`

describe.each(ofRecords)('$name names a record', ({ name, operation }) => {
  test('that is unknown: 404; nothing that looks like a path or a number gets further [R228]', async () => {
    const input = await all.untouched(name)
    const names = pathNames(operation.path)
    await all.changesNothing(async () => {
      for (const one of names)
        isRefused(
          await send(all.world, operation, { ...input, [one]: nobody(input[one]) }, all.caller(name)),
          404,
          'not_found',
        )
      for (const bad of ['x'.repeat(4000), '0', '..', '../../keys', '%2e%2e', 'a b', '*', "' or 1=1 --"]) {
        const { status } = await send(all.world, operation, { ...input, [names[0]!]: bad }, all.caller(name))
        expect([400, 404], bad).toContain(status)
      }
      const broken = operation.path.replace(/:\w+/g, '%ff')
      const { status } = await all.world.api(operation.method.toUpperCase(), broken, all.caller(name))
      expect([400, 404]).toContain(status)
    })
  })
})

describe.each(ofSiteRecords)('$name names a record of another site', ({ name, operation }) => {
  test('as if it did not exist [R6, R228, threat 1]', async () => {
    const foreign = await (naming[name] ?? examples[name])(all.theirs)
    const random = { ...foreign, id: nobody(foreign.id) }
    await all.changesNothing(async () => {
      const refused = await send(all.world, operation, foreign, all.caller(name))
      if (name === 'manual.save') isRefused(refused, 400, 'bad_request')
      else isRefused(refused, 404, 'not_found')
      expect(refused.body).toEqual((await send(all.world, operation, random, all.caller(name))).body)
      await expect(all.callTrpc({ name, operation }, foreign)).rejects.toThrow(refused.body.error.message)
    })
  })
})

const noObjects = ['{', '{"a":1,}', '[]', '"x"', 'null', '1', '\u0000', '[['.repeat(100_000)]
const tooLarge = JSON.stringify({ filler: 'x'.repeat(1_000_001) })

describe.each(withBody)('$name reads a body', ({ name, operation }) => {
  const sendText = async (body: string) => {
    const path = operation.path.replace(/:(\w+)/g, 'nobody')
    return await all.world.api(operation.method.toUpperCase(), path, { key: all.caller(name).key, body })
  }

  test('that must be a JSON object of at most 1 MB [R97, R225, R236]', async () => {
    await all.changesNothing(async () => {
      for (const body of noObjects) isRefused(await sendText(body), 400, 'bad_request')
      isRefused(await sendText(tooLarge), 413, 'bad_request')
    })
  })

  test('whose fields must exist with their type, or the error names the wrong one [R225]', async () => {
    const input = await all.untouched(name)
    await all.changesNothing(async () => {
      for (const [field, bad] of wrongFields(operation)) {
        const sent = { ...input, [field]: bad }
        const refused = await send(all.world, operation, sent, all.caller(name))
        isRefused(refused, 400, 'bad_request')
        expect(refused.body.error.message).toMatch(new RegExp(`^${field}\\b`))
      }
    })
  })

  test('and ignores fields that callers may not set [U15, threat 10]', async () => {
    const known = Object.keys(operation.input.shape)
    const more = Object.fromEntries(Object.entries(pretended).filter(([field]) => !known.includes(field)))
    const plain = await send(all.world, operation, await all.example(name), all.caller(name))
    const pretending = await send(all.world, operation, { ...(await all.example(name)), ...more }, all.caller(name))
    expect([pretending.status, comparable(pretending.body)]).toEqual([plain.status, comparable(plain.body)])
    expect(await tablesWith(all.world, 'smuggled', await changedTables(all.world))).toEqual([])
  })
})

/** A field is sent the shortest of these that it rejects. */
const tooLong = [1_000, 20_000, 400_000].map((length) => 'x'.repeat(length))

/** A wrong value for each field of a body: none if it is required, and one of each other type. */
function wrongFields(operation: Operation): [string, unknown][] {
  return ownFields(operation).flatMap((field) => {
    const schema = operation.input.shape[field] as z.ZodType
    const isOptional = schema.safeParse(undefined).success
    // Null on create counts as omitted.
    const isWrong = (value: unknown) =>
      !schema.safeParse(value).success && !(value === null && isOptional && operation.method === 'post')
    const values = [undefined, null, {}, [], 7, true, [{}], ...tooLong.filter(isWrong).slice(0, 1)]
    return values.filter(isWrong).map((value): [string, unknown] => [field, value])
  })
}

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

  test('refuses hostile input in the standard form, and does nothing', async () => {
    await all.changesNothing(async () => {
      for (const body of hostile) {
        const headers: Record<string, string> = name === 'sign-out' ? {} : { authorization: `Bearer ${all.member}` }
        const response = await fetch(`${all.world.url}/auth/${name}`, { method: 'POST', body, headers })
        expect([400, 401, 413, 429], body.slice(0, 80)).toContain(response.status)
        expect(await response.json()).toMatchObject({
          error: { code: expect.any(String), message: expect.any(String) },
        })
      }
    })
  })
})
