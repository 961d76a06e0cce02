import type { EventData, StoredEventType } from '../../../shared/event.ts'
import type { Row } from './rows.ts'

/** An event of the log as in the stream. `at` is its time in milliseconds. */
export type LogEvent<T extends StoredEventType = StoredEventType> = {
  [Type in T]: { type: Type; data: EventData<Type>; at: number; id: string }
}[T]

/** The fields of a message that a row shows. */
const shownCharacters = 200

const shown = (text: string) => [...text].slice(0, shownCharacters).join('')

/** The conversation of an event; undefined if it has none. */
export function conversationOf(event: LogEvent): string | undefined {
  if (event.type === 'conversation.changed') return event.data.id
  if (event.type === 'callback.updated') return event.data.callback.conversationId ?? undefined
  return ('conversationId' in event.data && event.data.conversationId) || undefined
}

/**
 * A conversation's row after an event, as far as the event contains the changes.
 * @param row undefined if this dashboard does not have it: then only a new conversation can be shown
 * @param me the person's email, because their own replies are not unread
 */
export function rowAfter(row: Row | undefined, event: LogEvent, me: string): Row | undefined {
  if (event.type === 'conversation.started') return row ?? startedRow(event)
  if (!row) return undefined
  switch (event.type) {
    case 'message.received':
      return received(row, event)
    case 'message.sent':
      return sent(row, event, me)
    case 'handover.requested':
      return { ...row, status: 'live', assignedTo: null, assignedName: null, waitingSince: event.at }
    case 'handover.missed':
      return { ...row, status: 'bot', assignedTo: null, assignedName: null, waitingSince: null, missedAt: event.at }
    case 'handover.ended':
      return { ...row, status: 'bot', assignedTo: null, assignedName: null, waitingSince: null }
    case 'conversation.assigned':
      return assigned(row, event)
    case 'conversation.closed':
      return {
        ...row,
        status: 'closed',
        snoozed: null,
        waitingSince: null,
        missedAt: event.data.reason === 'team' ? null : row.missedAt,
      }
    case 'conversation.unsnoozed':
      return { ...row, snoozed: null, lastAt: event.at }
    case 'conversation.summarized':
      return { ...row, summary: event.data.summary, intent: event.data.intent }
    case 'conversation.completed':
      return { ...row, summary: event.data.summary, intent: event.data.labels.intent, labels: event.data.tags }
    case 'lead.captured':
      // What a visitor entered beside a contact's email is not the contact's.
      if (!event.data.verified) return row
      return {
        ...row,
        ...given({ leadName: event.data.name, leadEmail: event.data.email, leadPhone: event.data.phone }),
        leadVerified: true,
      }
    case 'lead.updated': {
      const { name, email, phone, status } = event.data.lead
      return { ...row, leadName: name, leadEmail: email, leadPhone: phone, leadStatus: status }
    }
    case 'read.changed':
      return row.unread && !event.data.unread ? { ...row, unread: false } : row
    case 'callback.requested':
      return { ...row, callback: 'open' }
    case 'callback.updated':
      return {
        ...row,
        callback: event.data.callback.status,
        missedAt: event.data.callback.status === 'open' ? row.missedAt : null,
      }
    default:
      return row
  }
}

const given = (fields: Partial<Row>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<Row>

function startedRow({ data, at }: LogEvent<'conversation.started'>): Row {
  const first = data.firstMessage
  const unknown = {
    leadName: null,
    leadEmail: null,
    leadPhone: null,
    leadStatus: null,
    leadVerified: null,
    callback: null,
  }
  return {
    ...unknown,
    id: data.conversationId,
    site: '',
    startedAt: at,
    lastAt: at,
    pageUrl: data.page.url,
    country: data.country,
    firstMessage: first,
    messageCount: 0,
    summary: null,
    intent: null,
    status: 'bot',
    assignedTo: null,
    assignedName: null,
    waitingSince: null,
    visitorPresence: null,
    missedAt: null,
    replyEmail: null,
    snoozed: null,
    attributes: {},
    labels: [],
    externalId: null,
    metadata: null,
    spam: false,
    unread: first !== null,
    lastMessage: first === null ? null : shown(first),
    lastVisitorMessage: first === null ? null : shown(first),
    lastRole: first === null ? null : 'user',
    lastAuthor: null,
    match: null,
  }
}

function received(row: Row, { data, at }: LogEvent<'message.received'>): Row {
  return {
    ...row,
    lastAt: at,
    snoozed: null,
    lastMessage: shown(data.text),
    lastVisitorMessage: data.action?.id === 'person' ? row.lastVisitorMessage : shown(data.text),
    lastRole: 'user',
    lastAuthor: null,
    firstMessage: row.firstMessage ?? data.text,
    messageCount: row.messageCount + 1,
    unread: true,
    // The assignee has read it. If nobody is assigned, the visitor waits from now on.
    waitingSince: row.status === 'live' && row.assignedTo === null ? (row.waitingSince ?? at) : row.waitingSince,
  }
}

function sent(row: Row, { data, at }: LogEvent<'message.sent'>, me: string): Row {
  const { author, messages, text, replaces = [] } = data
  const counted = { ...row, lastAt: at, messageCount: row.messageCount + messages.length - replaces.length }
  // System messages do not count as messages.
  if (messages.every(({ role }) => role === 'system')) return counted
  const next: Row = {
    ...counted,
    lastMessage: shown(lastText(messages, text)),
    lastRole: 'agent',
    lastAuthor: author ?? null,
  }
  if (!author) return next
  const isOwned = row.status === 'live' && row.assignedTo !== null
  const owner = isOwned ? {} : { assignedTo: author.id, assignedName: author.name }
  return {
    ...next,
    ...owner,
    status: 'live',
    waitingSince: null,
    missedAt: null,
    unread: author.id === me ? false : row.unread,
  }
}

/**
 * The text of the last message that is not by the system, which the server shows after a reload.
 * @param text all messages as plain text, separated by empty lines
 */
function lastText(messages: EventData<'message.sent'>['messages'], text: string): string {
  const last = messages.findLast(({ role }) => role !== 'system')
  if (messages.length === 1 || !last) return text
  return 'text' in last && last.text !== undefined ? last.text : text.slice(text.lastIndexOf('\n\n') + 2)
}

/** Whether an assignment does not determine the status or the wait, because the assignee may be absent. */
export const isUnsure = (row: Row, { data }: LogEvent<'conversation.assigned'>): boolean =>
  row.status !== 'live' || data.assignedTo === null || data.assignedTo !== data.by

function assigned(row: Row, { data, at }: LogEvent<'conversation.assigned'>): Row {
  const { assignedTo, name, by } = data
  // Assigning to oneself is a takeover. Assigning to somebody else leaves the status unchanged.
  const isTaken = assignedTo !== null && assignedTo === by
  const status = isTaken ? 'live' : row.status
  const waits = assignedTo === null && status === 'live'
  return {
    ...row,
    status,
    assignedTo,
    assignedName: name,
    waitingSince: waits ? (row.waitingSince ?? at) : null,
    missedAt: isTaken ? null : row.missedAt,
  }
}
