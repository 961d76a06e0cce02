import { z } from 'zod'
import { events, type PublicEventType, publicEvents } from '../../../shared/event.ts'
import { covers } from '../../../shared/scope.ts'
import type {
  DeliveryList,
  DeliveryQuery,
  PreviewInput,
  Redelivery,
  ReplayInput,
  WebhookDelivery,
  WebhookPreview,
  WebhookTest,
} from '../../../shared/webhook.ts'
import type { Context } from '../../core/context.ts'
import { badRequest, conflict, gone, notFound } from '../../core/error.ts'
import { envelope, eventId, eventSeq, type StoredEvent } from '../../core/events.ts'
import { errorFields, type Failure } from '../../core/failure.ts'
import { defineTask } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { TemplateError } from '../../core/template.ts'
import { storeAttempts } from './attempts.ts'
import { checkTemplate, getWebhook } from './endpoints.ts'
import { exampleEvent } from './examples.ts'
import { requestFor, shown, signedHeaders, webhookHeaders } from './request.ts'
import { send } from './send.ts'
import { deliverTask, deliveryOf, maxListed } from './task.ts'

type Row = {
  id: number
  seq: number
  event: string
  ok: boolean
  status: number | null
  error: string | null
  attempts: number
  duration_ms: number
  at: number
  next_at: number | null
  request: WebhookDelivery['request']
  response: string | null
} & Pick<Failure, 'reason' | 'params'>

const prefix = 'whd_'

/** The last attempts of an endpoint, newest first. */
export async function listDeliveries(
  ctx: Context,
  { id, status }: z.infer<typeof DeliveryQuery> & { id: string },
): Promise<DeliveryList> {
  await getWebhook(ctx, id)
  const { sql } = ctx
  const which = {
    all: sql``,
    ok: sql`and ok`,
    failed: sql`and not ok and next_at is null`,
    retrying: sql`and next_at is not null`,
  }[status]
  const rows = await sql<Row[]>`select * from webhook_deliveries where webhook = ${id} ${which} order by id desc`
  return { deliveries: rows.map((row) => toDelivery(ctx, row)) }
}

/** What was sent is shown only to callers who may read events of its type. */
function toDelivery(ctx: Context, { id, seq, duration_ms, next_at, ...row }: Row): WebhookDelivery {
  const isVisible = mayRead(ctx, row.event)
  return {
    ...{ id: `${prefix}${id}`, eventId: eventId(seq), event: row.event, ok: row.ok, status: row.status },
    ...{ error: row.error, reason: row.reason, params: row.params, attempts: row.attempts, durationMs: duration_ms },
    ...{ at: row.at, nextAt: next_at },
    request: isVisible ? row.request : null,
    response: isVisible ? row.response : null,
  }
}

const mayRead = ({ actor }: Context, type: string) => covers(actor.scopes, events[type as PublicEventType].scope)

/** Delivers a `test.ping` at once, also to a disabled endpoint. It is neither queued nor tried again. */
export async function testWebhook(ctx: Context, { id }: { id: string }): Promise<WebhookTest> {
  const endpoint = await getWebhook(ctx, id)
  await ctx.tx(async (tx) => {
    tx.emit('test.ping', { message: 'This is a test of your webhook endpoint.', webhookId: id })
  })
  const [event] = await ctx.sql<[StoredEvent]>`
    select seq, site, type, data, at from events
    where site = ${ctx.site.id} and type = 'test.ping' and data ->> 'webhookId' = ${id} order by seq desc limit 1`
  const attempt = await send(ctx, endpoint, envelope(event))
  await ctx.tx((tx) => storeAttempts(tx, endpoint, [{ event, attempt, number: 1, delay: null, at: tx.now() }]))
  const { ok, status, failed, durationMs, retryable, request, response } = attempt
  const result = { ok, status, ...errorFields(failed), attempts: 1, durationMs, retryable }
  return { ...result, eventId: eventId(event.seq), request, response }
}

/** Delivers the event of an attempt again, after the pending deliveries, which run now. 410 if the event left the log. */
export async function redeliver(ctx: Context, given: { id: string; deliveryId: string }): Promise<Redelivery> {
  await getEnabled(ctx, given.id)
  const number = Number(new RegExp(`^${prefix}(\\d{1,15})$`).exec(given.deliveryId)?.[1] ?? 0)
  const [row] = await ctx.sql<{ seq: number; exists: boolean }[]>`
    select seq, exists (select from events where seq = d.seq) as exists from webhook_deliveries d
    where id = ${number} and webhook = ${given.id}`
  if (!row) throw notFound('delivery')
  if (!row.exists) throw gone('The event is no longer in the log.', 'events_pruned')
  await ctx.tx(async (tx) => {
    await tx.enqueue(deliverTask, { webhookId: given.id, seq: row.seq, more: [], again: true })
    await tx.hurry(deliverTask, given.id)
  })
  return { queued: 1 }
}

const replayTask = defineTask('webhook.replay', z.object({ webhookId: z.string(), seq: z.int(), to: z.int() }), {
  serialBy: ({ webhookId }) => webhookId,
})

/**
 * Delivers the events of the log again, in their order, after what waits. Only those that the endpoint is subscribed to.
 */
export async function replay(ctx: Context, { id, after, since }: ReplayInput & { id: string }): Promise<Redelivery> {
  const endpoint = await getEnabled(ctx, id)
  const { floor, settled } = await ctx.services.events.span()
  const from = await startOf(ctx, { after, since, floor, settled })
  const [{ queued }] = await ctx.sql<[{ queued: number }]>`
    select count(*)::int as queued from events
    where site = ${ctx.site.id} and seq > ${from} and seq <= ${settled} and type = any(${wanted(endpoint.events)}::text[])`
  await ctx.tx((tx) => tx.enqueue(replayTask, { webhookId: id, seq: from, to: settled }))
  return { queued }
}

/** The place in the log after which a replay begins. Nothing happened since a time after the last event. */
async function startOf(
  ctx: Context,
  { after, since, floor, settled }: ReplayInput & { floor: number; settled: number },
): Promise<number> {
  if ((after === undefined) === (since === undefined)) throw badRequest('after: send either `after` or `since`.')
  if (after !== undefined) {
    const seq = eventSeq(after)
    if (seq === undefined) throw badRequest('after: must be an event id.')
    if (seq < floor) throw gone('after: the events after this one were pruned.', 'events_pruned')
    return seq
  }
  const [{ seq }] = await ctx.sql<[{ seq: number }]>`
    select coalesce(min(seq) - 1, ${settled}) as seq from events where site = ${ctx.site.id} and at >= ${since as number}`
  return seq
}

const wanted = (types: string[]): string[] =>
  publicEvents.filter((type) => type !== 'test.ping' && (types.includes('*') || types.includes(type)))

async function getEnabled(ctx: Context, id: string) {
  const endpoint = await getWebhook(ctx, id)
  if (!endpoint.enabled) throw conflict('The endpoint is disabled. Enable it first.', 'webhook_disabled')
  return endpoint
}

export const replayTasks = [
  siteTask(replayTask, {
    lane: 'timers',
    retry: [1_000, 60_000, 600_000],
    run: (ctx, { webhookId, seq, to }) =>
      ctx.tx(async (tx) => {
        const [endpoint] = await tx.sql<{ events: string[] }[]>`
          select events from webhooks where id = ${webhookId} and enabled`
        if (!endpoint) return
        const found = await tx.sql<{ seq: number }[]>`
          select seq from events
          where site = ${tx.site.id} and seq > ${seq} and seq <= ${to} and type = any(${wanted(endpoint.events)}::text[])
          order by seq limit ${maxListed}`
        const seqs = found.map((event) => event.seq)
        const delivery = deliveryOf(webhookId, seqs, true)
        if (delivery) await tx.enqueue(deliverTask, delivery)
        const last = found.at(-1)
        if (found.length === maxListed && last) await tx.enqueue(replayTask, { webhookId, seq: last.seq, to })
      }),
  }),
]

/**
 * The request that an endpoint would receive for an event: the last one of its type, or an example. 400 for a template
 * that an endpoint cannot have. It shows no secret, not even those that are sent.
 */
export async function previewWebhook(ctx: Context, input: PreviewInput): Promise<WebhookPreview> {
  const { event: type, format, url = 'https://example.com/', method = 'POST', body = '' } = input
  const isCustom = format === 'custom'
  await checkTemplate(ctx, { format, url, body: isCustom ? body : '' })
  const headers = isCustom ? (input.headers ?? []) : []
  const [last] = await ctx.sql<StoredEvent[]>`
    select seq, site, type, data, at from events
    where site = ${ctx.site.id} and type = ${type} and ${mayRead(ctx, type)}
    order by seq desc limit 1`
  const event = last ? envelope(last) : exampleEvent(ctx, type as PublicEventType)
  try {
    const request = requestFor({ format, url, method, headers, body }, event)
    const signed = signedHeaders(event, request.body, { secrets: ['whsec_example'], now: ctx.now() })
    const blank = webhookHeaders(ctx.services).blank(headers)
    return {
      request: shown({ ...request, headers: { ...blank, ...request.headers, ...signed } }),
      real: !!last,
      error: null,
    }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return { request: { method, url, headers: {}, body: '' }, real: !!last, error: error.message }
  }
}
