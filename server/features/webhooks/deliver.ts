import { publicEvents } from '../../../shared/event.ts'
import { defineConsumer } from '../../core/consumers.ts'
import type { Context } from '../../core/context.ts'
import { envelope, type StoredEvent } from '../../core/events.ts'
import { continueTask, dropBehind, finishTask, type Task, tasksBehind } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { type Result, storeAttempts } from './attempts.ts'
import type { WebhookRow } from './endpoints.ts'
import { type Attempt, send } from './send.ts'
import { type Delivery, deliverTask, deliveryOf } from './task.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** After so many errors of our own, about a day, an event is given up. */
const maxOwnFaults = 10
/** How many events are delivered before the attempts are stored. After a kill, as many may be delivered again. */
const maxOfBatch = 50
/** A batch begins no further delivery after this time, and a run no further batch. Milliseconds. */
const maxBatchMs = 100
const maxRunMs = 5_000

/** Enqueues deliveries of events to each endpoint that wants them, in the order of the log. */
export const webhookConsumer = defineConsumer({
  name: 'webhooks',
  types: new Set(publicEvents),
  maxAge: 3 * day,
  wanted: {
    changedBy: new Set(['webhook.changed'] as const),
    async read({ database: { sql } }, site) {
      return (await sql`select from webhooks where site = ${site} and enabled limit 1`).length > 0
    },
  },
  async run(tx, events) {
    const endpoints = await tx.sql<Pick<WebhookRow, 'id' | 'events' | 'start_seq'>[]>`
      select id, events, start_seq from webhooks where site = ${tx.site.id} and enabled`
    for (const { id, events: types, start_seq } of endpoints) {
      const wanted = events.filter(
        ({ type, seq }) => type !== 'test.ping' && seq > start_seq && (types.includes('*') || types.includes(type)),
      )
      const seqs = wanted.map(({ seq }) => seq)
      const delivery = deliveryOf(id, seqs, false)
      if (delivery) await tx.enqueue(deliverTask, delivery)
    }
  },
})

class NotDelivered extends Error {
  readonly delay: number
  constructor(attempt: Attempt, delay: number) {
    super(attempt.failed?.message)
    this.delay = delay
  }
}

/** The events of a batch, in their order: those of the task, and of the tasks behind it that it takes over. */
type Batch = { seqs: number[]; taken: number[]; events: Map<number, StoredEvent> }

/** Delivers events one after the other, up to the first failure. Another run delivers what does not fit into this one. */
async function deliver(ctx: Context, given: Delivery, task: Task) {
  const until = performance.now() + maxRunMs
  for (let left: Delivery | undefined = given; left; ) {
    left = await deliverBatch(ctx, left, task)
    // The failures of the task were those of its first event.
    if (left && (task.failures > 0 || performance.now() >= until)) return 'again' as const
  }
  return undefined
}

/**
 * Delivers events for a moment, and then stores how far it came, together with the attempts. So an event is delivered
 * again after a kill but never skipped. Nothing is sent if the endpoint is gone or disabled.
 * @returns what is left to deliver
 */
async function deliverBatch(ctx: Context, given: Delivery, task: Task): Promise<Delivery | undefined> {
  const [endpoint] = await ctx.sql<WebhookRow[]>`select * from webhooks where id = ${given.webhookId} and enabled`
  if (!endpoint) return undefined
  const batch = await gather(ctx, given, task)
  const { results, passed, fault } = await deliverInTurn(ctx, endpoint, { batch, given, task })
  const isGivenUp = isOwnFault(ctx, fault) && task.failures >= maxOwnFaults
  if (isGivenUp) ctx.log.error({ err: fault, webhook: endpoint.id }, 'an event cannot be delivered and is left out')
  if (results.length === 0 && passed === 0 && !isGivenUp) throw fault
  const rest = await ctx.tx(async (tx) => {
    const isOn = await storeAttempts(tx, endpoint, results)
    await dropBehind(tx.sql, batch.taken)
    const left = isOn ? batch.seqs.slice(isGivenUp ? passed + 1 : passed) : []
    const rest = deliveryOf(endpoint.id, left, given.again)
    const isKept = rest ? await continueTask(tx.sql, task, rest) : (await finishTask(tx.sql, task)) !== 'lost'
    if (!isKept) throw new Error('Another server delivers these events now.')
    return rest
  })
  if (rest && fault && !isGivenUp) throw fault
  return rest
}

/** Not an error of the receiver, and not the end of this server. */
const isOwnFault = ({ signal }: Context, fault: unknown): boolean =>
  fault !== undefined && !(fault instanceof NotDelivered) && !signal.aborted

async function gather({ sql, site }: Context, { seq, more, again, ...given }: Delivery, task: Task): Promise<Batch> {
  const seqs = [seq, ...more]
  const taken: number[] = []
  if (task.failures === 0 && seqs.length < maxOfBatch) {
    const behind = { task: deliverTask, site: site.id, key: given.webhookId, id: task.id, limit: maxOfBatch }
    for (const { id, data } of await tasksBehind(sql, behind)) {
      const { data: next } = deliverTask.data.safeParse(data)
      if (next?.again !== again || seqs.length >= maxOfBatch) break
      seqs.push(next.seq, ...next.more)
      taken.push(id)
    }
  }
  const events = await sql<StoredEvent[]>`
    select seq, site, type, data, at from events where seq = any(${seqs.slice(0, maxOfBatch)}::bigint[])`
  return { seqs, taken, events: new Map(events.map((event) => [event.seq, event])) }
}

/** @returns the attempts, how many events are done with, and what ended the run early */
async function deliverInTurn(
  ctx: Context,
  endpoint: WebhookRow,
  { batch, given, task }: { batch: Batch; given: Delivery; task: Task },
): Promise<{ results: Result[]; passed: number; fault?: unknown }> {
  const results: Result[] = []
  const until = performance.now() + maxBatchMs
  // The failures of the task are those of its first event.
  const most = task.failures > 0 ? 1 : maxOfBatch
  let passed = 0
  try {
    for (const seq of batch.seqs.slice(0, most)) {
      const event = batch.events.get(seq)
      if (event && (given.again || seq > endpoint.start_seq)) {
        if (passed > 0 && performance.now() >= until) break
        const attempt = await send(ctx, endpoint, envelope(event))
        const delay = delayOf(ctx, attempt, task.failures)
        results.push({ event, attempt, number: task.failures + 1, delay: delay ?? null, at: ctx.now() })
        if (delay !== undefined) return { results, passed, fault: new NotDelivered(attempt, delay) }
        if (!attempt.ok) return { results, passed: passed + 1 }
      }
      passed++
    }
    return { results, passed }
  } catch (fault) {
    return { results, passed, fault }
  }
}

/** When to try again, in milliseconds. A receiver may ask for a longer pause, up to the longest of the plan. */
function delayOf({ services }: Context, { retryable, waitMs }: Attempt, failures: number): number | undefined {
  const plan = services.config.timings.webhookRetryMinutes
  const planned = retryable ? plan[failures] : undefined
  return planned && Math.max(planned * minute, Math.min(waitMs, Math.max(...plan) * minute))
}

export const webhookTasks = [
  siteTask(deliverTask, {
    lane: 'calls',
    // Other errors are ours, such as a database that is gone. An event that always fails must not hold up the others: it
    // is left out, unless even that fails.
    retry: (error, failures) =>
      error instanceof NotDelivered ? error.delay : failures > maxOwnFaults + 1 ? undefined : 2 ** failures * minute,
    run: deliver,
  }),
]
