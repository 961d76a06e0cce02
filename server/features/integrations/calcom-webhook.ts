import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { CalcomWebhook } from '../../../shared/integration.ts'
import type { Context, Services } from '../../core/context.ts'
import { jsonIn } from '../../core/json.ts'
import { ProviderId } from '../../core/provider-answer.ts'
import { defineTask } from '../../core/queue.ts'
import { sameText } from '../../core/seal.ts'
import { systemContext } from '../../core/transaction.ts'

/** The triggers that the owner selects at Cal.com. All others are accepted too. */
const triggers = ['BOOKING_CREATED', 'BOOKING_RESCHEDULED', 'BOOKING_CANCELLED']

/** Reads a booking again and applies what changed. Hints about the same booking become one task. */
export const readBookingTask = defineTask('calcom.readBooking', z.object({ uid: z.string() }), {
  serialBy: ({ uid }) => uid,
  target: () => 'calcom',
})

/** Derived from the deployment's secret and not stored. */
const secretOf = ({ seal }: Pick<Services, 'seal'>, site: string): string => seal.hash('calcom webhook', site)

/** What the owner enters at Cal.com, so that changes there are read at once. */
export async function getCalcomWebhook({ services, site }: Context): Promise<CalcomWebhook> {
  const url = `${services.config.baseUrl}/inbound/calcom/${encodeURIComponent(site.id)}`
  return { url, secret: secretOf(services, site.id), triggers }
}

/**
 * Whether a request comes from the webhook of the site: its header is the hex HMAC-SHA-256 of the exact body. Without a
 * secret, Cal.com sends the text `no-secret-provided`.
 */
export function isSignedByCalcom(services: Services, site: string, body: Uint8Array, signature: string): boolean {
  return sameText(signature.trim().toLowerCase(), calcomSignature(secretOf(services, site), body))
}

/** Lower-case hex of the HMAC-SHA-256 of the exact body. The key is the secret as text. */
export const calcomSignature = (secret: string, body: string | Uint8Array): string =>
  createHmac('sha256', secret).update(body).digest('hex')

const Hint = z.object({ payload: z.object({ uid: ProviderId, rescheduleUid: ProviderId.nullish() }) })

/**
 * Takes what a webhook says as a hint to read its booking again: it has no time and no id, so it may be late, repeated or
 * in another order. A test has no booking, and is accepted too.
 */
export async function receiveFromCalcom(services: Services, siteId: string, body: Uint8Array): Promise<void> {
  const site = await services.sites.find(siteId)
  const { data } = Hint.safeParse(jsonIn(Buffer.from(body).toString('utf8')))
  if (!site || !data) return
  const { uid } = data.payload
  await systemContext(services, site).tx((tx) => tx.enqueue(readBookingTask, { uid }, { name: uid, hurry: true }))
}
