import type { StoredEventType } from '../../../shared/event.ts'
import { answerAfter } from './answer-events.ts'
import { type Cache, changeAnswer, countsIn, findAnswer, findRows, showRows } from './cache.ts'
import { noteMoved } from './counts-read.ts'
import { keys } from './keys.ts'
import { endWriting } from './moments.ts'
import { shownAs, toldOf } from './pending-acts.ts'
import { conversationOf, isUnsure, type LogEvent, rowAfter } from './row-events.ts'
import type { Row } from './rows.ts'

/** What an event does not tell itself is asked for again; each soon, and once for however many events. */
export type Again = {
  /** A conversation's row, and the conversation where it is shown. */
  row(id: string): void
  /** An event of a conversation was applied: what is being read of it may be from before, and is read once more. */
  changed(id: string): void
  /** A conversation, where it is shown. */
  conversation(id: string): void
  counts(): void
  /** Whatever is kept below a key. */
  query(key: readonly string[]): void
}

/** What moves a conversation in the lists: one that is not known has to be read. */
const moving = new Set<StoredEventType>([
  'message.received',
  'message.sent',
  'handover.requested',
  'handover.missed',
  'handover.ended',
  'conversation.assigned',
  'conversation.closed',
  'conversation.changed',
])

/** After these, a conversation that is shown has more to show than the event says. */
const telling = new Set<StoredEventType>([
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

/** After these, a contact that is shown has more to show: its notes, its details, its conversations. */
const ofContacts = new Set<StoredEventType>([
  'note.changed',
  'lead.captured',
  'lead.updated',
  'lead.changed',
  'contact-tag.changed',
])

/** After these, the list of what the knowledge does not cover has changed. */
const ofGaps = new Set<StoredEventType>(['knowledge.gap', 'gap.changed'])

/** Takes events of the log into what is kept: lists, counts, conversations. In their order, in one go. */
export function applyEvents(cache: Cache, again: Again, events: readonly LogEvent[]): void {
  const ids = new Set(events.flatMap((event) => conversationOf(event) ?? []))
  const before = new Map<string, Row | null>(findRows(cache, ids))
  const rows = new Map<string, Row>()
  const asOf = countsIn(cache)?.asOf ?? ''
  for (const event of events) {
    if (ofContacts.has(event.type)) again.query(keys.leads(cache.site))
    if (event.type.startsWith('callback.')) again.query(keys.callbacks(cache.site))
    if (ofGaps.has(event.type)) again.query(['site', cache.site, 'knowledge', 'gaps'])
    const id = conversationOf(event)
    if (id === undefined) {
      applyElsewhere(cache, again, event)
      continue
    }
    if (event.type === 'read.changed' && wroteSince(cache, event)) continue
    const shown = rows.get(id) ?? before.get(id) ?? undefined
    const row = shown && toldOf(cache.client, shown)
    const after = rowAfter(row, event, cache.me)
    if (after) noteMoved(cache, { event: event.id, before: row ?? null, after })
    // What was counted already moves no count.
    if (after && event.id <= asOf) before.set(id, after)
    else if (!row && after) before.set(id, null)
    if (after && after !== row) rows.set(id, shownAs(cache.client, { ...after, site: cache.site }))
    again.changed(id)
    askAfter(again, event, id, row ?? after)
    changeAnswer(cache, id, (answer) => answerAfter(answer, event))
    settleWriting(event, id)
  }
  if (rows.size > 0) showRows(cache, rows, before)
}

/** Whether the visitor is known to have written after the message up to which was read. */
function wroteSince(cache: Cache, { data }: LogEvent<'read.changed'>): boolean {
  const messages = findAnswer(cache, data.conversationId)?.messages ?? []
  const at = messages.findIndex(({ id }) => id === data.messageId)
  return at >= 0 && messages.slice(at + 1).some(({ role }) => role === 'user')
}

function askAfter(again: Again, event: LogEvent, id: string, row: Row | undefined): void {
  const { type } = event
  const isTold = type !== 'conversation.changed' && !(type === 'conversation.assigned' && row && isUnsure(row, event))
  if (moving.has(type) && (!row || !isTold)) again.row(id)
  if (moving.has(type) && !row) again.counts()
  if (telling.has(type)) again.conversation(id)
}

function settleWriting(event: LogEvent, id: string): void {
  if (event.type === 'message.received') endWriting(id, 'visitor')
  if (event.type === 'message.sent') endWriting(id, event.data.author ? 'team' : 'assistant')
}

function applyElsewhere({ site }: Cache, again: Again, { type }: LogEvent): void {
  switch (type) {
    case 'label.changed':
      again.query(keys.labels(site))
      again.query(keys.counts(site))
      break
    case 'canned-reply.changed':
      again.query(keys.canned(site))
      break
    case 'settings.changed':
      again.query(keys.settings(site))
      again.query(keys.telegram(site))
      again.query(keys.status(site))
      break
    case 'account.changed':
      again.query(keys.status(site))
      again.query(['accounts'])
      again.query(['me'])
      break
    case 'facts.changed':
    case 'file.changed':
    case 'knowledge.file.processed':
    case 'knowledge.crawl.finished':
      again.query(['site', site, 'knowledge'])
      break
    case 'model.changed':
      again.query(keys.models(site))
      break
    case 'prompt.changed':
      again.query(['site', site, 'prompt'])
      break
    case 'key.changed':
      again.query(['site', site, 'keys'])
  }
}
