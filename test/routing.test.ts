import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { returnChats } from '../server/features/live/presence/absence.ts'
import { routeWaiting } from '../server/features/live/presence/routing.ts'
import { type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { patience } from './support/live.ts'
import { beats } from './support/rival.ts'
import { openSecond, type Second } from './support/second.ts'
import { createGate, stepped } from './support/steps.ts'
import { addPerson, type Person } from './support/team.ts'
import { addWaiting, lastSeq, listGiven } from './support/visitors.ts'

let world: ChatWorld
let second: Second
let people: Person[]
let begun = 0

beforeAll(async () => {
  world = await createChatWorld()
  second = await openSecond(world, { start: false })
  people = [await addPerson(world, 'Anna Adler'), await addPerson(world, 'Bert Brandt'), await addPerson(world, 'Cleo')]
})
afterAll(async () => {
  await second.close()
  await world.close()
})
beforeEach(async () => {
  world.clock.move(60_000)
  begun = await lastSeq(world)
})
afterEach(async () => {
  await setRouting('manual')
  for (const person of people) await person.leave()
  await world.services.database.sql`delete from conversations`
  await world.services.database.sql`delete from queue`
})

const setRouting = (routing: 'manual' | 'round_robin' | 'least_busy', capacity = 4) =>
  world.set({ live: { routing, capacity, waitSeconds: 3_600 } })

/** Assigns whatever can be assigned, and waits until the server is done, too. */
async function route(): Promise<void> {
  await routeWaiting(await world.context())
  await until(
    async () => (await world.services.database.sql`select from queue where type = 'handover.route'`).length === 0,
  )
}
const given = async () => (await listGiven(world, begun)).map(({ id, to }) => [id, nameOf(to)])
const nameOf = (email: string) => 'abc'[people.findIndex((person) => person.email === email)]

/** This many waiting visitors, each a second longer than the next. */
async function wait(count: number): Promise<string[]> {
  const ids = []
  for (let place = count; place > 0; place--) ids.push(await addWaiting(world, world.clock.now() - place * 1_000))
  return ids
}

const openAll = async () => {
  for (const person of people) await person.open()
}
const take = (person: Person | undefined, id: string | undefined) => person?.post(`/conversations/${id}/takeover`)

describe('waiting visitors', () => {
  test('are left to whoever takes them with the manual setting [U110]', async () => {
    await openAll()
    const [id] = await wait(1)
    await route()
    expect((await world.get(`/conversations/${id}`)).body.conversation).toMatchObject({
      status: 'live',
      assigned_to: null,
    })
  })

  test('are assigned in turn: to the person assigned longest ago, the longest waiting first [U110]', async () => {
    await openAll()
    const ids = await wait(7)
    await setRouting('round_robin')
    await route()
    const first = await given()
    expect(first.map(([id]) => id)).toEqual(ids)
    const order = first.map(([, name]) => name)
    expect(new Set(order.slice(0, 3)).size).toBe(3)
    expect(order.slice(3)).toEqual(order.slice(0, 4))
    // A chat that a person took over was not assigned to them by routing.
    await people[0]?.post(`/conversations/${ids[0]}/close`)
    const [next] = await wait(1)
    await route()
    expect((await given()).at(-1)).toEqual([next, order[1]])
  })

  test('go to the person with the fewest chats, and of those to the one assigned longest ago [U110]', async () => {
    await openAll()
    const taken = await wait(3)
    await take(people[0], taken[0])
    await take(people[0], taken[1])
    await take(people[1], taken[2])
    await wait(3)
    await setRouting('least_busy')
    await route()
    const names = (await given()).map(([, name]) => name)
    expect(names[0]).toBe('c')
    expect([...names].sort()).toEqual(['b', 'c', 'c'])
  })

  test('go to nobody beyond a person’s capacity, which counts chats on other sites too [U110]', async () => {
    await people[0]?.open()
    const there = { site: 'other', email: people[0]?.email as string, window_id: 'w', server: 'x', available: true }
    const { sql } = world.services.database
    await sql`insert into presence ${sql({ ...there, until: world.clock.now() + 3_600_000 })}`
    const other = await addWaiting(world, world.clock.now(), 'other')
    await sql`update conversations set assigned_to = ${there.email}, waiting_since = null where id = ${other}`
    const ids = await wait(3)
    await setRouting('least_busy', 2)
    await route()
    expect(await given()).toEqual([[ids[0], 'a']])
    await people[0]?.post(`/conversations/${ids[0]}/close`)
    await route()
    const both = [
      [ids[0], 'a'],
      [ids[1], 'a'],
    ]
    expect(await given()).toEqual(both)
    await route()
    expect(await given()).toEqual(both)
  })

  test('go to nobody who is away, absent or no longer on the team', async () => {
    await setRouting('round_robin')
    const [away, gone, removed] = people as [Person, Person, Person]
    await away.open(false)
    await gone.open()
    await gone.leave()
    await wait(1)
    const { sql } = world.services.database
    await sql`
      insert into presence (site, email, window_id, server, available, until)
      values ('demo', 'nobody@example.com', 'w', 'x', true, ${world.clock.now() + 60_000}),
        ('other', ${removed.email}, 'w', 'x', true, ${world.clock.now() + 60_000}),
        ('demo', ${removed.email}, 'w', 'x', true, ${world.clock.now()})`
    await route()
    expect(await given()).toEqual([])
    await sql`delete from presence where email = 'nobody@example.com'`
  })

  test('read who joined, and the team reads who has them', async () => {
    await people[0]?.open()
    await setRouting('round_robin')
    const [id] = await wait(1)
    await route()
    const { conversation } = (await world.get(`/conversations/${id}`)).body
    expect(conversation).toMatchObject({
      status: 'live',
      assigned_to: people[0]?.email,
      assigned_name: 'Anna Adler',
      waiting_since: null,
    })
    expect((await world.stored(id as string)).at(-1)).toMatchObject({
      role: 'system',
      text: expect.stringContaining('Anna'),
    })
    expect((await world.emitted(id as string)).at(-1)).toMatchObject({
      type: 'conversation.assigned',
      data: { assignedTo: people[0]?.email, name: 'Anna Adler', by: 'system' },
    })
  })

  test('are assigned once, even if two servers assign at the same time [threat 7]', async () => {
    await openAll()
    const ids = await wait(14)
    await setRouting('least_busy', 3)
    const both = [await world.context(), await second.context(), await world.context(), await second.context()]
    await Promise.all(both.map((ctx) => routeWaiting(ctx)))
    await route()
    const all = await given()
    expect(all.map(([id]) => id)).toEqual(ids.slice(0, 9))
    expect(
      all
        .map(([, name]) => name)
        .sort()
        .join(''),
    ).toBe('aaabbbccc')
  })

  test('get no further text of the assistant when somebody is assigned to them [U101]', async () => {
    await people[0]?.open()
    await setRouting('round_robin')
    await world.set({ live: { aiWhileWaiting: true, routing: 'manual' } })
    const gate = createGate()
    const { id } = await world.start({ message: 'Hello' })
    await world.say(id, { action: { id: 'person', value: '' } })
    const asked = world.model.next('/api/chat')
    world.model.script(() => stepped(gate, ['Half of ', 'it.']))
    const reply = world.say(id, { text: 'How long will it take?' })
    await asked
    await world.set({ live: { aiWhileWaiting: true, routing: 'round_robin' } })
    const routed = route()
    expect((await reply).status).toBe(200)
    await routed
    gate.open()
    world.says({ text: 'All is well.' })
    expect(await given()).toEqual([[id, 'a']])
    expect((await world.stored(id)).at(-1)).toMatchObject({ role: 'system', text: expect.stringContaining('Anna') })
  })
})

describe('routing starts automatically', () => {
  const isGiven = (id: string, name = 'a') => {
    const look = async () => {
      world.clock.move(50)
      return (await given()).some(([one, to]) => one === id && to === name)
    }
    return expect.poll(look, patience).toBe(true)
  }

  test('when a visitor asks for a person', async () => {
    await people[0]?.open()
    await setRouting('round_robin')
    const { id } = await world.start({ message: 'Hello' })
    await world.say(id, { action: { id: 'person', value: '' } })
    await isGiven(id)
  })

  test('when somebody becomes available, and when a chat closes', async () => {
    await setRouting('round_robin', 1)
    const { sql } = world.services.database
    await until(async () => {
      world.clock.move(100)
      return (await sql`select from attendance where available`).length === 0
    })
    const ids = await wait(2)
    await people[0]?.open()
    // The presence check sees her within seconds.
    const later = async () => {
      world.clock.move(500)
      return (await given()).length
    }
    await expect.poll(later, patience).toBe(1)
    await isGiven(ids[0] as string)
    await people[0]?.post(`/conversations/${ids[0]}/close`)
    await isGiven(ids[1] as string)
  })
})

describe('the live chats of a person whose last dashboard closed [U121]', () => {
  const assignee = async (id: string) => (await world.get(`/conversations/${id}`)).body.conversation
  const pass = (milliseconds: number, holds: () => Promise<boolean>) => {
    world.clock.move(milliseconds)
    return until(async () => {
      const held = await holds()
      if (!held) world.clock.move(500)
      return held
    })
  }

  test('return to the queue after two minutes, and not before, if the visitor wrote last, within the hour', async () => {
    await setRouting('manual')
    const [anna] = people as [Person]
    await anna.open()
    const [first, kept, answered, old] = (await wait(4)) as [string, string, string, string]
    for (const id of [first, answered, old]) {
      await take(anna, id)
      await world.say(id, { text: 'Do you deliver?' })
    }
    await anna.post(`/conversations/${answered}/reply`, { text: 'Yes. Have a nice evening!' })
    const { sql } = world.services.database
    await sql`update conversations set assigned_to = 'key:abc' where id = ${kept}`
    await sql`update conversations set waiting_since = null where id = ${kept}`
    await sql`update messages set ts = ts - 3600000 where conversation_id = ${old}`
    // Her window's lease begins to expire now.
    const gone = world.clock.now()
    await sql`update presence set until = ${gone + 30_000}, seen_at = ${gone} where email = ${anna.email}`
    await pass(
      31_000,
      async () => (await sql`select from attendance where email = ${anna.email} and gone_at = ${gone}`).length === 1,
    )
    world.clock.move(gone + 119_000 - world.clock.now())
    await idle(world)
    expect((await assignee(first)).assigned_to).toBe(anna.email)
    await pass(5_000, async () => (await assignee(first)).assigned_to === null)
    expect(world.clock.now() - gone).toBeGreaterThanOrEqual(120_000)
    const { waiting_since: since, ...row } = await assignee(first)
    expect(row).toMatchObject({ status: 'live', assigned_name: null })
    expect(since).toBeGreaterThanOrEqual(gone + 120_000)
    expect((await world.emitted(first)).at(-1)).toMatchObject({
      type: 'conversation.assigned',
      data: { assignedTo: null, name: null, by: 'system' },
    })
    // Keys and people on Telegram are never present, and keep their chats.
    expect((await assignee(kept)).assigned_to).toBe('key:abc')
    for (const id of [answered, old])
      expect(await assignee(id)).toMatchObject({ assigned_to: anna.email, waiting_since: null })
    // The visitors who write now wait.
    for (const id of [answered, old]) await world.say(id, { text: 'Are you there?' })
    for (const id of [answered, old]) await pass(2_000, async () => (await assignee(id)).assigned_to === null)
    expect((await assignee(old)).waiting_since).not.toBeNull()
  })

  test('stay assigned if they are back in time', async () => {
    const [anna] = people as [Person]
    await anna.open()
    const [id] = (await wait(1)) as [string]
    await take(anna, id)
    const { sql } = world.services.database
    await pass(
      2_000,
      async () => (await sql`select from attendance where email = ${anna.email} and gone_at is null`).length === 1,
    )
    await anna.leave()
    await pass(
      2_000,
      async () => (await sql`select from attendance where email = ${anna.email} and gone_at is not null`).length === 1,
    )
    world.clock.move(100_000)
    await anna.open()
    await pass(
      2_000,
      async () => (await sql`select from attendance where email = ${anna.email} and gone_at is null`).length === 1,
    )
    world.clock.move(60_000)
    await until(async () => (await sql`select from queue where type = 'presence.gone'`).length === 0)
    expect((await assignee(id)).assigned_to).toBe(anna.email)
  })

  test('stay assigned if they were taken without a dashboard', async () => {
    await setRouting('manual')
    const [anna] = people as [Person]
    const [id] = (await wait(1)) as [string]
    await take(anna, id)
    for (let count = 0; count < 10; count++) {
      const planned = world.clock.nextTimer(2_000)
      world.clock.move(30_000)
      await planned
    }
    expect((await assignee(id)).assigned_to).toBe(anna.email)
  })

  test('wait at once if they are assigned to an absent person, and return after two minutes', async () => {
    await setRouting('manual')
    const [, bert] = people as [Person, Person]
    const { id } = await world.start({ message: 'Hello' })
    const [anna] = people as [Person]
    await anna.open()
    await take(anna, id)
    await anna.post(`/conversations/${id}/assign`, { to: bert.email })
    const since = world.clock.now()
    expect(await assignee(id)).toMatchObject({ assigned_to: bert.email, waiting_since: since })
    world.clock.move(110_000)
    await idle(world)
    expect(await assignee(id)).toMatchObject({ assigned_to: bert.email, waiting_since: since })
    await pass(11_000, async () => (await assignee(id)).assigned_to === null)
    expect(await assignee(id)).toMatchObject({ status: 'live', waiting_since: since })
  })

  test('stay if a colleague got one just before it was returned', async () => {
    const [anna, bert] = people as [Person, Person]
    // A task of an earlier absence would return it first.
    await idle(world)
    const id = await addWaiting(world, world.clock.now() - 180_000)
    const { sql } = world.services.database
    await sql`delete from attendance where email = ${anna.email}`
    await sql`update conversations set assigned_to = ${anna.email} where id = ${id}`
    const ctx = await world.context()
    await beats(
      world.services.database,
      (tx) => tx`update conversations set assigned_to = ${bert.email} where id = ${id}`,
      () => returnChats(ctx, anna.email),
    )
    expect((await assignee(id)).assigned_to).toBe(bert.email)
  })
})
