import { expect } from 'vitest'
import { errorReasons } from '../../shared/error.ts'
import { allScopes, covers, type Scope } from '../../shared/scope.ts'
import { until } from './chat.ts'
import { keepThere } from './desk.ts'
import { changedTables, type Input, type Named, sendTrpc } from './every-operation.ts'
import {
  countAnew,
  createRecords,
  examples,
  type OperationName,
  ofEverySite,
  personal,
  type Records,
} from './examples.ts'
import { countPeopleAnew, signIn } from './sign-in.ts'
import { createBotWorld } from './telegram-world.ts'
import type { Reply, World } from './world.ts'

/** A server with two sites, and callers with and without access. */
export type Callers = {
  world: World
  /** Of the site `demo`, and of the site `other`. */
  records: Records
  theirs: Records
  /** A key of `demo` with all scopes, and tokens of people of that site. */
  key: string
  member: string
  person: string
  /** Keys that grant no access, by what is wrong with them. */
  unwelcome: Record<string, string | null>
  /** Who may call an operation: a key, or a signed-in person if it is only for people. */
  caller(name: OperationName): { key: string; query?: Record<string, string> }
  /** The same caller over tRPC. */
  callTrpc(named: Named, input: Input): Promise<unknown>
  /** A key with only this scope, and one with all scopes except this. */
  keyWith(scopes: Scope[]): Promise<string>
  keyWithout(scope: Scope): Promise<string>
  /** A fresh input with its own records. */
  example(name: OperationName): Promise<Input>
  /** The same input each time, for calls that change nothing. */
  untouched(name: OperationName): Promise<Input>
  /** Advances the clock by a minute now and then, so that requests of earlier tests do not count against later ones. */
  nextTest(): void
  /**
   * Expects that this changes nothing. Repeats it once if something changed, because a server also changes data by
   * itself.
   */
  changesNothing(work: () => Promise<unknown>): Promise<void>
}

const minute = 60_000
const day = 86_400_000
/** Every minute the server runs its periodic work, which takes as long as most of the tests. */
const testsInMinute = 8
export const generous = { ratePerMinute: 100_000 }

export async function openCallers(): Promise<Callers> {
  countAnew()
  countPeopleAnew()
  const world = await createBotWorld()
  for (const site of ['demo', 'other']) {
    const security = { limits: { apiKeysPerSite: 1000, messagesPerSitePerDay: 1_000_000 } }
    await world.api('PUT', '/settings', { body: { settings: { security, bookings: { mode: 'picker' } }, site } })
  }
  const unwelcome = await makeUnwelcome(world)
  const key = await world.key(allScopes, generous)
  const records = createRecords(world, key, 'mangrove apple')
  const theirs = createRecords(world, await world.key(allScopes, { ...generous, site: 'other' }), 'mangrove zebra')
  const [one, other] = [await signIn(world, 'member'), await signIn(world, 'admin')]
  const person = other.token
  await keepThere(world, { id: one.email }, { id: other.email })
  world.clock.move(minute)
  await until(() => isSettled(world))
  // Proves that the check for changes detects changes at all.
  await changedTables(world)
  await world.key()
  expect(await changedTables(world)).toContain('api_keys')
  const keys = new Map<string, Promise<string>>()
  const keyWith = (scopes: Scope[]) => once(keys, scopes.join(), () => world.key(scopes, generous))
  const untouched = new Map<OperationName, Promise<Input>>()
  const example = async (name: OperationName) => await examples[name](records)
  let tests = 0
  let lastEvent = (await world.services.events.span()).settled
  world.services.events.subscribe(({ seq }) => {
    lastEvent = seq
  })
  const caller: Callers['caller'] = (name) => {
    if (ofEverySite.includes(name)) return { key: world.adminKey }
    return personal.includes(name) ? { key: person, query: { site: 'demo' } } : { key }
  }
  return {
    ...{ world, records, theirs, key, member: one.token, person, unwelcome, caller },
    callTrpc(named, input) {
      const { key: token, query = {} } = caller(named.name)
      return sendTrpc(world, named, { ...input, ...query }, token)
    },
    keyWith,
    keyWithout: (scope) => keyWith(allScopes.filter((one) => !covers([one], scope))),
    example,
    untouched: (name) => once(untouched, name, () => example(name)),
    nextTest() {
      if (tests % testsInMinute === 0) world.clock.move(minute)
      tests += 1
    },
    async changesNothing(work) {
      await until(() => becameQuiet(world, lastEvent))
      await work()
      if ((await changedTables(world)).length === 0) return
      await until(() => becameQuiet(world, lastEvent))
      await work()
      expect(await changedTables(world)).toEqual([])
    },
  }
}

/** Returns what was created under a name, or creates it. Failures are not kept, so the next call retries. */
function once<Name, Made>(made: Map<Name, Promise<Made>>, name: Name, make: () => Promise<Made>): Promise<Made> {
  const known = made.get(name) ?? make()
  made.set(name, known)
  known.catch(() => made.delete(name))
  return known
}

async function makeUnwelcome(world: World): Promise<Callers['unwelcome']> {
  const expired = await world.key(allScopes, { ...generous, expiresInDays: 1 })
  world.clock.move(day)
  const revoked = await world.key(allScopes, generous)
  await world.api('DELETE', `/keys/${revoked.slice(9, 21)}?site=demo`)
  return { 'no key': null, 'an unknown key': `${revoked}x`, 'a revoked key': revoked, 'an expired key': expired }
}

/** Whether the server has detected who is present, and done what follows from it. */
async function isSettled({ services }: World): Promise<boolean> {
  const [row] = await services.database.sql`
    select (select count(*)::int from attendance where available) as there,
      (select count(*)::int from queue where type = 'handover.route') as planned`
  return row?.there === 2 && row.planned === 0
}

/**
 * Whether every follower of the log received its last event, and every due task ran. Changes until then are discarded.
 */
async function becameQuiet({ services, clock }: World, lastEvent: number): Promise<boolean> {
  const [row] = await services.database.sql<[{ due: number; last: number }]>`
    with forgotten as (delete from test.changes)
    select (select count(*)::int from queue where run_at <= ${clock.now()}) as due,
      (select coalesce(max(seq), 0)::int from events) as last`
  return row.due === 0 && row.last <= lastEvent
}

/** Expects a refusal with this status and code, and a documented reason. */
export function isRefused({ status, body }: Reply, expected: number, code: string): void {
  expect([status, body.error?.code], JSON.stringify(body)).toEqual([expected, code])
  expect(Object.keys(errorReasons)).toContain(body.error.reason)
  for (const said of [body.error, ...(body.faults ?? [])])
    if (/(?<!\.)\b\d/.test(said.message))
      expect(said.params ?? body.faults?.[0]?.params, JSON.stringify(body)).toBeDefined()
}
