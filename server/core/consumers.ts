import type { EventData, StoredEventType } from '../../shared/event.ts'
import { oneAtATime } from './async.ts'
import type { Services, Tx } from './context.ts'
import type { StoredEvent } from './events.ts'
import { defineTask, nothing, type TaskType } from './queue.ts'
import { siteTask } from './tasks.ts'

/** An event of the log, with the data of its type. */
export type EventOf<T extends StoredEventType> = T extends StoredEventType
  ? Omit<StoredEvent, 'type' | 'data'> & { type: T; data: EventData<T> }
  : never

/** A durable consumer of the event log: across all servers it processes every event of its types exactly once. */
export type Consumer<T extends StoredEventType = StoredEventType> = {
  name: string
  types: ReadonlySet<T>
  /** Milliseconds after which an event no longer matters. A new consumer starts with events younger than this. */
  maxAge: number
  /** Which sites need this consumer; default: all. */
  wanted?: Wanted
  /**
   * Processes events of one site, in order, in the transaction that stores the position. It enqueues tasks for the work
   * and does no I/O of its own.
   */
  run(tx: Tx, events: EventOf<T>[]): Promise<void>
  task: TaskType<Record<string, never>>
}

/** The answer is kept in memory until an event of the site of one of these types, so it costs no query per event. */
export type Wanted = {
  changedBy: ReadonlySet<StoredEventType>
  read(services: Services, site: string): Promise<boolean>
}

/** Defines a consumer. Its task carries its name, so an older server that does not know it ignores it. */
export const defineConsumer = <T extends StoredEventType>(consumer: Omit<Consumer<T>, 'task'>): Consumer =>
  ({ ...consumer, task: defineTask(`events.${consumer.name}`, nothing) }) as unknown as Consumer

const second = 1_000
const minute = 60 * second
/** Events per transaction. */
const batch = 200

/** The task type of a consumer. There is one task per site, so two servers never run it at the same time. */
export const consumerTask = (consumer: Consumer) =>
  siteTask(consumer.task, {
    lane: 'timers',
    retry: (_error, failures) => Math.min(second * 2 ** failures, minute),
    run: async (ctx) => ((await ctx.tx((tx) => consume(tx, consumer))) ? 'again' : undefined),
  })

/** Processes the next batch in one transaction. Returns whether there may be more. */
async function consume(tx: Tx, { name, types, maxAge, run }: Consumer): Promise<boolean> {
  const { sql, site } = tx
  const oldest = tx.now() - maxAge
  await sql`
    insert into consumers (name, site, seq) values (${name}, ${site.id}, consumer_start(${site.id}, ${oldest}))
    on conflict do nothing`
  const [place] = await sql<{ seq: number }[]>`
    select seq from consumers where name = ${name} and site = ${site.id} for update`
  const events = await sql<StoredEvent[]>`select * from read_events(${site.id}, ${place?.seq ?? 0}, ${batch}, 0)`
  const last = events.at(-1)
  if (!last) return false
  const followed = events.filter((event) => types.has(event.type as StoredEventType) && event.at >= oldest)
  if (followed.length > 0) await run(tx, followed as EventOf<StoredEventType>[])
  // The consumer was not wanted for a long time: skip the events that are now too old.
  const next = last.at < oldest ? sql`greatest(${last.seq}, consumer_start(${site.id}, ${oldest}))` : last.seq
  await sql`update consumers set seq = ${next} where name = ${name} and site = ${site.id}`
  return events.length === batch
}

/**
 * Wakes consumers when an event of their types occurs, and at startup, because the server that wrote an event may have
 * been killed. Returns a function that stops it.
 */
export function wakeConsumers(services: Services, consumers: Consumer[]): () => void {
  const wakers = new Map<string, Waker>()
  const wakerOf = (consumer: Consumer, site: string) => {
    const key = `${consumer.name} ${site}`
    const waker = wakers.get(key) ?? createWaker(services, consumer, site)
    wakers.set(key, waker)
    return waker
  }
  services.events.onChange(({ type, site }) => {
    for (const consumer of consumers)
      if (consumer.wanted?.changedBy.has(type as StoredEventType)) wakerOf(consumer, site).forget()
  })
  const stop = services.events.subscribe(({ type, site }) => {
    for (const consumer of consumers) if (consumer.types.has(type as StoredEventType)) wakerOf(consumer, site).run()
  })
  const wakeAll = () => {
    for (const consumer of consumers) for (const site of services.sites.ids()) wakerOf(consumer, site).run()
  }
  const stopRewinds = services.events.onRewind(() => {
    for (const waker of wakers.values()) waker.forget()
    wakeAll()
  })
  wakeAll()
  return () => {
    stop()
    stopRewinds()
    for (const waker of wakers.values()) waker.cancel()
  }
}

type Waker = {
  run(): void
  cancel(): void
  /** Asks again whether the consumer is wanted. */
  forget(): void
}

/** Enqueues the task of a consumer, and retries if that fails. */
function createWaker(services: Services, consumer: Consumer, site: string): Waker {
  let cancel = () => {}
  let isWanted: Promise<boolean> | undefined
  const wake = async () => {
    isWanted ??= consumer.wanted?.read(services, site) ?? Promise.resolve(true)
    if (await isWanted) await services.queue.add(consumer.task, site, {}, { name: 'consume' })
  }
  const forget = () => {
    isWanted = undefined
  }
  const { run } = oneAtATime(wake, (err) => {
    services.log.warn({ err, site, consumer: consumer.name }, 'could not wake a consumer of the event log; retrying')
    forget()
    cancel()
    cancel = services.clock.after(5 * second, run)
  })
  return { run, cancel: () => cancel(), forget }
}
