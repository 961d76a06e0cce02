import { events } from '../../../shared/event.ts'
import { rule } from '../../../shared/fault.ts'
import type { Problem } from '../../../shared/overview.ts'
import { covers } from '../../../shared/scope.ts'
import {
  maxWebhooks,
  type NewWebhook,
  type PatchWebhook,
  type Webhook,
  type WebhookList,
  webhookEvents,
} from '../../../shared/webhook.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, invalidField, notFound } from '../../core/error.ts'
import { type Failure, failure, toProblem } from '../../core/failure.ts'
import { newId, randomText } from '../../core/ids.ts'
import { checkRequestUrl, hostOf, refuseUnknown } from '../../core/outgoing.ts'
import { headersFor, refuseUnset, type StoredHeader, showHeaders } from '../../core/secret-headers.ts'
import { lock } from '../../core/transaction.ts'
import { type RequestTemplate, secretPurpose, webhookHeaders } from './request.ts'
import { deliverTask } from './task.ts'

export type WebhookRow = RequestTemplate & {
  id: string
  site: string
  description: string
  events: string[]
  enabled: boolean
  /** Sealed. */
  secret: string
  earlier_secret: string | null
  rotated_at: number | null
  start_seq: number
  last_status: 'ok' | 'error' | null
  last_error: string | null
  reason: Failure['reason']
  params: Failure['params']
  last_at: number | null
  failing_since: number | null
  paused_at: number | null
  created_at: number
}

/** Deliveries that wait are counted up to this number. */
const maxCounted = 1_000

/** The first words of the placeholders of a custom request. */
const known = ['event', 'data', 'site']

/** The endpoints of the site, oldest first, and all event types. */
export async function listWebhooks(ctx: Context): Promise<WebhookList> {
  const rows = await ctx.sql<WebhookRow[]>`
    select * from webhooks where site = ${ctx.site.id} order by created_at, id limit ${maxWebhooks}`
  return {
    webhooks: await Promise.all(rows.map((row) => toWebhook(ctx, row))),
    events: [...webhookEvents, 'test.ping' as const].map((type) => ({ type, description: events[type].description })),
  }
}

/** Creates an endpoint. It receives the events from now on. 400 at the site's limit. */
export async function createWebhook(ctx: Context, given: NewWebhook): Promise<Webhook> {
  const template = templateOf({ ...given, method: given.method ?? null, body: given.body ?? null }, ctx, [])
  await checkTemplate(ctx, template)
  refuseUnset('headers', template.headers)
  return await ctx.tx(async (tx) => {
    await lock(tx.sql, 'webhooks', tx.site.id)
    const [{ count }] = await tx.sql<[{ count: number }]>`
      select count(*)::int as count from webhooks where site = ${tx.site.id}`
    if (count >= maxWebhooks)
      throw badRequest(`A site can have at most ${maxWebhooks} endpoints. Delete one first.`, 'too_many_webhooks', {
        limit: maxWebhooks,
      })
    const [row] = await tx.sql<[WebhookRow]>`
      insert into webhooks ${tx.sql({
        ...columnsOf(tx, template),
        ...{ id: newId('wh'), site: tx.site.id, description: given.description, enabled: given.enabled },
        events: tx.sql.json(given.events),
        secret: newSecret(tx),
        start_seq: await lastPlace(tx),
        created_at: tx.now(),
      } as never)} returning *`
    tx.emit('webhook.changed', { id: row.id })
    return await toWebhook(tx, row)
  })
}

/** Changes an endpoint. Retries that wait use the new URL, secret and template. */
export async function patchWebhook(ctx: Context, { id, ...patch }: PatchWebhook & { id: string }): Promise<Webhook> {
  const before = await getWebhook(ctx, id)
  const changed = patchedTemplate(ctx, before, patch)
  const touches = ['format', 'url', 'method', 'body', 'headers'].some((name) => name in patch)
  if (touches) {
    await checkTemplate(ctx, changed)
    refuseUnset('headers', changed.headers)
  }
  return await ctx.tx(async (tx) => {
    const [row] = await tx.sql<
      WebhookRow[]
    >`select * from webhooks where id = ${id} and site = ${tx.site.id} for update`
    if (!row) throw notFound('webhook endpoint')
    const values = {
      // Of the locked row, which somebody else may have changed since it was checked.
      ...(touches && columnsOf(tx, patchedTemplate(tx, row, patch))),
      ...(patch.description !== undefined && { description: patch.description }),
      ...(patch.events && { events: tx.sql.json(patch.events) }),
      ...(patch.rotateSecret && {
        secret: newSecret(tx),
        // One that cannot be read any more cannot sign beside the new one.
        earlier_secret: opened(tx, row.secret) === undefined ? null : row.secret,
        rotated_at: tx.now(),
      }),
      ...(await switched(tx, row, patch.enabled)),
    }
    if (Object.keys(values).length === 0) return await toWebhook(tx, row)
    const [after] = await tx.sql<[WebhookRow]>`
      update webhooks set ${tx.sql(values as never)} where id = ${id} returning *`
    // Retries that wait find the new address or secret at once; those of a disabled endpoint end.
    if (touches || patch.rotateSecret || 'enabled' in values) await tx.hurry(deliverTask, id)
    tx.emit('webhook.changed', { id })
    return await toWebhook(tx, after)
  })
}

const patchedTemplate = (ctx: Context, row: WebhookRow, patch: PatchWebhook): RequestTemplate =>
  templateOf(
    {
      format: patch.format ?? row.format,
      url: patch.url ?? row.url,
      method: patch.method ?? row.method,
      body: patch.body ?? row.body,
      ...(patch.headers && { headers: patch.headers }),
    },
    ctx,
    headersFor(row.headers, row.url, patch.url ?? row.url),
  )

/** An endpoint that is enabled again gets the events from then on, and begins without failures. */
async function switched(tx: Tx, row: WebhookRow, enabled: boolean | undefined): Promise<Partial<WebhookRow>> {
  if (enabled === undefined || enabled === row.enabled) return {}
  if (!enabled) return { enabled }
  return { enabled, paused_at: null, failing_since: null, start_seq: await lastPlace(tx) }
}

/** Deletes an endpoint with its deliveries. Retries that wait are dropped. */
export async function deleteWebhook(ctx: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  return await ctx.tx(async (tx) => {
    const { count } = await tx.sql`delete from webhooks where id = ${id} and site = ${tx.site.id}`
    if (count === 0) throw notFound('webhook endpoint')
    await tx.hurry(deliverTask, id)
    tx.emit('webhook.changed', { id })
    return { id, deleted: true }
  })
}

export async function getWebhook({ sql, site }: Context, id: string): Promise<WebhookRow> {
  const [row] = await sql<WebhookRow[]>`select * from webhooks where id = ${id} and site = ${site.id}`
  if (!row) throw notFound('webhook endpoint')
  return row
}

type GivenTemplate = Pick<RequestTemplate, 'format' | 'url' | 'method' | 'body'> & Pick<NewWebhook, 'headers'>

/** Method, headers and body belong to the format `custom`; the other one has none. */
function templateOf(given: GivenTemplate, { services }: Context, stored: StoredHeader[]): RequestTemplate {
  const { format, url } = given
  if (format === 'svc') return { format, url, method: null, headers: [], body: null }
  const headers = given.headers ? webhookHeaders(services).close(given.headers, stored) : stored
  return { format, url, method: given.method ?? 'POST', headers, body: given.body ?? '' }
}

/** 400 unless an endpoint may have this URL and these placeholders. */
export async function checkTemplate(
  ctx: Context,
  { format, url, body }: Pick<RequestTemplate, 'format' | 'url' | 'body'>,
): Promise<void> {
  if (format === 'svc' && url.includes('{{'))
    throw invalidField('url', rule('url_template', 'Only the format custom has placeholders.'))
  await checkRequestUrl(ctx, { field: 'url', url, purpose: 'webhook', known })
  refuseUnknown('body', body ?? '', known)
}

const columnsOf = ({ sql }: Tx, { headers, ...template }: RequestTemplate) => ({
  ...template,
  headers: sql.json(headers as never),
})

const newSecret = ({ services }: Context) => services.seal.close(secretPurpose, `whsec_${randomText(40)}`)

/** The last place of the log that was given to an event. */
async function lastPlace({ sql }: Tx): Promise<number> {
  const [{ seq }] = await sql<[{ seq: number }]>`
    select greatest(seq, last_place()) as seq from event_floor`
  return seq
}

async function toWebhook(ctx: Context, row: WebhookRow): Promise<Webhook> {
  const [{ waiting }] = await ctx.sql<[{ waiting: number }]>`
    select least(coalesce(sum(1 + coalesce(jsonb_array_length(data -> 'more'), 0)), 0), ${maxCounted})::int as waiting from (
      select data from queue where type = ${deliverTask.type} and site = ${row.site} and key = ${row.id} limit ${maxCounted}) q`
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    enabled: row.enabled,
    secret: secretFor(ctx, row),
    secretRotatedAt: row.rotated_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    reason: row.reason,
    params: row.params,
    lastAt: row.last_at,
    failingSince: row.failing_since,
    pausedAt: row.paused_at,
    waiting,
    createdAt: row.created_at,
    format: row.format,
    method: row.method,
    headers: showHeaders(row.headers),
    body: row.body,
  }
}

const cut = `whsec_${'•'.repeat(8)}`

/** Complete for callers who may change the endpoint. A secret of another SVC_SECRET must be replaced. */
const secretFor = (ctx: Context, { secret }: WebhookRow): string =>
  (covers(ctx.actor.scopes, 'webhooks:write') && opened(ctx, secret)) || cut

/** A signing secret; undefined if it was sealed with another SVC_SECRET. */
function opened({ services }: Pick<Context, 'services'>, sealed: string): string | undefined {
  try {
    return services.seal.open(secretPurpose, sealed)
  } catch {
    return undefined
  }
}

/** The endpoints whose last delivery failed, and those that were disabled because they had failed for days. */
export async function webhookProblems({ sql, site }: Context): Promise<Problem[]> {
  const rows = await sql<Pick<WebhookRow, 'url' | 'last_error' | 'reason' | 'params' | 'paused_at'>[]>`
    select url, last_error, reason, params, paused_at from webhooks
    where site = ${site.id} and (paused_at is not null or (enabled and last_status = 'error'))
    order by created_at, id`
  return rows.map((row) => toProblem('webhook_failing', 'A webhook endpoint is failing', problemOf(row)))
}

function problemOf({
  url,
  paused_at,
  last_error,
  reason,
  params,
}: Pick<WebhookRow, 'url' | 'paused_at' | 'last_error' | 'reason' | 'params'>): Failure {
  const host = hostOf(url)
  if (paused_at !== null)
    return failure('webhook_paused', `${host} failed for three days and is disabled. Enable it when it works again.`, {
      host,
    })
  return { message: last_error ?? '', reason, params }
}
