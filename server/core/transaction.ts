import { type EventData, events, isEverywhere, type StoredEventType } from '../../shared/event.ts'
import type { Sql } from '../database/database.ts'
import { type Actor, systemActor } from './actor.ts'
import type { Context, Services, Site, Stream, Tx } from './context.ts'
import { appendEvents, type NewEvent } from './events.ts'
import { enqueue, enqueueClaimed, hurryKey, newTask, runNow } from './queue.ts'

export type ContextOptions = {
  site: Site
  actor: Actor
  address?: string
  country?: string | null
  signal?: AbortSignal
  stream?: Stream | null
  earlierRecord?: string | null
  /** A fixed time for all transactions of a series. Without it, each transaction reads the clock once. */
  time?: () => number
  /**
   * Called at the end of the first transaction that commits. It must await what decides whether the transaction
   * commits, such as the mark on a repeated request; other statements, such as the audit row, are sent with the commit.
   */
  beforeCommit?: (sql: Sql, result: unknown) => Promise<Statement[]> | Statement[]
}

/** A query that can be sent without being awaited. */
type Statement = Promise<unknown> & { execute(): unknown }

const never = new AbortController().signal

/** A Context for work of the server itself. */
export const systemContext = (
  services: Services,
  site: Site,
  options: Pick<ContextOptions, 'time' | 'signal'> = {},
): Context => createContext(services, { site, actor: systemActor, ...options })

/** A Context for one call or task. */
export function createContext(services: Services, options: ContextOptions): Context {
  let beforeCommit = options.beforeCommit
  const context: Context = {
    services,
    site: options.site,
    actor: options.actor,
    sql: services.database.sql,
    log: services.log,
    address: options.address ?? '',
    country: options.country ?? null,
    signal: options.signal ?? never,
    stream: options.stream ?? null,
    earlierRecord: options.earlierRecord ?? null,
    now: services.clock.now,
    async tx(work) {
      const { result, wrote } = await transact(context, work, { ...options, beforeCommit })
      beforeCommit = undefined
      if (wrote.events.length > 0) services.events.committed(wrote.events)
      if (wrote.tasks) services.queue.wake()
      return result
    },
  }
  return context
}

type Transaction = Pick<ContextOptions, 'time' | 'beforeCommit'>

type Wrote = { events: NewEvent[]; tasks: boolean }

async function transact<T>(
  context: Context,
  work: (tx: Tx) => Promise<T>,
  options: Transaction,
): Promise<{ result: T; wrote: Wrote }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transactOnce(context, work, options)
    } catch (error) {
      if (attempt === 3 || !isPassing(error)) throw error
    }
  }
}

/** A deadlock or serialisation failure: the database rolled everything back, and a retry may succeed. */
const isPassing = (error: unknown) => ['40P01', '40001'].includes((error as { code?: string }).code ?? '')

async function transactOnce<T>(
  context: Context,
  work: (tx: Tx) => Promise<T>,
  { time, beforeCommit }: Transaction,
): Promise<{ result: T; wrote: Wrote }> {
  const now = time ?? readOnce(context.now)
  const pending: NewEvent[] = []
  const wrote: Wrote = { events: pending, tasks: false }
  let ending: Promise<unknown> | undefined
  let lease: string | undefined
  const { heartbeat } = context.services
  const begun = context.sql.begin(async (transaction) => {
    // A transaction accepts queries like the pool; only the pool's own methods (begin, listen) are missing from its
    // type.
    const sql = transaction as unknown as Sql
    const tx: Tx = {
      ...context,
      sql,
      now,
      tx: (inner) => inner(tx),
      emit(type, data) {
        pending.push(...newEvents(tx, type, data))
      },
      async runNow(tasks) {
        wrote.tasks = true
        await runNow(sql, { types: tasks.map(({ type }) => type), site: context.site.id, at: now() })
      },
      async enqueue(task, data, { at = now(), ...when } = {}) {
        // A task due later is found by the timer for its time.
        wrote.tasks ||= at <= now()
        await enqueue(sql, newTask(task, context.site.id, data, { at, ...when }))
      },
      async hurry(task, key) {
        wrote.tasks = true
        await hurryKey(sql, { task, site: context.site.id, key, at: now() })
      },
      async enqueueClaimed(task, data, when = {}) {
        const made = newTask(task, context.site.id, data, { at: now(), ...when })
        lease ??= heartbeat.newLease()
        return await enqueueClaimed(sql, made, lease)
      },
    }
    const result = await work(tx)
    const last: Statement[] = (await beforeCommit?.(sql, result)) ?? []
    // The events come last: from there to the commit, readers of the log wait.
    ending = sendAll(pending.length > 0 ? [...last, appendEvents(sql, pending)] : last)
    return result
  })
  const result = await begun.catch((error) => {
    // The database may have committed it, so that the claimed task would wait for this server.
    if (lease) heartbeat.lose(lease, error)
    throw error
  })
  // If one of them had failed, the database would have turned the pipelined commit into a rollback.
  await ending
  return { result: result as T, wrote }
}

/**
 * The clock of one transaction: all its statements use the same time. Read on first use, which in most transactions
 * comes after waiting for locks.
 */
function readOnce(now: () => number): () => number {
  let at: number | undefined
  return () => {
    at ??= now()
    return at
  }
}

/** Sends statements in order without awaiting each, so that the commit follows without another round trip. */
function sendAll(statements: Statement[]): Promise<unknown> {
  for (const statement of statements) statement.execute()
  const all = Promise.all(statements)
  // Awaited after the commit, which may fail first.
  all.catch(() => {})
  return all
}

function newEvents<T extends StoredEventType>(
  { services, site, now }: Context,
  type: T,
  data: EventData<T>,
): NewEvent[] {
  const event = { type, data: events[type].data.parse(data), at: now() }
  const sites = isEverywhere(type) ? services.sites.ids() : [site.id]
  return sites.map((id) => ({ site: id, ...event }))
}

/**
 * A lock across all servers, such as on the labels of a site, held until the transaction of `sql` ends. To avoid
 * deadlocks, take several locks in the same order everywhere.
 */
export const lock = (sql: Sql, name: string, ...of: string[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${[name, ...of].join(' ')}, 0))`
