import { z } from 'zod'
import { defineTask } from '../../core/queue.ts'

/** How many events one task names at most when it is enqueued. */
export const maxListed = 200

/**
 * Delivers events to one endpoint: `seq`, and after it `more`. The deliveries of an endpoint run one at a time, in the
 * order of the log. `again`: somebody asked for them, so they are also delivered if they are older than the endpoint.
 */
export const deliverTask = defineTask(
  'webhook.deliver',
  z.object({
    webhookId: z.string(),
    seq: z.int(),
    more: z
      .array(z.int())
      .max(10 * maxListed)
      .default([]),
    again: z.boolean().default(false),
  }),
  { serialBy: ({ webhookId }) => webhookId, target: ({ webhookId }) => webhookId },
)

export type Delivery = z.infer<typeof deliverTask.data>

/** The task for these events, which are in the order of the log. Undefined without events. */
export function deliveryOf(webhookId: string, seqs: readonly number[], again: boolean): Delivery | undefined {
  const [seq, ...more] = seqs
  return seq === undefined ? undefined : { webhookId, seq, more, again }
}
