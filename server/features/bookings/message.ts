import type { MessageContent } from '../../../shared/message.ts'
import type { Tx } from '../../core/context.ts'
import { zonedTime } from '../../core/time.ts'
import { bookingPhrases } from '../../language/booking.ts'
import { addMessages, ofAssistant } from '../conversations/add-messages.ts'
import { lockConversation, updateConversation } from '../conversations/conversation.ts'
import { type AppointmentRow, toVisitor, zoneOf } from './appointment.ts'

type What = 'booked' | 'moved' | 'changed' | 'cancelled'

/**
 * Shows a visitor their appointment in the conversation in which they booked it: as a card, whose text is also read in
 * emails, transcripts and on Telegram.
 */
export async function showInChat(tx: Tx, row: AppointmentRow, what: What): Promise<void> {
  if (row.conversation_id === null || row.source !== 'chat') return
  const conversation = await lockConversation(tx, row.conversation_id)
  if (!conversation || conversation.ended_at !== null) return
  const { changes } = await addMessages(tx, conversation, [ofAssistant(cardOf(tx, row, conversation.locale, what))])
  await updateConversation(tx.sql, conversation.id, changes)
}

function cardOf(tx: Tx, row: AppointmentRow, locale: string | null, what: What): MessageContent {
  const { assistant } = tx.site.settings
  const words = bookingPhrases(locale, assistant.locale)
  const timezone = row.attendee_timezone ?? zoneOf(tx)
  const when = timeWords(row.starts_at, timezone, row.attendee_locale ?? locale ?? assistant.locale)
  const lines = [`${words[what]} ${row.title}`, `${when} (${timezone})`, row.location ?? '']
  return {
    ...{
      type: 'card',
      title: lines[0] as string,
      body: lines
        .slice(1)
        .filter((line) => line !== '')
        .join('\n'),
    },
    text: lines.filter((line) => line !== '').join('\n'),
    appointment: toVisitor(tx, row),
  }
}

/** A time as people of this language write it, in a zone. */
export function timeWords(at: number, timezone: string, locale: string): string {
  const { timeZoneId } = zonedTime(timezone, at)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: timeZoneId }).format(at)
}
