import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invariants } from '../server/features/live/invariants.ts'
import { type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { patience } from './support/live.ts'
import { cutReply } from './support/replies.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let anna: Person
let bert: Person

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ live: { waitSeconds: 3_600, closeAfterMinutes: 10_080 } })
  anna = await addPerson(world, 'Anna Adler')
  bert = await addPerson(world, 'Bert Brandt')
  await anna.open()
})
afterAll(() => world.close())

const health = async () => (await (await fetch(`${world.url}/healthz?deep=1`)).json()).parts.live
const metrics = async () => await (await fetch(`${world.url}/metrics`)).text()
const counted = async (name: string) =>
  Number(new RegExp(`frontdesk_live_violations_total\\{invariant="${name}"\\} (\\d+)`).exec(await metrics())?.[1] ?? 0)

/** Advances the time in small steps until these violations are found. Returns how long it took. */
async function found(broken: Record<string, number>): Promise<number> {
  const begun = world.clock.now()
  let lookedAt = 0
  const look = async () => {
    world.clock.move(500)
    const now = await health()
    lookedAt = now.lookedAt
    return now.lookedAt > begun ? now.broken : undefined
  }
  await expect.poll(look, { ...patience, interval: 20 }).toEqual(broken)
  return lookedAt - begun
}

/** A visitor who waits for a person. */
async function waiting(): Promise<string> {
  const { id } = await world.start({ message: 'Hello' })
  await world.say(id, { action: { id: 'person', value: '' } })
  return id
}

async function taken(person = anna): Promise<string> {
  const id = await waiting()
  expect((await person.post(`/conversations/${id}/takeover`)).status).toBe(200)
  return id
}

type Sql = ChatWorld['services']['database']['sql']
type Break = { make(): Promise<string>; harm(sql: Sql, id: string): Promise<unknown> }

/** Breaks each invariant directly in the database, because the product never does. */
const breaks: Record<string, Break> = {
  waiting_without_end: {
    make: waiting,
    harm: (sql, id) => sql`delete from queue where type = 'handover.miss' and name = ${id}`,
  },
  waiting_past_end: {
    make: waiting,
    // As if no server of this version ran the task: it is due, and nobody starts it.
    harm: (sql, id) => sql`
      update conversations set waiting_since = waiting_since - 7200001 where id = ${id}`,
  },
  waiting_unserved: {
    make: waiting,
    harm: (sql, id) => sql`update conversations set status = 'bot' where id = ${id}`,
  },
  unanswered_unowned: {
    make: taken,
    async harm(sql, id) {
      await world.say(id, { text: 'Are you there?' })
      await sql`update conversations set assigned_to = null, assigned_name = null where id = ${id}`
    },
  },
  live_without_end: {
    make: taken,
    harm: (sql, id) => sql`delete from queue where type = 'conversation.closeIdle' and name = ${id}`,
  },
  owner_absent: {
    async make() {
      await bert.open()
      return await taken(bert)
    },
    async harm(sql, id) {
      // Absent for long, and the task that would return his chats is lost, as is the one that would schedule it again.
      const [{ site }] = await sql<[{ site: string }]>`select site from conversations where id = ${id}`
      await sql`delete from presence where email = ${bert.email}`
      await sql`update conversations set taken_at = taken_at - 300000 where id = ${id}`
      await sql`
        insert into attendance (site, email, gone_at) values (${site}, ${bert.email}, ${world.clock.now() - 200_000})
        on conflict (site, email) do update set gone_at = excluded.gone_at, available = false`
      await sql`
        insert into queue (type, site, data, name, run_at, lease)
        values ('presence.gone', ${site}, '{}', ${bert.email}, 0, ${world.services.heartbeat.newLease()})
        on conflict (type, site, name) where name is not null do update set lease = excluded.lease`
    },
  },
  reply_cut: {
    make: async () => (await world.start({ message: 'Hello' })).id,
    harm: (sql, id) => sql`update messages set outcome = null where conversation_id = ${id} and role = 'user'`,
  },
  closed_without_time: {
    make: taken,
    harm: (sql, id) => sql`update conversations set closed_at = 1 where id = ${id}`,
  },
  name_without_owner: {
    make: async () => (await world.start({ message: 'Hello' })).id,
    harm: (sql, id) => sql`update conversations set assigned_name = 'Nobody' where id = ${id}`,
  },
}

test('a reply that a living server is writing is not cut, however long it takes', async () => {
  const { id } = await world.start({ message: 'Hello' })
  await cutReply(world, id, world.services.heartbeat.newLease())
  world.clock.move(5 * 60_000)
  await found({})
  await world.services.database.sql`delete from queue where type = 'reply.write' and name = ${id}`
  await found({ reply_cut: 1 })
  await world.services.database
    .sql`update messages set outcome = 'failed' where conversation_id = ${id} and role = 'user'`
})

describe('the monitor of live chats', () => {
  test('tests every invariant below', () => {
    expect(Object.keys(breaks).sort()).toEqual(Object.keys(invariants).sort())
  })

  test('finds nothing in ordinary chats', async () => {
    const chats = [await waiting(), await taken(), await taken(), await taken()]
    await anna.post(`/conversations/${chats[1]}/close`)
    await anna.post(`/conversations/${chats[2]}/handback`)
    await anna.post(`/conversations/${chats[3]}/assign`, { to: null })
    await world.say(chats[3] as string, { text: 'Is somebody there?' })
    await found({})
    expect(await health()).toMatchObject({ ok: true, violations: 0 })
    expect(await metrics()).toMatch(/^frontdesk_live_violations 0$/m)
  })

  test.each(Object.keys(breaks))(
    'counts within ten seconds, once, that %s, and notices when it is fixed',
    async (name) => {
      const { make, harm } = breaks[name] as Break
      const { sql } = world.services.database
      const id = await make()
      const before = await counted(name)
      await found({})
      await harm(sql, id)
      expect(await found({ [name]: 1 })).toBeLessThanOrEqual(10_000)
      expect(await health()).toMatchObject({ ok: false, violations: 1, broken: { [name]: 1 } })
      await found({ [name]: 1 })
      expect(await counted(name)).toBe(before + 1)
      await sql`delete from conversations where id = ${id}`
      await found({})
      await until(async () => (await health()).ok)
    },
  )
})
