import type { ConversationAnswer } from '../../../shared/conversation.ts'
import type { StoredMessage } from '../../../shared/message.ts'
import type { LogEvent } from './row-events.ts'
import type { Row } from './rows.ts'

const unseen = { feedback: null, clientMessageId: null, deliveredAt: null, seenAt: null }

/**
 * A conversation's messages after an event, as far as the event contains them. The server may know more about them (ids
 * of traces, when they were seen), which is fetched where it is shown.
 */
export function answerAfter(answer: ConversationAnswer, event: LogEvent): ConversationAnswer {
  switch (event.type) {
    case 'message.received': {
      const { messageId, text, action, file } = event.data
      const message = { ...unseen, id: messageId, ts: event.at, role: 'user' as const, type: 'text' as const, text }
      return withMessages(answer, [{ ...message, payload: action, author: null, ...(file && { file }) }])
    }
    case 'message.sent': {
      const { messages, author = null, replaces } = event.data
      return withMessages(
        replaces ? without(answer, replaces) : answer,
        messages.map((message) => ({ ...unseen, ...message, payload: null, author })),
      )
    }
    case 'feedback.received': {
      const { messageId, rating } = event.data
      const feedback = rating === 'up' ? 1 : rating === 'down' ? -1 : null
      const rate = (one: StoredMessage) => (one.id === messageId ? { ...one, feedback } : one)
      return { ...answer, messages: answer.messages.map(rate) as StoredMessage[] }
    }
    default:
      return answer
  }
}

function without(answer: ConversationAnswer, ids: string[]): ConversationAnswer {
  return { ...answer, messages: answer.messages.filter(({ id }) => !ids.includes(id)) }
}

/** Adds messages, without duplicates. */
export function withMessages(answer: ConversationAnswer, messages: StoredMessage[]): ConversationAnswer {
  const known = new Set(answer.messages.map(({ id }) => id))
  const added = messages.filter(({ id }) => !known.has(id))
  return added.length > 0 ? { ...answer, messages: [...answer.messages, ...added] } : answer
}

/** The fields that a conversation shares with its row. An update of one is shown in the other. */
export type Shared = Pick<
  Row,
  'status' | 'assignedTo' | 'assignedName' | 'waitingSince' | 'snoozed' | 'spam' | 'leadVerified'
>

/** A conversation with its row's fields. */
export function withShared(answer: ConversationAnswer, row: Partial<Shared>): ConversationAnswer {
  const { status, assignedTo, assignedName, waitingSince, snoozed, spam, leadVerified } = row
  const change = {
    ...(status !== undefined && { status }),
    ...(assignedTo !== undefined && { assigned_to: assignedTo }),
    ...(assignedName !== undefined && { assigned_name: assignedName }),
    ...(waitingSince !== undefined && { waiting_since: waitingSince }),
    ...(snoozed !== undefined && { snoozed }),
    ...(spam !== undefined && { spam }),
    ...(leadVerified !== undefined && { lead_verified: leadVerified }),
  }
  const { conversation } = answer
  const isSame = Object.entries(change).every(([name, value]) => conversation[name as keyof typeof change] === value)
  return isSame ? answer : { ...answer, conversation: { ...conversation, ...change } }
}

/** Whether a message is the button for a person, which says nothing of what the visitor wants. */
const asksForPerson = (payload: StoredMessage['payload']): boolean =>
  (payload?.action as { id?: string } | undefined)?.id === 'person'

/** The row of a completely fetched conversation. It does not contain `unread`, which is taken from the row. */
export function rowOf({ conversation, lead, callbacks, labels, messages }: ConversationAnswer, before?: Row): Row {
  const last = messages.findLast(({ role }) => role !== 'system')
  const text = last && ('text' in last ? last.text : undefined)
  const theirs = messages.findLast(({ role, payload }) => role === 'user' && !asksForPerson(payload))
  return {
    id: conversation.id,
    site: conversation.site_id,
    startedAt: conversation.started_at,
    lastAt: conversation.last_at,
    pageUrl: conversation.page_url,
    country: conversation.country,
    firstMessage: conversation.first_message,
    messageCount: conversation.message_count,
    summary: conversation.summary,
    intent: conversation.intent,
    leadName: lead?.name ?? null,
    leadEmail: lead?.email ?? null,
    leadPhone: lead?.phone ?? null,
    leadStatus: lead?.status ?? null,
    leadVerified: conversation.lead_verified,
    callback: callbacks.at(-1)?.status ?? null,
    status: conversation.status,
    assignedTo: conversation.assigned_to,
    assignedName: conversation.assigned_name,
    waitingSince: conversation.waiting_since,
    visitorPresence: conversation.visitor_presence,
    missedAt: conversation.missed_at,
    replyEmail: conversation.reply_email,
    snoozed: conversation.snoozed,
    attributes: conversation.attributes,
    labels: labels.map(({ id, name, color }) => ({ id, name, color })),
    externalId: conversation.external_id,
    metadata: conversation.metadata,
    spam: conversation.spam,
    unread: before?.unread ?? last?.role === 'user',
    lastMessage: text?.slice(0, 200) ?? before?.lastMessage ?? null,
    lastVisitorMessage:
      (theirs && 'text' in theirs ? theirs.text?.slice(0, 200) : undefined) ?? before?.lastVisitorMessage ?? null,
    lastRole: last?.role ?? before?.lastRole ?? null,
    match: before?.match ?? null,
    lastAuthor: last ? last.author : (before?.lastAuthor ?? null),
  }
}
