import { z } from 'zod'
import { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import {
  DeliveryList,
  DeliveryQuery,
  NewWebhook,
  PatchWebhook,
  PreviewInput,
  Redelivery,
  ReplayInput,
  Webhook,
  WebhookList,
  WebhookPreview,
  WebhookTest,
} from '../../../shared/webhook.ts'
import { del, get, patch, post } from '../../core/operation.ts'
import { listDeliveries, previewWebhook, redeliver, replay, testWebhook } from './deliveries.ts'
import { createWebhook, deleteWebhook, listWebhooks, patchWebhook } from './endpoints.ts'

const id = exact(64, 1)

export const webhookOperations = {
  list: get('/webhooks', {
    summary: 'List webhook endpoints',
    description: 'Returns the endpoints of the site and all event types.',
    scope: 'webhooks:read',
    input: z.object({}),
    output: WebhookList,
    run: listWebhooks,
  }),
  create: post('/webhooks', {
    summary: 'Create a webhook endpoint',
    description:
      'The endpoint receives the events from now on. Each delivery is signed: `X-Svc-Signature` is `sha256=` and the hex ' +
      'HMAC-SHA256 of `X-Svc-Timestamp`, a dot and the body, with the whole `secret` as the key. A 2xx within 8 seconds is a ' +
      'success. Timeouts, network errors, 429 and 5xx are tried again after 1, 5, 30, 120 and 360 minutes, or later if ' +
      '`Retry-After` says so. The events of an endpoint are delivered at least once, one at a time and in order, so a retry holds up ' +
      'those behind it. A site can have at most 10 endpoints.',
    scope: 'webhooks:write',
    status: 201,
    input: NewWebhook,
    output: Webhook,
    run: createWebhook,
  }),
  preview: post('/webhooks/preview', {
    summary: 'Preview a delivery',
    description:
      'Returns the request that an endpoint would receive: for the last event of this type if you may read it, or for an example. ' +
      'Sends nothing.',
    scope: 'webhooks:read',
    reads: true,
    input: PreviewInput,
    output: WebhookPreview,
    run: previewWebhook,
  }),
  update: patch('/webhooks/:id', {
    summary: 'Update a webhook endpoint',
    description:
      'A retry that waits is tried now, with the new URL and secret. Retries are dropped when the endpoint is disabled. An endpoint that is enabled ' +
      'again receives the events from then on; see `POST /webhooks/:id/replay` for earlier ones.',
    scope: 'webhooks:write',
    input: PatchWebhook.extend({ id }),
    output: Webhook,
    run: patchWebhook,
  }),
  delete: del('/webhooks/:id', {
    summary: 'Delete a webhook endpoint',
    scope: 'webhooks:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteWebhook,
  }),
  test: post('/webhooks/:id/test', {
    summary: 'Test a webhook endpoint',
    description: 'Delivers a signed `test.ping` now and returns the result, also if the endpoint is disabled or fails.',
    scope: 'webhooks:write',
    input: z.object({ id }),
    output: WebhookTest,
    run: testWebhook,
  }),
  deliveries: get('/webhooks/:id/deliveries', {
    summary: 'List deliveries',
    description:
      'Returns the last 50 attempts, newest first. `request` and `response` need the read scope of the area of the event.',
    scope: 'webhooks:read',
    input: DeliveryQuery.extend({ id }),
    output: DeliveryList,
    run: listDeliveries,
  }),
  redeliver: post('/webhooks/:id/deliveries/:deliveryId/redeliver', {
    summary: 'Deliver an event again',
    description: 'Delivers the event of this attempt again, after the pending deliveries. A pending retry runs now.',
    scope: 'webhooks:write',
    status: 202,
    errors: [409, 410],
    input: z.object({ id, deliveryId: id }),
    output: Redelivery,
    run: redeliver,
  }),
  replay: post('/webhooks/:id/replay', {
    summary: 'Replay events',
    description:
      'Delivers the events of the log again, from an event or a time on, after the deliveries that wait. They keep their ids.',
    scope: 'webhooks:write',
    status: 202,
    errors: [409, 410],
    input: ReplayInput.extend({ id }),
    output: Redelivery,
    run: replay,
  }),
}
