import { defineConsumer } from '../../../core/consumers.ts'
import { occasionOf } from './occasion.ts'
import { sendTask } from './send.ts'

const minute = 60_000

/** Has what happens told to browsers that have no window open. What is older is known by then, or no matter. */
export const pushConsumer = defineConsumer({
  name: 'push',
  types: new Set(['handover.requested', 'handover.missed', 'conversation.assigned', 'note.changed']),
  maxAge: 5 * minute,
  async isWanted({ database: { sql } }) {
    const [known] = await sql`select from push_subscriptions limit 1`
    return known !== undefined
  },
  async run(tx, events) {
    for (const event of events) {
      // A note that names nobody is told to nobody.
      const isTold = event.type !== 'note.changed' || (event.data as { mentions: string[] }).mentions.length > 0
      if (isTold) await tx.enqueue(sendTask, occasionOf(event))
    }
  },
})
