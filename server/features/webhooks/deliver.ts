import type { z } from 'zod'
import type { EventEnvelope } from '../../../shared/event.ts'
import { publicEvents } from '../../../shared/event.ts'
import type { SentRequest } from '../../../shared/webhook.ts'
import { defineConsumer } from '../../core/consumers.ts'
import type { Context, Tx } from '../../core/context.ts'
import { envelope, type StoredEvent } from '../../core/events.ts'
import { type Failure, failure, failureColumns, failureOf } from '../../core/failure.ts'
import type { Task } from '../../core/queue.ts'
import { SecretError } from '../../core/secret-headers.ts'
import { siteTask } from '../../core/tasks.ts'
import { TemplateError } from '../../core/template.ts'
import type { WebhookRow } from './endpoints.ts'
import {
  bothSignFor,
  requestFor,
  secretPurpose,
  shown,
  signedHeaders,
  type UnsignedRequest,
  webhookHeaders,
} from './request.ts'
import { deliverTask } from './task.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** An endpoint that has failed for this long is disabled. */
const pauseAfter = 3 * day
/** Attempts kept for each endpoint. */
const keptRows = 50
/** After so many errors of our own, about a day, an event is given up. */
const maxOwnFaults = 10
/** The maximum characters of a response that are kept, after secrets in a longer part of it were replaced. */
const maxResponse = 4_000
const maxRead = 4 * maxResponse

/** Enqueues a delivery for each event and each endpoint that wants it, in the order of the log. */
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
    const wants = ({ events: types, start_seq }: (typeof endpoints)[number], { type, seq }: StoredEvent) =>
      type !== 'test.ping' && seq > start_seq && (types.includes('*') || types.includes(type))
    for (const event of events)
      for (const { id } of endpoints.filter((endpoint) => wants(endpoint, event)))
        await tx.enqueue(deliverTask, { webhookId: id, seq: event.seq, again: false })
  },
})

/** The result of one attempt. */
export type Attempt = {
  ok: boolean
  status: number | null
  failed: Failure | undefined
  /** Whether it would be tried again. */
  retryable: boolean
  /** How long the receiver asked to wait, in milliseconds. */
  waitMs: number
  durationMs: number
  request: SentRequest
  response: string | null
}

class NotDelivered extends Error {
  readonly delay: number
  constructor(attempt: Attempt, delay: number) {
    super(attempt.failed?.message)
    this.delay = delay
  }
}

type Delivery = z.infer<typeof deliverTask.data>

/** Delivers an event, unless the endpoint or the event is gone, or the endpoint was disabled. */
async function deliver(ctx: Context, { webhookId, seq, again }: Delivery, task: Task) {
  const [endpoint] = await ctx.sql<WebhookRow[]>`
    select * from webhooks where id = ${webhookId} and enabled and (start_seq < ${seq} or ${again})`
  const [event] = await ctx.sql<StoredEvent[]>`select seq, site, type, data, at from events where seq = ${seq}`
  if (!endpoint || !event) return
  const attempt = await send(ctx, endpoint, envelope(event))
  const plan = ctx.services.config.timings.webhookRetryMinutes
  const planned = attempt.retryable ? plan[task.failures] : undefined
  // A receiver may ask for a longer pause, up to the longest of the plan.
  const delay = planned && Math.max(planned * minute, Math.min(attempt.waitMs, Math.max(...plan) * minute))
  await ctx.tx((tx) => storeAttempt(tx, endpoint, { event, attempt, number: task.failures + 1, delay: delay ?? null }))
  if (delay !== undefined) throw new NotDelivered(attempt, delay)
}

export const webhookTasks = [
  siteTask(deliverTask, {
    lane: 'calls',
    // Other errors are ours, such as a database that is gone. An event that always fails must not hold up the others.
    retry: (error, failures) =>
      error instanceof NotDelivered ? error.delay : failures > maxOwnFaults ? undefined : 2 ** failures * minute,
    run: deliver,
  }),
]

type Result = { event: Pick<StoredEvent, 'seq' | 'type'>; attempt: Attempt; number: number; delay: number | null }

/** Stores an attempt, and what it says about the endpoint. */
export async function storeAttempt(tx: Tx, endpoint: WebhookRow, { event, attempt, number, delay }: Result) {
  const { ok, status, failed, durationMs, request, response } = attempt
  const { sql } = tx
  const now = tx.now()
  const next = delay === null ? null : now + delay
  const [row] = await sql<WebhookRow[]>`select * from webhooks where id = ${endpoint.id} for update`
  // It was deleted while the request was under way.
  if (!row) return
  await sql`
    insert into webhook_deliveries ${sql({
      ...{ webhook: row.id, seq: event.seq, event: event.type, ok, status, attempts: number, duration_ms: durationMs },
      ...{ at: now, next_at: next, request: sql.json(request), response, ...failureColumns(sql, failed) },
    } as never)}`
  await sql`
    delete from webhook_deliveries where webhook = ${row.id} and id <= (
      select id from webhook_deliveries where webhook = ${row.id} order by id desc offset ${keptRows} limit 1)`
  const { error, ...why } = failureColumns(sql, failed)
  const failingSince = ok ? null : (row.failing_since ?? now)
  const isPaused = row.enabled && failingSince !== null && now - failingSince >= pauseAfter
  await sql`
    update webhooks set ${sql({
      ...{ last_status: ok ? 'ok' : 'error', last_error: error, ...why, last_at: now, failing_since: failingSince },
      ...(isPaused && { enabled: false, paused_at: now }),
    } as never)} where id = ${row.id}`
  // Screens show the last status; a row for each delivery would be too much for them.
  if (isPaused || row.last_status !== (ok ? 'ok' : 'error')) tx.emit('webhook.changed', { id: row.id })
}

/** Sends an event to an endpoint, signed over the bytes of the body with a fresh timestamp. */
export async function send(ctx: Context, endpoint: WebhookRow, event: EventEnvelope): Promise<Attempt> {
  const { services } = ctx
  const started = performance.now()
  const headers = webhookHeaders(services)
  let unsigned: UnsignedRequest = { url: endpoint.url, method: endpoint.method ?? 'POST', headers: {}, body: '' }
  const result = (part: Partial<Attempt>): Attempt => ({
    ...{ ok: false, status: null, failed: undefined, retryable: false, waitMs: 0, response: null, ...part },
    durationMs: Math.round(performance.now() - started),
    request: shown({ ...unsigned, headers: { ...headers.blank(endpoint.headers), ...unsigned.headers } }),
  })
  try {
    unsigned = requestFor(endpoint, event)
    const signed = signedHeaders(event, unsigned.body, { secrets: secretsOf(ctx, endpoint), now: ctx.now() })
    unsigned.headers = { ...unsigned.headers, ...signed }
    const outcome = await services.outside.requests.send({
      ...unsigned,
      purpose: 'webhook',
      headers: { ...headers.open(endpoint.headers), ...unsigned.headers },
      maxBytes: maxRead,
      timeoutMs: services.config.timings.webhookTimeoutSeconds * 1000,
      signal: ctx.signal,
    })
    if (outcome.kind === 'failed') return result({ failed: outcome.failure, retryable: !outcome.isRefused })
    const response = headers.redact(outcome.text, endpoint.headers).slice(0, maxResponse).toWellFormed()
    return result({ ...verdictOf(outcome, services.clock.now()), response })
  } catch (error) {
    if (error instanceof TemplateError) return result({ failed: failure('values_refused', error.message) })
    if (error instanceof SecretError) return result({ failed: failureOf(error) })
    throw error
  }
}

/** Any 2xx is a success. 429 and 5xx may pass; everything else is final, redirects included. */
function verdictOf({ status, headers }: { status: number; headers: Headers }, now: number): Partial<Attempt> {
  const ok = status >= 200 && status < 300
  if (ok) return { ok, status }
  const retryable = status === 429 || status >= 500
  const failed = failure('answer_status', `The receiver answers with the status ${status}.`, { status })
  return { status, failed, retryable, waitMs: retryable ? waitOf(headers.get('retry-after'), now) : 0 }
}

/** Milliseconds of a Retry-After: seconds, or a date. */
export function waitOf(header: string | null, now: number): number {
  if (header === null) return 0
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}

/** The secret, and for a day after a rotation the earlier one. */
function secretsOf({ services, now }: Context, { secret, earlier_secret, rotated_at }: WebhookRow): [string, string?] {
  const open = (sealed: string) => {
    try {
      return services.seal.open(secretPurpose, sealed)
    } catch {
      throw new SecretError('The signing secret was saved with another SVC_SECRET. Replace it.')
    }
  }
  const isDay = earlier_secret !== null && rotated_at !== null && now() - rotated_at < bothSignFor
  return isDay ? [open(secret), open(earlier_secret)] : [open(secret)]
}
