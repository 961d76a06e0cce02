import { repeat } from '../../core/async.ts'
import type { Services } from '../../core/context.ts'
import { takeLease } from '../../core/lease.ts'
import { createCounter, gauge } from '../../core/metric.ts'
import { findBroken, invariants } from './invariants.ts'

export type Monitor = {
  /** How many conversations violate an invariant now, as last found by the server that checks. */
  health(): Promise<{ ok: boolean; [name: string]: unknown }>
  lines(): Promise<string[]>
  start(): void
  close(): Promise<void>
}

type Found = Record<string, number>

/** The name of its lease and of its result. */
const name = 'live'
const checkEvery = 3_000

/** Checks every few seconds, on one server at a time, whether the invariants of live chats hold. */
export function createMonitor(services: Services): Monitor {
  const { database, clock, log } = services
  const lease = services.heartbeat.newLease()
  const violations = createCounter(
    'frontdesk_live_violations_total',
    'Conversations that broke an invariant of live chats, by invariant.',
  )
  let known = new Set<string>()
  let stop = async () => {}

  const check = async () => {
    // This server keeps the lease between the checks, because it knows what it has counted.
    if (!(await takeLease(database.sql, name, lease))) return
    const found: Found = {}
    const seen = new Set<string>()
    for (const { invariant, id } of await findBroken(database.sql, clock.now())) {
      const one = `${invariant} ${id}`
      // Counted and logged once until it is fixed.
      if (!known.has(one)) {
        violations.add({ invariant })
        log.error({ invariant, conversation: id }, invariants[invariant]!.broken)
      }
      seen.add(one)
      found[invariant] = (found[invariant] ?? 0) + 1
    }
    known = seen
    await database.sql`
      insert into watch (name, found, found_at)
      select name, ${database.sql.json(found)}, ${clock.now()} from leases where name = ${name} and lease = ${lease}
      on conflict (name) do update set found = excluded.found, found_at = excluded.found_at`
  }
  return {
    health: async () => toHealth(await lastFound(services)),
    async lines() {
      const { found } = await lastFound(services)
      const now = gauge(
        'frontdesk_live_violations',
        'Conversations that currently break an invariant of live chats.',
        sum(found),
      )
      return [...violations.lines(), ...now]
    },
    start() {
      stop = repeat(clock, checkEvery, check, (err) => log.warn({ err }, 'could not check the live chats'))
    },
    close: () => stop(),
  }
}

type Last = { found: Found; lookedAt: number }

async function lastFound({ database }: Services): Promise<Last> {
  const [row] = await database.sql<{ found: Found; found_at: number }[]>`
    select found, found_at from watch where name = ${name}`
  return { found: row?.found ?? {}, lookedAt: row?.found_at ?? 0 }
}

function toHealth({ found, lookedAt }: Last) {
  const broken = Object.fromEntries(Object.entries(found).filter(([, count]) => count > 0))
  const count = sum(found)
  const detail = Object.keys(broken).map((invariant) => invariants[invariant]?.broken ?? invariant)
  return { ok: count === 0, violations: count, lookedAt, broken, ...(count > 0 ? { detail: detail.join('; ') } : {}) }
}

const sum = (found: Found): number => Object.values(found).reduce((all, count) => all + count, 0)
