import type { EventType } from '../../shared/event.ts'
import type { Parts, Tx } from './context.ts'
import type { StoredEvent } from './events.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { defineTask, nothing, type TaskType } from './queue.ts'
import { siteTask } from './tasks.ts'

/** What follows the event log for good: over all servers it misses no event of its types and repeats none. */
export type Consumer = {
  name: string
  types: ReadonlySet<EventType>
  /** Milliseconds after which an event is no matter any more. Where it comes first, it begins with what is younger. */
  maxAge: number
  /** Whether a site has any use for it. Asked at each event, so it answers from memory where events are frequent. */
  isWanted(parts: Parts, site: string): Promise<boolean>
  /**
   * Takes events of one site, in their order, in the transaction that keeps how far it came. It plans what follows as
   * tasks, and awaits nothing outside.
   */
  run(tx: Tx, events: StoredEvent[]): Promise<void>
  task: TaskType<Record<string, never>>
}

/** A consumer. Its task carries its name, so that an older server, which does not know it, leaves it alone. */
export const defineConsumer = (consumer: Omit<Consumer, 'task'>): Consumer => ({
  ...consumer,
  task: defineTask(`events.${consumer.name}`, nothing) as Consumer['task'],
})

const second = 1_000
const minute = 60 * second
/** So many events in one transaction. */
const batch = 200

/** What runs a consumer: one task per site, so that two servers never run it at once. */
export const consumerTask = (consumer: Consumer) =>
  siteTask(consumer.task, {
    retry: (_error, attempt) => Math.min(second * 2 ** attempt, minute),
    async run(ctx) {
      while (!ctx.parts.stopping.aborted && (await ctx.tx((tx) => consume(tx, consumer)))) {
        // There is more.
      }
    },
  })

/** Takes the next events in the transaction. Answers whether there may be more. */
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
  const followed = events.filter(({ type, at }) => types.has(type) && at >= oldest)
  if (followed.length > 0) await run(tx, followed)
  // Nobody wanted it for long: what grew too old meanwhile is passed over at once.
  const next = last.at < oldest ? sql`greatest(${last.seq}, consumer_start(${site.id}, ${oldest}))` : last.seq
  await sql`update consumers set seq = ${next} where name = ${name} and site = ${site.id}`
  return events.length === batch
}

/**
 * Wakes consumers when something happens that they follow, and at the start, for the server that it happened on may have
 * been killed. The answer ends it.
 */
export function wakeConsumers(parts: Parts, consumers: Consumer[]): () => void {
  const wakers = new Map<string, Waker>()
  const wakerOf = (consumer: Consumer, site: string) => {
    const key = `${consumer.name} ${site}`
    const waker = wakers.get(key) ?? createWaker(parts, consumer, site)
    wakers.set(key, waker)
    return waker
  }
  const stop = parts.events.subscribe(({ type, site }) => {
    for (const consumer of consumers) if (consumer.types.has(type)) wakerOf(consumer, site).run()
  })
  for (const consumer of consumers) for (const site of parts.sites.ids()) wakerOf(consumer, site).run()
  return () => {
    stop()
    for (const waker of wakers.values()) waker.cancel()
  }
}

type Waker = { run(): void; cancel(): void }

/** Puts the task of a consumer in the queue; where that fails it is tried again. */
function createWaker(parts: Parts, consumer: Consumer, site: string): Waker {
  let cancel = () => {}
  const wake = async () => {
    if (await consumer.isWanted(parts, site)) await parts.queue.add(consumer.task, site, {}, { name: 'consume' })
  }
  const { run } = oneAtATime(wake, (err) => {
    parts.log.warn(
      { err, site, consumer: consumer.name },
      'a consumer of the event log could not be woken; it is tried again',
    )
    cancel()
    cancel = parts.clock.after(5 * second, run)
  })
  return { run, cancel: () => cancel() }
}
