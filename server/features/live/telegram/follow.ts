import { defineConsumer } from '../../../core/consumers.ts'
import type { Services } from '../../../core/context.ts'
import { conversationTask } from './sync.ts'

const day = 86_400_000

/** Updates the team's chat for each conversation in which something happens. */
export const telegramConsumer = defineConsumer({
  name: 'telegram',
  types: new Set([
    'message.received',
    'message.sent',
    'handover.requested',
    'handover.missed',
    'handover.ended',
    'conversation.assigned',
    'conversation.closed',
    'conversation.changed',
  ]),
  maxAge: day,
  // Emitted when a chat is linked or the bot is disconnected.
  wanted: { changedBy: new Set(['settings.changed']), read: hasLinkedChat },
  async run(tx, events) {
    const ids = [
      ...new Set(events.map(({ type, data }) => (type === 'conversation.changed' ? data.id : data.conversationId))),
    ]
    // Whether the team's chat shows the conversation, or should.
    const shown = await tx.sql<{ id: string }[]>`
      select id from conversations where id = any(${ids}::text[])
        and (status = 'live' or exists (select from telegram_threads where conversation_id = conversations.id))
      order by array_position(${ids}::text[], id)`
    for (const { id } of shown) await tx.enqueue(conversationTask, { conversationId: id }, { name: id })
  },
})

async function hasLinkedChat({ database: { sql } }: Services, site: string): Promise<boolean> {
  const [linked] = await sql`select from telegram where site = ${site} and chat_id is not null and token is not null`
  return linked !== undefined
}
