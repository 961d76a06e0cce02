import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allScopes } from '../shared/scope.ts'
import { openSocket, type Socket } from './support/live.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let socket: Socket

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  socket = openSocket(world, { token: await world.key(allScopes, { ratePerMinute: 100_000 }) })
})
afterEach(() => socket.close())

const create = (input: Record<string, unknown>) => socket.mutation('labels.create', { site: 'demo', ...input })
const names = async () =>
  ((await world.api('GET', '/labels?site=demo')).body.labels as { name: string }[]).map(({ name }) => name)

describe('[U98] a repeatable call over tRPC has its key next to its fields', () => {
  test('a repeat gets the first answer, and nothing runs twice', async () => {
    const first = await create({ name: 'Rental', idempotencyKey: 'one' })
    expect(await create({ name: 'Rental', idempotencyKey: 'one' })).toEqual(first)
    expect((await names()).filter((name) => name === 'Rental')).toHaveLength(1)
  })

  test('two at once run once', async () => {
    const answers = await Promise.all([1, 2].map(() => create({ name: 'Repair', idempotencyKey: 'two' })))
    expect(answers[0]).toEqual(answers[1])
  })

  test('with other fields under the same key it is refused', async () => {
    await create({ name: 'Sale', idempotencyKey: 'three' })
    await expect(create({ name: 'Other', idempotencyKey: 'three' })).rejects.toMatchObject({
      data: { code: 'CONFLICT', refusal: { error: { code: 'conflict' } } },
    })
    expect(await names()).not.toContain('Other')
  })

  test('a refusal stays refused, with the same message', async () => {
    await create({ name: 'Taken' })
    const refused = () => create({ name: 'Taken', idempotencyKey: 'four' }).catch((error: unknown) => error)
    const [first, again] = [await refused(), await refused()]
    expect(first).toMatchObject({ data: { code: 'CONFLICT', httpStatus: 409 } })
    expect(String(again)).toBe(String(first))
    expect(again).toMatchObject({ data: { code: 'CONFLICT', httpStatus: 409 } })
  })

  test.each(['', 'x'.repeat(256), 7, null])('an invalid key is refused: %j', async (idempotencyKey) => {
    await expect(create({ name: 'Never', idempotencyKey })).rejects.toMatchObject({ data: { code: 'BAD_REQUEST' } })
    expect(await names()).not.toContain('Never')
  })
})
