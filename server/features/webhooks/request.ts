import type { EventEnvelope } from '../../../shared/event.ts'
import type { RequestMethod } from '../../../shared/request.ts'
import { cut } from '../../../shared/text.ts'
import type { SentRequest, Webhook } from '../../../shared/webhook.ts'
import type { Services } from '../../core/context.ts'
import { signatureHeaders } from '../../core/seal.ts'
import { headerStore, type StoredHeader } from '../../core/secret-headers.ts'
import { bodyKind, fillBody, fillUrl, valuesOf } from '../../core/template.ts'

export const webhookHeaders = ({ seal }: Pick<Services, 'seal'>) => headerStore(seal, 'webhook header')
export const secretPurpose = 'webhook secret'

/** What decides about the request of an endpoint. */
export type RequestTemplate = {
  format: Webhook['format']
  url: string
  method: RequestMethod | null
  headers: StoredHeader[]
  body: string | null
}

/** A request before it is signed. `shown` has text instead of its secrets. */
export type UnsignedRequest = { url: string; method: string; headers: Record<string, string>; body: string }

/** How long the earlier secret signs after a rotation, in milliseconds. */
export const bothSignFor = 24 * 60 * 60_000

/**
 * The request for an event: the envelope as JSON, or what the template makes of it.
 * @throws TemplateError if a value would change the host or the path of the URL
 */
export function requestFor(template: RequestTemplate, event: EventEnvelope): UnsignedRequest {
  const envelope = JSON.stringify(event)
  if (template.format === 'svc')
    return { url: template.url, method: 'POST', headers: { 'content-type': 'application/json' }, body: envelope }
  const method = template.method ?? 'POST'
  const { id, type, createdAt, site, data } = event
  const values = valuesOf({ event: { id, type, createdAt }, data, site: { id: site } })
  const type_ = template.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value
  const contentType = type_ || 'application/json'
  const body = template.body ? fillBody(template.body, values, bodyKind(contentType)) : envelope
  return {
    url: fillUrl(template.url, values),
    method,
    headers: method === 'GET' ? {} : { 'content-type': contentType },
    body: method === 'GET' ? '' : body,
  }
}

/** The headers that every delivery has, signed over the bytes of its body with a fresh timestamp. */
export function signedHeaders(
  { id, type }: Pick<EventEnvelope, 'id' | 'type'>,
  body: string,
  signing: Parameters<typeof signatureHeaders>[1],
): Record<string, string> {
  return {
    'user-agent': 'Service-Webhooks/1',
    'x-svc-event': type,
    'x-svc-delivery': id,
    ...signatureHeaders(body, signing),
  }
}

/** The maximum characters of a body that is kept and shown. */
const maxShown = 16_000

/** A request as people see it: without secrets, and of bounded size. */
export const shown = ({ url, method, headers, body }: UnsignedRequest): SentRequest => ({
  ...{ method, url, headers },
  body: cut(body, maxShown),
})
