import { expect } from 'vitest'
import { errorReasons } from '../../shared/error.ts'
import { allScopes, covers, type Scope } from '../../shared/scope.ts'
import { until } from './chat.ts'
import { keepThere } from './desk.ts'
import { changedTables, type Input, type Named, sendTrpc } from './every-operation.ts'
import { createRecords, examples, type OperationName, ofEverySite, personal, type Records } from './examples.ts'
import { signIn } from './sign-in.ts'
import { createBotWorld } from './telegram-world.ts'
import type { Reply, World } from './world.ts'

/** A server with two sites, and everybody who may call it or may not. */
export type Callers = {
  world: World
  /** Of the site `demo`, and of the site `other`. */
  records: Records
  theirs: Records
  /** A key of `demo` that may do everything, and tokens of people of that site. */
  key: string
  member: string
  person: string
  /** Keys that open nothing, by what is wrong with them. */
  unwelcome: Record<string, string | null>
  /** Who may carry an operation out: a key, or a signed-in person where it is for those alone. */
  caller(name: OperationName): { key: string; query?: Record<string, string> }
  /** The same caller over tRPC. */
  callTrpc(named: Named, input: Input): Promise<unknown>
  /** A key that may do this alone, and one that may do everything but this. */
  keyWith(scopes: Scope[]): Promise<string>
  keyWithout(scope: Scope): Promise<string>
  /** An input that nobody used, with records of its own. */
  example(name: OperationName): Promise<Input>
  /** The same input each time: for calls that change nothing. */
  untouched(name: OperationName): Promise<Input>
  /** Lets a minute pass now and then: what tests send is not counted against those after them. */
  nextTest(): void
  /** Expects that nothing is changed by this. It is done once more where something changed meanwhile, as a server does by itself. */
  changesNothing(work: () => Promise<unknown>): Promise<void>
}

const minute = 60_000
const day = 86_400_000
/** With each minute the server goes its rounds, which takes as long as most of the tests. */
const testsInMinute = 8
export const generous = { ratePerMinute: 100_000 }

export async function openCallers(): Promise<Callers> {
  const world = await createBotWorld()
  for (const site of ['demo', 'other']) {
    const security = { limits: { apiKeysPerSite: 1000, messagesPerSitePerDay: 1_000_000 } }
    await world.api('PUT', '/settings', { body: { settings: { security }, site } })
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
  // What says that nothing was changed would say so of everything, were it not told.
  await changedTables(world)
  await world.key()
  expect(await changedTables(world)).toContain('api_keys')
  const keys = new Map<string, Promise<string>>()
  const keyWith = (scopes: Scope[]) => once(keys, scopes.join(), () => world.key(scopes, generous))
  const untouched = new Map<OperationName, Promise<Input>>()
  const example = async (name: OperationName) => await examples[name](records)
  let tests = 0
  let told = (await world.parts.events.span()).settled
  world.parts.events.subscribe(({ seq }) => {
    told = seq
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
      await until(() => becameQuiet(world, told))
      await work()
      if ((await changedTables(world)).length === 0) return
      await until(() => becameQuiet(world, told))
      await work()
      expect(await changedTables(world)).toEqual([])
    },
  }
}

/** What was made under a name, or is made now. A failure is not kept: what failed is tried anew. */
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

/** Whether the server has noticed who is there, and done what follows from it. */
async function isSettled({ parts }: World): Promise<boolean> {
  const [row] = await parts.database.sql`
    select (select count(*)::int from attendance where available) as there,
      (select count(*)::int from queue where type = 'handover.route') as planned`
  return row?.there === 2 && row.planned === 0
}

/**
 * Whether whoever follows the log was told of its last event, and every job that fell due was done. What was changed until
 * then is forgotten.
 */
async function becameQuiet({ parts, clock }: World, told: number): Promise<boolean> {
  const [row] = await parts.database.sql<[{ due: number; last: number }]>`
    with forgotten as (delete from test.changes)
    select (select count(*)::int from queue where run_at <= ${clock.now()}) as due,
      (select coalesce(max(seq), 0)::int from events) as last`
  return row.due === 0 && row.last <= told
}

/** Expects a refusal of this status and code, with a reason that is documented. */
export function isRefused({ status, body }: Reply, expected: number, code: string): void {
  expect([status, body.error?.code], JSON.stringify(body)).toEqual([expected, code])
  expect(Object.keys(errorReasons)).toContain(body.error.reason)
  for (const said of [body.error, ...(body.faults ?? [])])
    if (/\b\d/.test(said.message)) expect(said.params ?? body.faults?.[0]?.params, JSON.stringify(body)).toBeDefined()
}
