import { type EventData, events, isEverywhere, type StoredEventType } from '../../shared/event.ts'
import type { Sql } from '../database/database.ts'
import { type Actor, systemActor } from './actor.ts'
import type { Context, Parts, Site, Stream, Tx } from './context.ts'
import { appendEvents, type NewEvent } from './events.ts'
import { enqueue, hasten } from './queue.ts'

export type ContextOptions = {
  site: Site
  actor: Actor
  address?: string
  country?: string | null
  signal?: AbortSignal
  stream?: Stream | null
  begun?: string | null
  /** The time of its transactions, where one of them goes through several; left out: what the clock says, read once for each. */
  time?: () => number
  /**
   * Called at the end of the first transaction that commits. What it waits for decides whether it does, such as the mark on
   * a repeated request; the statements of its answer are sent with the commit, such as the audit row.
   */
  beforeCommit?: (sql: Sql, result: unknown) => Promise<Statement[]> | Statement[]
}

/** A query that can be sent without being waited for. */
type Statement = Promise<unknown> & { execute(): unknown }

const never = new AbortController().signal

/** A Context for what the server does by itself. */
export const systemContext = (parts: Parts, site: Site, options: Pick<ContextOptions, 'time'> = {}): Context =>
  createContext(parts, { site, actor: systemActor, ...options })

/** A Context for one call or one task. */
export function createContext(parts: Parts, options: ContextOptions): Context {
  let beforeCommit = options.beforeCommit
  const context: Context = {
    parts,
    site: options.site,
    actor: options.actor,
    sql: parts.database.sql,
    log: parts.log,
    address: options.address ?? '',
    country: options.country ?? null,
    signal: options.signal ?? never,
    stream: options.stream ?? null,
    begun: options.begun ?? null,
    now: parts.clock.now,
    async tx(work) {
      const { result, wrote } = await transact(context, work, { ...options, beforeCommit })
      beforeCommit = undefined
      if (wrote.events.length > 0) parts.events.committed(wrote.events)
      if (wrote.tasks) parts.queue.poke()
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

/** A deadlock or a serialisation failure: the database undid everything, and the same again may well succeed. */
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
  const result = await context.sql.begin(async (transaction) => {
    // A transaction takes queries as the pool does; only the pool's own methods (begin, listen) are not in its type.
    const sql = transaction as unknown as Sql
    const tx: Tx = {
      ...context,
      sql,
      now,
      tx: (inner) => inner(tx),
      emit(type, data) {
        pending.push(...newEvents(tx, type, data))
      },
      async hasten(tasks) {
        wrote.tasks = true
        await hasten(sql, { types: tasks.map(({ type }) => type), site: context.site.id, at: now() })
      },
      async enqueue({ type }, data, { at = now(), ...when } = {}) {
        // What is due later is found by the look at its time.
        wrote.tasks ||= at <= now()
        await enqueue(sql, { type, site: context.site.id, data, at, ...when })
      },
    }
    const result = await work(tx)
    const last: Statement[] = (await beforeCommit?.(sql, result)) ?? []
    // The events come last: from there to the commit, readers of the log wait for them.
    ending = sendAll(pending.length > 0 ? [...last, appendEvents(sql, pending)] : last)
    return result
  })
  // Had one of them failed, the database would have made a rollback of the commit that was sent behind it.
  await ending
  return { result: result as T, wrote }
}

/**
 * The clock as one transaction sees it: what two of its statements write or compare is the same time. Read when it is
 * first asked for, which is behind the locks that most transactions wait for.
 */
function readOnce(now: () => number): () => number {
  let at: number | undefined
  return () => {
    at ??= now()
    return at
  }
}

/** Sends statements in their order, so that the commit follows at once instead of a round trip later. */
function sendAll(statements: Statement[]): Promise<unknown> {
  for (const statement of statements) statement.execute()
  const all = Promise.all(statements)
  // Looked at after the commit, which may fail first.
  all.catch(() => {})
  return all
}

function newEvents<T extends StoredEventType>({ parts, site, now }: Context, type: T, data: EventData<T>): NewEvent[] {
  const event = { type, data: events[type].data.parse(data), at: now() }
  const sites = isEverywhere(type) ? parts.sites.ids() : [site.id]
  return sites.map((id) => ({ site: id, ...event }))
}
