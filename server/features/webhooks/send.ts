import type { EventEnvelope } from '../../../shared/event.ts'
import { cut } from '../../../shared/text.ts'
import type { SentRequest } from '../../../shared/webhook.ts'
import type { Context } from '../../core/context.ts'
import { type Failure, failure, failureOf } from '../../core/failure.ts'
import { SecretError } from '../../core/secret-headers.ts'
import { TemplateError } from '../../core/template.ts'
import { retryAfterMs } from '../../core/time.ts'
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

/** The maximum characters of a response that are kept, after secrets in a longer part of it were replaced. */
const maxResponse = 4_000
const maxRead = 4 * maxResponse

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
    const response = cut(headers.redact(outcome.text, endpoint.headers), maxResponse)
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
  return { status, failed, retryable, waitMs: retryable ? retryAfterMs(headers.get('retry-after'), now) : 0 }
}

// Of the rows that are in use: a run signs many deliveries with the same secrets.
const openedSecrets = new WeakMap<WebhookRow, [secret: string, earlier?: string]>()

/** The secret, and for a day after a rotation the earlier one. */
function secretsOf({ services, now }: Context, endpoint: WebhookRow): [secret: string, earlier?: string] {
  const { secret, earlier_secret, rotated_at } = endpoint
  const isDay = earlier_secret !== null && rotated_at !== null && now() - rotated_at < bothSignFor
  const known = openedSecrets.get(endpoint)
  if (known && (known.length === 2) === isDay) return known
  const open = (sealed: string) => {
    try {
      return services.seal.open(secretPurpose, sealed)
    } catch {
      throw new SecretError('The signing secret was saved with another SVC_SECRET. Replace it.')
    }
  }
  const opened: [string, string?] = isDay ? [open(secret), open(earlier_secret)] : [open(secret)]
  openedSecrets.set(endpoint, opened)
  return opened
}
