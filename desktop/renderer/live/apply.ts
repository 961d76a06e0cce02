import type { StoredEventType } from '../../../shared/event.ts'
import type { ConversationCounts } from '../../../shared/inbox.ts'
import { answerAfter } from './answer-events.ts'
import { type Cache, changeAnswer, findAnswer, findRows, showRows } from './cache.ts'
import { endWriting } from './ephemeral.ts'
import { keys } from './keys.ts'
import { serverRowOf, shownAs } from './pending-acts.ts'
import { conversationOf, isUnsure, type LogEvent, rowAfter } from './row-events.ts'
import type { Row } from './rows.ts'

/** Requests what an event does not contain. Requests are delayed a little, and combined. */
export type Refetch = {
  /** A conversation's row, and the conversation if it is shown. */
  row(id: string): void
  /**
   * An event of a conversation was applied. If the conversation is being fetched, the answer may be older, so it is
   * fetched again.
   */
  changed(id: string): void
  /** A conversation, if it is shown. */
  conversation(id: string): void
  /** The number of conversations in each list. */
  counts(): void
  /** Everything cached below a key. */
  query(key: readonly string[]): void
}

/** These move a conversation in the lists, so an unknown one must be fetched. */
const moving = new Set<StoredEventType>([
  'message.received',
  'message.sent',
  'handover.requested',
  'handover.missed',
  'handover.ended',
  'conversation.assigned',
  'conversation.closed',
  'conversation.unsnoozed',
  'conversation.changed',
])

/** After these, a shown conversation has changes that the event does not contain. */
const incomplete = new Set<StoredEventType>([
  ...[...moving].filter((type) => type !== 'message.received' && type !== 'message.sent'),
  'note.changed',
  'message.changed',
  'lead.captured',
  'lead.updated',
  'callback.requested',
  'callback.updated',
  'conversation.summarized',
  'conversation.completed',
  'conversation.ended',
])

/** After these, a shown contact has changes: notes, details, conversations. */
const ofContacts = new Set<StoredEventType>([
  'note.changed',
  'lead.captured',
  'lead.updated',
  'lead.changed',
  'contact-tag.changed',
])

/** After these, the list of knowledge gaps has changed. */
const ofGaps = new Set<StoredEventType>(['knowledge.gap', 'gap.changed'])

/** Applies events of the log to the cache: lists, counts and conversations. In order, all at once. */
export function applyEvents(cache: Cache, refetch: Refetch, events: readonly LogEvent[]): void {
  const ids = new Set(events.flatMap((event) => conversationOf(event) ?? []))
  const before = findRows(cache, ids)
  const rows = new Map<string, Row>()
  for (const event of events) {
    if (ofContacts.has(event.type)) refetch.query(keys.leads(cache.site))
    if (event.type.startsWith('job.') || event.type === 'pipeline.changed') refetch.query(keys.jobs(cache.site))
    if (event.type.startsWith('appointment.') || event.type === 'calendar.synced') {
      refetch.query(keys.appointments(cache.site))
      refetch.query(keys.bookings(cache.site))
    }
    if (event.type.startsWith('callback.')) refetch.query(keys.callbacks(cache.site))
    if (event.type === 'note.changed' && mentions(event, cache.me)) {
      refetch.query(keys.list(cache.site, 'mentions'))
      refetch.counts()
    }
    if (event.type === 'read.changed' && countsOf(cache)?.mentions) refetch.counts()
    if (ofGaps.has(event.type)) refetch.query(['site', cache.site, 'knowledge', 'gaps'])
    const id = conversationOf(event)
    if (id === undefined) {
      applyElsewhere(cache, refetch, event)
      continue
    }
    if (event.type === 'read.changed' && wroteSince(cache, event)) continue
    const shown = rows.get(id) ?? before.get(id)
    const row = shown && serverRowOf(cache.client, shown)
    const after = rowAfter(row, event, cache.me)
    if (after && after !== row) rows.set(id, shownAs(cache.client, { ...after, site: cache.site }))
    refetch.changed(id)
    if (mayCount(event, row, after)) refetch.counts()
    askAfter(refetch, event, id, row ?? after)
    changeAnswer(cache, id, (answer) => answerAfter(answer, event))
    settleWriting(event, id)
  }
  if (rows.size > 0) showRows(cache, rows)
}

/** Events of earlier versions may lack the field. */
const mentions = ({ data }: LogEvent<'note.changed'>, me: string): boolean => data.mentions?.includes(me) ?? false

const countsOf = ({ client, site }: Cache) => client.getQueryData<ConversationCounts>(keys.counts(site))

/** Whether the visitor is known to have written after the last read message. */
function wroteSince(cache: Cache, { data }: LogEvent<'read.changed'>): boolean {
  const messages = findAnswer(cache, data.conversationId)?.messages ?? []
  const at = messages.findIndex(({ id }) => id === data.messageId)
  return at >= 0 && messages.slice(at + 1).some(({ role }) => role === 'user')
}

/**
 * Whether an event may change the counts of lists. Most messages of visitors and the assistant do not. If one may, the
 * cached row does not decide: it may have been fetched after the event, but the counts before.
 */
function mayCount({ type, data }: LogEvent, before: Row | undefined, after: Row | undefined): boolean {
  if (!before) return moving.has(type) || after !== undefined
  if (after && countedBy(before) !== countedBy(after)) return true
  if (type === 'message.received') return before.status !== 'bot' && before.assignedTo === null
  if (type === 'message.sent') return data.author !== undefined
  return moving.has(type)
}

/** The fields that decide in which lists a conversation is. */
const countedBy = ({ status, assignedTo, waitingSince, snoozed, spam, labels }: Row) =>
  JSON.stringify([status, assignedTo, waitingSince === null, snoozed === null, spam, labels.map(({ id }) => id)])

function askAfter(refetch: Refetch, event: LogEvent, id: string, row: Row | undefined): void {
  const { type } = event
  const isTold = type !== 'conversation.changed' && !(type === 'conversation.assigned' && row && isUnsure(row, event))
  if (moving.has(type) && (!row || !isTold)) refetch.row(id)
  if (incomplete.has(type)) refetch.conversation(id)
}

function settleWriting(event: LogEvent, id: string): void {
  if (event.type === 'message.received') endWriting(id, 'visitor')
  if (event.type === 'message.sent') endWriting(id, event.data.author ? 'team' : 'assistant')
}

function applyElsewhere({ site }: Cache, refetch: Refetch, { type }: LogEvent): void {
  switch (type) {
    case 'label.changed':
      refetch.query(keys.labels(site))
      refetch.query(keys.counts(site))
      break
    case 'view.changed':
      refetch.query(keys.views(site))
      break
    case 'canned-reply.changed':
      refetch.query(keys.canned(site))
      break
    case 'settings.changed':
      refetch.query(keys.settings(site))
      refetch.query(keys.bookings(site))
      refetch.query(keys.telegram(site))
      refetch.query(keys.status(site))
      // It says which features are on.
      refetch.query(['me'])
      break
    case 'account.changed':
      refetch.query(keys.status(site))
      refetch.query(['accounts'])
      refetch.query(['me'])
      break
    case 'facts.changed':
    case 'file.changed':
    case 'knowledge.file.processed':
    case 'knowledge.crawl.finished':
      refetch.query(['site', site, 'knowledge'])
      break
    case 'model.changed':
      refetch.query(keys.models(site))
      break
    case 'email.changed':
      refetch.query(keys.email(site))
      break
    case 'integration.changed':
      refetch.query(keys.integrations(site))
      refetch.query(keys.bookings(site))
      break
    case 'webhook.changed':
      refetch.query(keys.webhooks(site))
      break
    case 'prompt.changed':
      refetch.query(keys.prompt(site))
      break
    case 'tool.changed':
      refetch.query(keys.tools(site))
      break
    case 'key.changed':
      refetch.query(['site', site, 'keys'])
  }
}
