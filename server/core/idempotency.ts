import { createHash } from 'node:crypto'
import type { Sql } from '../database/database.ts'
import { growingPause, persist } from './async.ts'
import type { Services } from './context.ts'
import { conflict, taken, unavailable } from './error.ts'

/** A POST request that may be repeated. */
export type Repeatable = {
  caller: string
  route: string
  key: string
  body: unknown
  /** Whether the operation can continue a change made by an earlier attempt. If not, such a retry is refused. */
  resumes?: boolean | undefined
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

export type Answer = { status: number; body: unknown }

/** The first request with a key holds a claim until its answer is stored or released. */
export type Claim = {
  /** The record that an earlier attempt stored before it failed. */
  earlierRecord: string | null
  /** Records, in the transaction of the change, that the change was made, and its record. */
  committed(sql: Sql, record: string | null): Promise<unknown>
  keep(answer: Answer): Promise<void>
  /** Stores that the request succeeded, but not its answer, which contains a secret shown once. */
  keepNoAnswer(): Promise<void>
  /**
   * Releases the key for the next attempt, as soon as the database takes it. That a change was made stays recorded.
   */
  release(): Promise<void>
}

const keptFor = 24 * 60 * 60_000
const minPause = 40
const maxPause = 320
/** After this time, the caller is told to try again. */
const lockTimeout = '5s'

/**
 * Claims the key, or returns the stored answer. A repeat waits while the first request runs, on any server. 409 if the
 * body differs, or if the change was made but its answer was not stored and the operation cannot resume.
 */
export async function claimOrReplay(
  services: Services,
  request: Repeatable,
): Promise<{ claim: Claim } | { answer: Answer }> {
  const bodyHash = createHash('sha256').update(canonical(request.body)).digest('hex')
  const pause = growingPause(minPause, maxPause)
  for (;;) {
    const now = services.clock.now()
    const lease = services.heartbeat.newLease()
    const claimed = await claimRow(services.database.sql, request, { bodyHash, lease, now }).catch((error) => {
      services.heartbeat.lose(lease, error)
      throw error
    })
    if (claimed) return { claim: holdClaim(services, request, claimed.record, lease) }
    const row = await findRow(services.database.sql, request)
    if (!row) continue
    if (isPast(row, now)) {
      // Whether this call or the retention job deletes it does not matter: the next iteration looks again.
      await dropPast(services.database.sql, request, now)
      continue
    }
    if (row.body_hash !== bodyHash)
      throw conflict('This Idempotency-Key was already used with a different body.', 'idempotency_key_reused')
    if (row.answer !== null) return { answer: { status: row.status as number, body: openAnswer(services, row.answer) } }
    if (row.committed && !row.leased && !request.resumes) throw alreadyDone(row.record)
    if (request.signal.aborted) throw unavailable('The caller disconnected.', 'caller_left')
    await pause()
  }
}

/**
 * Whether a repeat of this request would be answered or refused without running: an earlier request with the key was
 * answered, or made its change.
 */
export async function isDecided(
  { database, clock }: Services,
  request: Pick<Repeatable, 'caller' | 'route' | 'key'>,
): Promise<boolean> {
  const row = await findRow(database.sql, request)
  return row !== undefined && (row.answer !== null || row.committed) && !isPast(row, clock.now())
}

function alreadyDone(record: string | null) {
  const message = 'This request was already carried out, and its response is not stored.'
  return record === null
    ? conflict(message, 'answer_not_kept')
    : taken(record, message, 'answer_not_kept').beside({ id: record })
}

const openAnswer = (services: Services, answer: string): unknown =>
  JSON.parse(services.seal.open('idempotency', answer))

type Row = {
  body_hash: string
  created_at: number
  leased: boolean
  committed: boolean
  status: number | null
  answer: string | null
  record: string | null
}

async function claimRow(
  sql: Sql,
  request: Repeatable,
  { bodyHash, lease, now }: { bodyHash: string; lease: string; now: number },
): Promise<Pick<Row, 'record'> | undefined> {
  // A claim whose holder died or failed may be taken over, if nothing was changed yet or if the operation can resume. A
  // holder that is cut off from the database keeps its locks there for a while.
  const [row] = await sql<Pick<Row, 'record'>[]>`
    with patience as materialized (select set_config('lock_timeout', ${lockTimeout}, true))
    insert into idempotency (caller, route, key, body_hash, lease, created_at)
    select ${request.caller}, ${request.route}, ${request.key}, ${bodyHash}, ${lease}, ${now}::bigint from patience
    on conflict (caller, route, key) do update
      set lease = excluded.lease, created_at = excluded.created_at
    where not lease_holds(idempotency.lease) and idempotency.answer is null
      and (not idempotency.committed or ${request.resumes ?? false}::boolean) and idempotency.body_hash = excluded.body_hash
    returning record`
  return row
}

async function findRow(
  sql: Sql,
  { caller, route, key }: Pick<Repeatable, 'caller' | 'route' | 'key'>,
): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`
    select body_hash, created_at, lease_holds(lease) as leased, committed, status, answer, record from idempotency
    where caller = ${caller} and route = ${route} and key = ${key}`
  return row
}

/** The row is past its retention; the cleanup job runs only from time to time. */
const isPast = (row: Row, now: number): boolean => row.created_at <= now - keptFor && !row.leased

const dropPast = (sql: Sql, { caller, route, key }: Repeatable, now: number) => sql`
  delete from idempotency where caller = ${caller} and route = ${route} and key = ${key}
    and created_at <= ${now - keptFor} and not lease_holds(lease)`

function holdClaim(services: Services, request: Repeatable, earlierRecord: string | null, lease: string): Claim {
  const { sql } = services.database
  const { caller, route, key } = request
  // A server that takes over sets its own lease.
  const mine = (sql: Sql) => sql`caller = ${caller} and route = ${route} and key = ${key} and lease = ${lease}`
  return {
    earlierRecord,
    async committed(sql, record) {
      // The record of the first attempt is kept: every later attempt resumes from it.
      const { count } = await sql`
        update idempotency set committed = true, record = coalesce(record, ${record}) where ${mine(sql)}`
      if (count === 0)
        throw unavailable('This request took so long that another server restarted it. Try again.', 'taken_over')
    },
    async keep(answer) {
      const sealed = services.seal.close('idempotency', JSON.stringify(answer.body))
      await sql`update idempotency set status = ${answer.status}, answer = ${sealed}, lease = null where ${mine(sql)}`
    },
    async keepNoAnswer() {
      await sql`update idempotency set lease = null where ${mine(sql)}`
    },
    release: () =>
      persist(
        services,
        () => sql`
          with dropped as (delete from idempotency where ${mine(sql)} and not committed)
          update idempotency set lease = null where ${mine(sql)} and committed`,
        (err) => services.log.warn({ err }, 'could not release a repeatable request; trying again'),
      ),
  }
}

/** JSON with sorted keys, so that equal bodies give equal text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
