import type { EventData, StoredEventType } from '../../../shared/event.ts'
import type { Row } from './rows.ts'

/** An event of the log as the stream gives it. `at` is its time in milliseconds. */
export type LogEvent<T extends StoredEventType = StoredEventType> = {
  [Type in T]: { type: Type; data: EventData<Type>; at: number; id: string }
}[T]

/** As much of a message as a row shows. */
const shownCharacters = 200

const shown = (text: string) => [...text].slice(0, shownCharacters).join('')

/** The conversation that an event is of; undefined where it is of none. */
export function conversationOf(event: LogEvent): string | undefined {
  if (event.type === 'conversation.changed') return event.data.id
  if (event.type === 'callback.updated') return event.data.callback.conversationId ?? undefined
  return ('conversationId' in event.data && event.data.conversationId) || undefined
}

/**
 * A conversation's row after an event, as far as the event tells it.
 * @param row undefined where this dashboard does not have it: only a conversation that begins can then be told
 * @param me the email of the person: their own replies are not unread to them
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
    case 'handover.ended':
      return { ...row, status: 'bot', assignedTo: null, assignedName: null, waitingSince: null }
    case 'conversation.assigned':
      return assigned(row, event)
    case 'conversation.closed':
      return { ...row, status: 'closed', waitingSince: null }
    case 'conversation.summarized':
      return { ...row, summary: event.data.summary, intent: event.data.intent }
    case 'conversation.completed':
      return { ...row, summary: event.data.summary, intent: event.data.labels.intent, labels: event.data.tags }
    case 'lead.captured':
      // What somebody typed beside the email of a contact is not the contact's.
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
      return { ...row, callback: event.data.callback.status }
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
    attributes: {},
    labels: [],
    externalId: null,
    metadata: null,
    spam: false,
    unread: first !== null,
    lastMessage: first === null ? null : shown(first),
    lastRole: first === null ? null : 'user',
  }
}

function received(row: Row, { data, at }: LogEvent<'message.received'>): Row {
  return {
    ...row,
    lastAt: at,
    lastMessage: shown(data.text),
    lastRole: 'user',
    firstMessage: row.firstMessage ?? data.text,
    messageCount: row.messageCount + 1,
    unread: true,
    // Whoever has it sees it; where nobody has it, the visitor waits from now on.
    waitingSince: row.status === 'live' && row.assignedTo === null ? (row.waitingSince ?? at) : row.waitingSince,
  }
}

function sent(row: Row, { data, at }: LogEvent<'message.sent'>, me: string): Row {
  const { author, messages, text, replaces = [] } = data
  const counted = { ...row, lastAt: at, messageCount: row.messageCount + messages.length - replaces.length }
  // Lines that only say what happened are no message of anybody.
  if (messages.every(({ role }) => role === 'system')) return counted
  const next: Row = { ...counted, lastMessage: shown(text), lastRole: 'agent' }
  if (!author) return next
  const isOwned = row.status === 'live' && row.assignedTo !== null
  const owner = isOwned ? {} : { assignedTo: author.id, assignedName: author.name }
  return { ...next, ...owner, status: 'live', waitingSince: null, unread: author.id === me ? false : row.unread }
}

/** Whether an assignment leaves open what became of the status, or of the wait: whoever is given it may not be there. */
export const isUnsure = (row: Row, { data }: LogEvent<'conversation.assigned'>): boolean =>
  row.status !== 'live' || data.assignedTo === null || data.assignedTo !== data.by

function assigned(row: Row, { data, at }: LogEvent<'conversation.assigned'>): Row {
  const { assignedTo, name, by } = data
  // Who gave it to themselves took it over; who gave it to another left it as it was.
  const status = assignedTo !== null && assignedTo === by ? 'live' : row.status
  const waits = assignedTo === null && status === 'live'
  return { ...row, status, assignedTo, assignedName: name, waitingSince: waits ? (row.waitingSince ?? at) : null }
}
