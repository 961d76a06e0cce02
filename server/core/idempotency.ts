import { createHash } from 'node:crypto'
import type { Sql } from '../database/database.ts'
import type { Parts } from './context.ts'
import { conflict, taken, unavailable } from './error.ts'

/** A POST that may be repeated: who sent it, where to, under which key, and what it said. */
export type Repeatable = {
  caller: string
  route: string
  key: string
  body: unknown
  /** Whether it can go on with a change that an earlier try made; else it is refused then. */
  resumes?: boolean | undefined
  /** Aborted when the caller no longer waits. */
  signal: AbortSignal
}

export type Answer = { status: number; body: unknown }

/** The first request of its key holds a claim until its answer is kept or given up. */
export type Claim = {
  /** The record that an earlier try stored before it failed. */
  begun: string | null
  /** Marks, in the transaction of the change, that the change was made, and names the record. */
  committed(sql: Sql, record: string | null): Promise<unknown>
  keep(answer: Answer): Promise<void>
  /** Keeps that it was done but not the answer, which holds a secret that is shown once. */
  keepNoAnswer(): Promise<void>
  /** Lets the next try have it. That a change was made by then stays known. */
  release(): Promise<void>
}

const keptFor = 24 * 60 * 60_000
const lease = 30_000
const renewEvery = 10_000
const lookAgainAfter = 40
const lookAgainAtMost = 320

/**
 * Claims the key, or gives the answer that was kept for it. A repeat waits while the first request runs, on whichever
 * server. 409 where the body differs, or where the change was made, its answer is not kept and nothing can go on with it.
 */
export async function claimOrReplay(parts: Parts, request: Repeatable): Promise<{ claim: Claim } | { answer: Answer }> {
  const bodyHash = createHash('sha256').update(canonical(request.body)).digest('hex')
  for (let pause = lookAgainAfter; ; pause = Math.min(2 * pause, lookAgainAtMost)) {
    const now = parts.clock.now()
    const claimed = await claimRow(parts.database.sql, request, bodyHash, now)
    if (claimed) return { claim: holdClaim(parts, request, claimed.record, now + lease) }
    const row = await findRow(parts.database.sql, request)
    if (!row) continue
    if (isPast(row, now)) {
      // Whether this call removes it or the retention does: the next look decides.
      await dropPast(parts.database.sql, request, now)
      continue
    }
    if (row.body_hash !== bodyHash)
      throw conflict('This Idempotency-Key was used with another body.', 'idempotency_key_reused')
    if (row.answer !== null) return { answer: { status: row.status as number, body: openAnswer(parts, row.answer) } }
    if (row.committed && row.leased_until <= now && !request.resumes) throw alreadyDone(row.record)
    if (request.signal.aborted) throw unavailable('The caller left.', 'caller_left')
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function alreadyDone(record: string | null) {
  const message = 'This request was carried out before; its answer is not kept.'
  return record === null
    ? conflict(message, 'answer_not_kept')
    : taken(record, message, 'answer_not_kept').beside({ id: record })
}

const openAnswer = (parts: Parts, answer: string): unknown => JSON.parse(parts.seal.open('idempotency', answer))

type Row = {
  body_hash: string
  created_at: number
  leased_until: number
  committed: boolean
  status: number | null
  answer: string | null
  record: string | null
}

async function claimRow(
  sql: Sql,
  request: Repeatable,
  bodyHash: string,
  now: number,
): Promise<Pick<Row, 'record'> | undefined> {
  // A claim whose holder died or failed may be taken over: before it changed anything, or by who goes on with that.
  const [row] = await sql<Pick<Row, 'record'>[]>`
    insert into idempotency (caller, route, key, body_hash, leased_until, created_at)
    values (${request.caller}, ${request.route}, ${request.key}, ${bodyHash}, ${now + lease}, ${now})
    on conflict (caller, route, key) do update
      set leased_until = excluded.leased_until, created_at = excluded.created_at
    where idempotency.leased_until <= ${now} and idempotency.answer is null
      and (not idempotency.committed or ${request.resumes ?? false}::boolean) and idempotency.body_hash = excluded.body_hash
    returning record`
  return row
}

async function findRow(sql: Sql, { caller, route, key }: Repeatable): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`
    select body_hash, created_at, leased_until, committed, status, answer, record from idempotency
    where caller = ${caller} and route = ${route} and key = ${key}`
  return row
}

/** What was kept for its time is no longer there; the retention comes by only now and then. */
const isPast = (row: Row, now: number): boolean => row.created_at <= now - keptFor && row.leased_until <= now

const dropPast = (sql: Sql, { caller, route, key }: Repeatable, now: number) => sql`
  delete from idempotency where caller = ${caller} and route = ${route} and key = ${key}
    and created_at <= ${now - keptFor} and leased_until <= ${now}`

function holdClaim(parts: Parts, request: Repeatable, begun: string | null, until: number): Claim {
  const { sql } = parts.database
  const { mine, renew } = createLease(parts, request, until)
  return {
    begun,
    async committed(sql, record) {
      // What the first try stored is what every later one goes on with.
      const { count } = await sql`
        update idempotency set committed = true, record = coalesce(record, ${record}) where ${mine(sql)}`
      if (count === 0)
        throw unavailable('This took so long that another server began it anew. Ask again.', 'taken_over')
    },
    async keep(answer) {
      clearInterval(renew)
      const sealed = parts.seal.close('idempotency', JSON.stringify(answer.body))
      await sql`update idempotency set status = ${answer.status}, answer = ${sealed} where ${mine(sql)}`
    },
    async keepNoAnswer() {
      clearInterval(renew)
      await sql`update idempotency set leased_until = 0 where ${mine(sql)}`
    },
    async release() {
      clearInterval(renew)
      await sql`
        with dropped as (delete from idempotency where ${mine(sql)} and not committed)
        update idempotency set leased_until = 0 where ${mine(sql)} and committed`
    },
  }
}

/**
 * Renews the lease on a claim. Its end tells whose the claim is: whoever takes it over gives it a later one, and from then
 * on nothing in the database is `mine`.
 */
function createLease(parts: Parts, { caller, route, key }: Repeatable, until: number) {
  const { sql } = parts.database
  // Two while a renewal is under way, of which nobody knows yet whether it was carried out.
  let ends = [until]
  const mine = (sql: Sql) =>
    sql`caller = ${caller} and route = ${route} and key = ${key} and leased_until = any(${ends}::bigint[])`
  const extend = async () => {
    const next = parts.clock.now() + lease
    const before = ends
    ends = [...before, next]
    const { count } = await sql`update idempotency set leased_until = ${next} where ${mine(sql)}`
    ends = count > 0 ? [next] : before
  }
  const renew = setInterval(() => {
    extend().catch((err) => parts.log.warn({ err }, 'a claim on a repeated request could not be renewed'))
  }, renewEvery)
  return { mine, renew }
}

/** JSON with its keys in order, so that equal bodies give equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
