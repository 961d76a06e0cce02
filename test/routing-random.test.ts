import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Site } from '../server/core/context.ts'
import { systemContext } from '../server/core/transaction.ts'
import { findBroken } from '../server/features/live/invariants.ts'
import { syncPresence } from '../server/features/live/presence/availability.ts'
import { routeWaiting } from '../server/features/live/presence/routing.ts'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { openSecond, type Second } from './support/second.ts'
import { addPerson, type Person } from './support/team.ts'
import { addWaiting, lastSeq, listGiven } from './support/visitors.ts'
import type { World } from './support/world.ts'

let world: ChatWorld
let second: Second
let people: Person[]

beforeAll(async () => {
  world = await createChatWorld()
  second = await openSecond(world, { start: false })
  await world.set({ live: { routing: 'manual', waitSeconds: 3_600 } })
  people = [await addPerson(world, 'Anna'), await addPerson(world, 'Bert'), await addPerson(world, 'Cleo')]
})
afterAll(async () => {
  await second.close()
  await world.close()
})

type Action =
  | { do: 'ask' }
  | { do: 'come' | 'leave' | 'away'; who: number }
  | { do: 'take' | 'close' | 'handback' | 'unassign'; who: number; which: number }
  | { do: 'route'; servers: number }

const who = fc.nat(2)
const which = fc.nat(20)
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Action>({ do: 'ask' }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('come', 'leave', 'away'), who }) as fc.Arbitrary<Action> },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('take', 'close', 'handback', 'unassign'),
      who,
      which,
    }) as fc.Arbitrary<Action>,
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('route'), servers: fc.integer({ min: 1, max: 3 }) }) as fc.Arbitrary<Action>,
  },
)

type Row = { id: string; status: string; assigned_to: string | null; waiting_since: number | null }
const rows = () => world.services.database.sql<Row[]>`
  select id, status, assigned_to, waiting_since from conversations order by waiting_since, id`
const waitingOf = (all: readonly Row[]) =>
  all.filter(
    ({ status, assigned_to, waiting_since }) => status === 'live' && waiting_since !== null && assigned_to === null,
  )
const liveOf = (all: readonly Row[], email: string) =>
  all.filter(({ status, assigned_to }) => status === 'live' && assigned_to === email).length

type Rules = { routing: 'round_robin' | 'least_busy'; capacity: number }

/** The site as seen by a server with these routing rules; the running one leaves everything to the people. */
async function contextBy({ services }: Pick<World, 'services'>, rules: Rules) {
  const site = (await services.sites.find('demo')) as Site
  const live = { ...site.settings.live, ...rules }
  return systemContext(services, { ...site, settings: { ...site.settings, live } })
}

/** Routes on this many servers at once, and checks the result against the state before. */
async function route(servers: number, rules: Rules, there: Set<string>): Promise<void> {
  const { capacity } = rules
  const before = await rows()
  const begun = await lastSeq(world)
  const all = [await contextBy(world, rules), await contextBy(second, rules), await contextBy(world, rules)]
  const contexts = all.slice(0, servers)
  await Promise.all(contexts.map((ctx) => routeWaiting(ctx)))
  const given = await listGiven(world, begun)
  const queue = waitingOf(before).map(({ id }) => id)
  // The longest waiting first, without gaps or duplicates.
  expect(given.map(({ id }) => id)).toEqual(queue.slice(0, given.length))
  const room = [...there].reduce((sum, email) => sum + Math.max(0, capacity - liveOf(before, email)), 0)
  expect(given).toHaveLength(Math.min(queue.length, room))
  const after = await rows()
  for (const { email } of people) {
    const got = given.filter(({ to }) => to === email).length
    if (got > 0) expect([there.has(email), liveOf(after, email) <= capacity]).toEqual([true, true])
  }
}

async function act(step: Action, ids: string[], there: Set<string>, rules: Rules): Promise<void> {
  const person = people['who' in step ? step.who : 0] as Person
  const id = 'which' in step ? ids[step.which % Math.max(1, ids.length)] : undefined
  if (step.do === 'ask') ids.push(await addWaiting(world, world.clock.now()))
  else if (step.do === 'come' || step.do === 'away') {
    await person.open(step.do === 'come')
    if (step.do === 'come') there.add(person.email)
    else there.delete(person.email)
    await syncPresence(world.services)
  } else if (step.do === 'leave') {
    await person.leave()
    there.delete(person.email)
    await syncPresence(world.services)
  } else if (step.do === 'route') await route(step.servers, rules, there)
  else if (id && step.do === 'take') await person.post(`/conversations/${id}/takeover`)
  else if (id && step.do === 'unassign') await person.post(`/conversations/${id}/assign`, { to: null })
  else if (id) await person.post(`/conversations/${id}/${step.do}`)
}

/** Expects that no invariant is violated, except those that time alone can violate. */
async function holds(): Promise<void> {
  expect(await findBroken(world.services.database.sql, world.clock.now())).toEqual([])
}

test('after anything in any order: the longest waiting first, nobody twice, nobody beyond their capacity', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom('round_robin' as const, 'least_busy' as const),
    fc.integer({ min: 1, max: 3 }),
    fc.array(action, { minLength: 5, maxLength: 30 }),
    async (routing, capacity, steps) => {
      const rules = { routing, capacity }
      const { sql } = world.services.database
      await sql`delete from conversations`
      await sql`delete from queue where name like 'conv_%'`
      for (const person of people) await person.leave()
      world.clock.move(61_000)
      const ids: string[] = []
      const there = new Set<string>()
      for (const step of steps) {
        await act(step, ids, there, rules)
        await holds()
      }
      await route(2, rules, there)
    },
  )
  await fc.assert(property, { numRuns: 12, endOnFailure: true })
}, 120_000)
