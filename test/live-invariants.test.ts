import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invariants } from '../server/features/live/invariants.ts'
import { type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { patience } from './support/live.ts'
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

/** Moves the time on in small steps until what is found is this; answers how long it took. */
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

type Sql = ChatWorld['parts']['database']['sql']
type Break = { make(): Promise<string>; harm(sql: Sql, id: string): Promise<unknown> }

/** How each is broken, straight in the database: nothing of the product would do it. */
const breaks: Record<string, Break> = {
  waiting_without_end: {
    make: waiting,
    harm: (sql, id) => sql`delete from queue where type = 'handover.miss' and name = ${id}`,
  },
  waiting_past_end: {
    make: waiting,
    // As if no server of this version took the job: it is due, and nobody begins it.
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
      // Gone long ago, and the job that would return his chats is lost, as is what would plan it anew.
      const [{ site }] = await sql<[{ site: string }]>`select site from conversations where id = ${id}`
      await sql`delete from presence where email = ${bert.email}`
      await sql`update conversations set taken_at = taken_at - 300000 where id = ${id}`
      await sql`
        insert into attendance (site, email, gone_at) values (${site}, ${bert.email}, ${world.clock.now() - 200_000})
        on conflict (site, email) do update set gone_at = excluded.gone_at, available = false`
      await sql`
        insert into queue (type, site, data, name, run_at, attempts, leased_until)
        values ('presence.gone', ${site}, '{}', ${bert.email}, 0, 1, ${world.clock.now() + 3_600_000})
        on conflict (type, site, name) where name is not null do update set leased_until = excluded.leased_until`
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

test('a reply whose server died is ended as a failed one; a suspended server has a minute to come back', async () => {
  const { sql } = world.parts.database
  const { id } = await world.start({ message: 'Hello' })
  // As a killed server leaves it.
  const until = world.clock.now() + 15_000
  await sql`update conversations set turn_id = 'turn_dead', turn_until = ${until} where id = ${id}`
  await sql`update messages set outcome = null where conversation_id = ${id} and role = 'user'`
  const state = async () => {
    const [row] = await sql`
      select turn_id, outcome from conversations c join messages m on m.conversation_id = c.id and m.role = 'user'
      where c.id = ${id}`
    return row
  }
  world.clock.move(40_000)
  await found({})
  expect(await state()).toEqual({ turn_id: 'turn_dead', outcome: null })
  world.clock.move(40_000)
  await found({})
  expect(await state()).toEqual({ turn_id: null, outcome: 'failed' })
})

describe('the watch over the live chats', () => {
  test('tries every invariant below', () => {
    expect(Object.keys(breaks).sort()).toEqual(Object.keys(invariants).sort())
  })

  test('finds nothing in an ordinary life of chats', async () => {
    const chats = [await waiting(), await taken(), await taken(), await taken()]
    await anna.post(`/conversations/${chats[1]}/close`)
    await anna.post(`/conversations/${chats[2]}/handback`)
    await anna.post(`/conversations/${chats[3]}/assign`, { to: null })
    await world.say(chats[3] as string, { text: 'Is somebody there?' })
    await found({})
    expect(await health()).toMatchObject({ ok: true, violations: 0 })
    expect(await metrics()).toMatch(/^frontdesk_live_violations 0$/m)
  })

  test.each(Object.keys(breaks))('counts within ten seconds, once, that %s, and sees it put right', async (name) => {
    const { make, harm } = breaks[name] as Break
    const { sql } = world.parts.database
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
  })
})
