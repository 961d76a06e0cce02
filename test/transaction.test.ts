import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventId } from '../server/core/events.ts'
import { type ContextOptions, createContext } from '../server/core/transaction.ts'
import type { Sql } from '../server/database/database.ts'
import { allScopes } from '../shared/scope.ts'
import { emitEvent, lastId } from './support/emit.ts'
import { patience } from './support/live.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let key: string

beforeAll(async () => {
  world = await createWorld()
  key = await world.key(allScopes, { ratePerMinute: 100_000 })
  await world.services.database.sql`create table things (name text primary key)`
})
afterAll(() => world.close())

const isServer = process.env.TEST_DATABASE === 'server'
const sql = () => world.services.database.sql
const messages = async (after: string) => {
  const { body } = await world.api('GET', `/events?after=${after}`, { key })
  return body.items.map(({ data }: { data: { message: string } }) => data.message)
}

describe('the statements that are sent with the commit', () => {
  /** A transaction that stores a row and emits an event, with these last statements. */
  async function store(name: string, last: ContextOptions['beforeCommit']) {
    const { site, actor } = await world.context()
    const context = createContext(world.services, { site, actor, beforeCommit: last })
    return await context.tx(async (tx) => {
      await tx.sql`insert into things values (${name})`
      tx.emit('test.ping', { message: name })
      return name
    })
  }
  const isThere = async (name: string) => (await sql()`select from things where name = ${name}`).length === 1

  test('are committed with the change', async () => {
    const begin = await lastId(world)
    expect(await store('first', (sql) => [sql`insert into things values ('beside it')`])).toBe('first')
    expect([await isThere('first'), await isThere('beside it')]).toEqual([true, true])
    expect(await messages(begin)).toEqual(['first'])
  })

  test('roll everything back if one of them fails, and the connection continues', async () => {
    const begin = await lastId(world)
    const fails = (sql: Sql) => [sql`insert into things values ('before')`, sql`select 1 / 0`]
    for (let count = 0; count < 15; count++) {
      await expect(store('never', fails)).rejects.toMatchObject({ code: '22012' })
      expect([await isThere('never'), await isThere('before')]).toEqual([false, false])
    }
    await store('afterwards', () => [])
    expect(await messages(begin)).toEqual(['afterwards'])
  })

  test('depend on what is awaited before the commit', async () => {
    const { site, actor } = await world.context()
    const beforeCommit = async () => {
      throw new Error('it is not ours any more')
    }
    const late = createContext(world.services, { site, actor, beforeCommit })
    const storing = late.tx(async (tx) => tx.sql`insert into things values ('too late')`)
    await expect(storing).rejects.toThrow('not ours')
    expect(await isThere('too late')).toBe(false)
  })
})

/** Two transactions can be open at the same time only on a server. */
if (isServer) {
  describe('an event after an uncommitted one', () => {
    async function append(message: string) {
      const open = await sql().reserve()
      const entry = { site: 'demo', type: 'test.ping', data: { message }, at: world.clock.now() }
      await open`begin`
      await open`select append_events(${open.json([entry])})`
      return async (end: 'commit' | 'rollback') => {
        await open.unsafe(end)
        open.release()
      }
    }

    test('waits for it, so that no reader passes it [U104]', async () => {
      const begin = await lastId(world)
      const heard: string[] = []
      // Earlier events may be delivered later.
      const stop = world.services.events.subscribe(({ seq, data }) => {
        if (eventId(seq) > begin) heard.push((data as { message: string }).message)
      })
      const end = await append('slow')
      await emitEvent(world, 'quick')
      expect(await messages(begin)).toEqual([])
      expect((await world.api('GET', `/events?after=${begin}`, { key })).body.next).toBe(begin)
      await end('commit')
      expect(await messages(begin)).toEqual(['slow', 'quick'])
      world.clock.move(1_000)
      await expect.poll(() => heard, patience).toEqual(['slow', 'quick'])
      stop()
    })

    test('is delivered alone if the other is rolled back', async () => {
      const begin = await lastId(world)
      const end = await append('taken back')
      await emitEvent(world, 'behind it')
      expect(await messages(begin)).toEqual([])
      await end('rollback')
      expect(await messages(begin)).toEqual(['behind it'])
    })

    test('does not wait for a transaction without events, however long that is open', async () => {
      const begin = await lastId(world)
      const open = await sql().reserve()
      await open`begin`
      await open`insert into things values ('long')`
      await emitEvent(world, 'meanwhile')
      expect(await messages(begin)).toEqual(['meanwhile'])
      await open`rollback`
      open.release()
    })

    test('never makes an id unknown that was assigned before', async () => {
      await emitEvent(world, 'known')
      const known = await lastId(world)
      const end = await append('not yet')
      expect((await world.api('GET', `/events?after=${known}`, { key })).status).toBe(200)
      await end('rollback')
    })
  })
}
