import { randomUUID } from 'node:crypto'
import type { Parts } from '../../core/context.ts'
import { createCounter, gauge } from '../../core/metric.ts'
import { repeat } from '../../core/repeat.ts'
import { endCutTurns } from '../conversations/turn-lease.ts'
import { findBroken, invariants } from './invariants.ts'

export type Monitor = {
  /** How many conversations break an invariant now, as the server that looks last found. */
  health(): Promise<{ ok: boolean; [name: string]: unknown }>
  /** In Prometheus' text format. */
  lines(): Promise<string[]>
  start(): void
  close(): Promise<void>
}

type Found = Record<string, number>

const name = 'live'
const lookEvery = 3_000
/** Another server looks when the one that does was not heard of for so long. */
const leaseLength = 10_000

/**
 * Looks every few seconds, on one server at a time, whether each invariant of the live chats holds, and ends the replies of
 * servers that died.
 */
export function createMonitor(parts: Parts): Monitor {
  const { database, clock, log } = parts
  const server = randomUUID()
  const violations = createCounter(
    'frontdesk_live_violations_total',
    'Conversations that were found to break an invariant of the live chats, by invariant.',
  )
  let known = new Set<string>()
  let stop = async () => {}

  const look = async () => {
    if (!(await takeLease(parts, server))) return
    const cut = await endCutTurns(database.sql, clock.now())
    if (cut > 0) log.warn({ cut }, 'replies were ended whose server died')
    const found: Found = {}
    const seen = new Set<string>()
    for (const { invariant, id } of await findBroken(database.sql, clock.now())) {
      const one = `${invariant} ${id}`
      // Counted and logged once, until it was put right.
      if (!known.has(one)) {
        violations.add({ invariant })
        log.error({ invariant, conversation: id }, invariants[invariant]!.broken)
      }
      seen.add(one)
      found[invariant] = (found[invariant] ?? 0) + 1
    }
    known = seen
    await database.sql`
      update watch set found = ${database.sql.json(found)}, found_at = ${clock.now()}
      where name = ${name} and server = ${server}`
  }
  return {
    health: async () => toHealth(await lastFound(parts)),
    async lines() {
      const { found } = await lastFound(parts)
      const now = gauge(
        'frontdesk_live_violations',
        'Conversations that break an invariant of the live chats now.',
        sum(found),
      )
      return [...violations.lines(), ...now]
    },
    start() {
      stop = repeat(clock, lookEvery, look, (err) => log.warn({ err }, 'the live chats could not be looked at'))
    },
    close: () => stop(),
  }
}

/** Whether this server is the one that looks, from now on for a while. */
async function takeLease({ database, clock }: Parts, server: string): Promise<boolean> {
  const now = clock.now()
  const taken = await database.sql`
    insert into watch (name, server, until) values (${name}, ${server}, ${now + leaseLength})
    on conflict (name) do update set server = excluded.server, until = excluded.until
    where watch.until <= ${now} or watch.server = excluded.server
    returning name`
  return taken.length > 0
}

type Last = { found: Found; lookedAt: number }

async function lastFound({ database }: Parts): Promise<Last> {
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
