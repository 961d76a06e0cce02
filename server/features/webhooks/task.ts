import { z } from 'zod'
import { defineTask } from '../../core/queue.ts'

/**
 * Delivers one event to one endpoint. The deliveries of an endpoint run one at a time, in the order of the log.
 * `again`: somebody asked for it, so it is also delivered if it is older than the endpoint.
 */
export const deliverTask = defineTask(
  'webhook.deliver',
  z.object({ webhookId: z.string(), seq: z.int(), again: z.boolean().default(false) }),
  { serialBy: ({ webhookId }) => webhookId, target: ({ webhookId }) => webhookId },
)
