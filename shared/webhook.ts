import { z } from 'zod'
import { type PublicEventType, publicEvents } from './event.ts'
import { failureFields } from './failure.ts'
import { Milliseconds, wholeNumber } from './page.ts'
import { BodyTemplate, Header, HeaderInputs, RequestMethod, RequestUrl } from './request.ts'
import { exact, line } from './text.ts'

/** The maximum per site. */
export const maxWebhooks = 10

/** The events that an endpoint can subscribe to. A test reaches every endpoint. */
export const webhookEvents = publicEvents.filter((type) => type !== 'test.ping')

const EventName = z.enum(['*', ...publicEvents] as ['*', ...PublicEventType[]])
export const WebhookFormat = z
  .enum(['svc', 'custom'])
  .describe('`svc` sends the event as JSON; `custom` sends your own request.')

export const Webhook = z
  .object({
    id: z.string().describe('Begins with `wh_`.'),
    url: z.string(),
    description: z.string(),
    events: z.array(z.string()).describe('Event types; `*` for all.'),
    enabled: z.boolean(),
    secret: z.string().describe('Signs the deliveries. Complete with `webhooks:write`; otherwise `whsec_` and dots.'),
    secretRotatedAt: Milliseconds.nullable().describe(
      'When the secret was replaced. For 24 hours after it, the earlier secret signs `X-Svc-Signature-Previous`.',
    ),
    lastStatus: z.string().nullable().describe('`ok` or `error`; null before the first delivery.'),
    lastError: z.string().nullable(),
    reason: failureFields.reason,
    params: failureFields.params,
    lastAt: Milliseconds.nullable(),
    failingSince: Milliseconds.nullable().describe('When the first of the last failed deliveries in a row failed.'),
    pausedAt: Milliseconds.nullable().describe(
      'When Frontdesk disabled the endpoint, because it had failed for three days. Enabling it clears this.',
    ),
    waiting: z.int().describe('Number of deliveries that wait, counted up to 1,000.'),
    createdAt: Milliseconds,
    format: WebhookFormat,
    method: RequestMethod.nullable().describe('Null with the format `svc`, which sends POST.'),
    headers: z.array(Header),
    body: z.string().nullable().describe('The template; null with the format `svc`.'),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

export const WebhookList = z
  .object({
    webhooks: z.array(Webhook),
    events: z.array(z.object({ type: z.string(), description: z.string() })),
  })
  .meta({ id: 'WebhookList' })
export type WebhookList = z.infer<typeof WebhookList>

const url = RequestUrl.describe('An https URL. With the format `custom`, path and query can contain `{{data.…}}`.')
const events = z.array(EventName).min(1).max(100).describe("Event types, or `['*']` for all.")
const custom = {
  method: RequestMethod.describe('With the format `custom`; default POST.'),
  headers: HeaderInputs.describe('With the format `custom`. They have no placeholders.'),
  body: BodyTemplate.describe(
    'With the format `custom`: a template with `{{event.id}}`, `{{event.type}}`, `{{event.createdAt}}`, `{{data.…}}` and ' +
      '`{{site.id}}`. In JSON, a whole value `{{data}}` is the object itself. Empty sends the event as JSON.',
  ),
}

export const NewWebhook = z
  .object({
    url,
    events: events.default(['*']),
    description: line(200).default(''),
    enabled: z.boolean().default(true),
    format: WebhookFormat.default('svc'),
    method: custom.method.optional(),
    headers: custom.headers.optional(),
    body: custom.body.optional(),
  })
  .meta({ id: 'NewWebhook' })
export type NewWebhook = z.infer<typeof NewWebhook>

export const PatchWebhook = z
  .object({
    url: url.optional(),
    events: events.optional(),
    description: line(200).optional(),
    enabled: z.boolean().optional(),
    format: WebhookFormat.optional(),
    method: custom.method.optional(),
    headers: custom.headers.optional(),
    body: custom.body.optional(),
    rotateSecret: z
      .boolean()
      .optional()
      .describe('Makes a new secret. For 24 hours, the earlier one signs `X-Svc-Signature-Previous`.'),
  })
  .meta({ id: 'PatchWebhook' })
export type PatchWebhook = z.infer<typeof PatchWebhook>

/** The request of a delivery, or of a preview. Secret headers are blanked. */
export const SentRequest = z
  .object({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string().describe('Up to 16 KB.'),
  })
  .meta({ id: 'SentRequest' })
export type SentRequest = z.infer<typeof SentRequest>

export const WebhookDelivery = z
  .object({
    id: z.string(),
    eventId: z.string(),
    event: z.string(),
    ok: z.boolean(),
    status: z.int().nullable().describe('The HTTP status; null if there was no response.'),
    error: z.string().nullable(),
    ...failureFields,
    attempts: z.int().describe('The number of this attempt.'),
    durationMs: z.int(),
    at: Milliseconds,
    nextAt: Milliseconds.nullable().describe('When it is tried again; null if it is not.'),
    request: SentRequest.nullable().describe('Null once the event is deleted or its personal data is erased.'),
    response: z.string().nullable().describe('The beginning of the response body, up to 4 KB.'),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const DeliveryQuery = z.object({
  status: z
    .enum(['all', 'ok', 'failed', 'retrying'])
    .default('all')
    .describe('`failed`: not tried again · `retrying`: tried again later.'),
})

export const DeliveryList = z.object({ deliveries: z.array(WebhookDelivery) }).meta({ id: 'DeliveryList' })
export type DeliveryList = z.infer<typeof DeliveryList>

export const WebhookTest = z
  .object({
    ok: z.boolean(),
    status: z.int().nullable(),
    error: z.string().nullable(),
    ...failureFields,
    attempts: z.int(),
    durationMs: z.int(),
    retryable: z.boolean().describe('Whether a delivery with this result would be tried again.'),
    eventId: z.string(),
    request: SentRequest,
    response: z.string().nullable(),
  })
  .meta({ id: 'WebhookTest' })
export type WebhookTest = z.infer<typeof WebhookTest>

export const Redelivery = z.object({ queued: z.int().describe('Number of events.') }).meta({ id: 'Redelivery' })
export type Redelivery = z.infer<typeof Redelivery>

export const ReplayInput = z
  .object({
    after: exact(40, 1).optional().describe('Id of an event: replays the events after it.'),
    since: wholeNumber(0, 8_640_000_000_000_000)
      .optional()
      .describe('Milliseconds since the epoch: replays the events at or after this time.'),
  })
  .meta({ id: 'ReplayInput', description: 'Either `after` or `since`.' })
export type ReplayInput = z.infer<typeof ReplayInput>

export const PreviewInput = z
  .object({
    event: EventName.exclude(['*']).describe('The type of the event.'),
    format: WebhookFormat.default('svc'),
    url: RequestUrl.optional(),
    method: RequestMethod.optional(),
    headers: HeaderInputs.optional(),
    body: BodyTemplate.optional(),
  })
  .meta({ id: 'WebhookPreviewInput' })
export type PreviewInput = z.infer<typeof PreviewInput>

export const WebhookPreview = z
  .object({
    request: SentRequest,
    real: z.boolean().describe('Whether it shows the last event of this type; otherwise, an example.'),
    error: z.string().nullable().describe('Why the request could not be made from the template.'),
  })
  .meta({ id: 'WebhookPreview' })
export type WebhookPreview = z.infer<typeof WebhookPreview>
