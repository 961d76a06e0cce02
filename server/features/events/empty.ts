import type { EventType } from '../../../shared/event.ts'
import type { Tx } from '../../core/context.ts'

const page = { url: null, title: null, referrer: null, utm: null }

/** What stands in an event instead of what was said, and of who said it. Of the contact, that stays, its details stay. */
const emptied: Partial<Record<EventType, Record<string, unknown>>> = {
  'conversation.started': { page, form: null, firstMessage: null, data: null },
  'message.received': { text: '', action: null },
  'message.sent': { text: '', messages: [] },
  'lead.captured': { message: null },
  'callback.requested': { name: null, email: null, phone: null, message: null },
  'handover.requested': { reason: null, page },
  'conversation.completed': {
    page,
    summary: null,
    labels: { intent: null, sentiment: null, leadQuality: null, outcome: null, topics: [] },
    attributes: {},
    unanswered: [],
    followUp: null,
    lead: null,
    data: {},
    user: null,
    transcript: [],
  },
  'conversation.summarized': { summary: '', intent: '', topics: [], unanswered: [], followUp: '' },
}

/** What a visitor typed beside the email of a contact is their chat's, not the contact's. */
const emptiedClaim = { name: null, email: null, phone: null, fields: {}, message: null }

const emptiedCallback = { name: null, email: null, phone: null, reason: null, note: null, pageUrl: null }

/**
 * Takes the words of a conversation that was deleted out of the log. Its events stay, with their ids and times, so that
 * readers miss none. Called after the deletion, for which everybody who still told of the conversation was waited.
 */
export async function emptyEvents({ sql, site }: Tx, conversationId: string): Promise<void> {
  await sql`
    update events set data = data || (${sql.json(emptied as never)}::jsonb -> type)
    where data ? 'conversationId' and data ->> 'conversationId' = ${conversationId} and site = ${site.id}
      and type = any(${Object.keys(emptied)}::text[])`
  await sql`
    update events set data = data || ${sql.json(emptiedClaim)}
    where data ? 'conversationId' and data ->> 'conversationId' = ${conversationId} and site = ${site.id}
      and type = 'lead.captured' and data ->> 'verified' = 'false'`
  await sql`
    update events set data = jsonb_set(data, '{callback}', (data -> 'callback') || ${sql.json(emptiedCallback)})
    where type = 'callback.updated' and data -> 'callback' ->> 'conversationId' = ${conversationId} and site = ${site.id}`
}

/** Takes the words of one callback out of the log, as of all of a conversation above. */
export async function emptyCallbackEvents(
  { sql, site }: Tx,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<void> {
  await sql`
    update events set data = data || (${sql.json(emptied as never)}::jsonb -> type)
    where data ? 'conversationId' and data ->> 'conversationId' = ${conversationId} and site = ${site.id}
      and type = 'callback.requested' and data ->> 'callbackId' = ${id}`
  await sql`
    update events set data = jsonb_set(data, '{callback}', (data -> 'callback') || ${sql.json(emptiedCallback)})
    where type = 'callback.updated' and data -> 'callback' ->> 'conversationId' = ${conversationId} and site = ${site.id}
      and data -> 'callback' ->> 'id' = ${id}`
}

const emptiedContact = { name: null, email: null, phone: null, company: null, address: null, fields: null, notes: null }

/** Takes what the log says of a contact that was deleted out of it. */
export async function emptyLeadEvents({ sql, site }: Tx, leadId: string): Promise<void> {
  const captured = { name: null, email: null, phone: null, fields: {}, message: null }
  const updated = { ...emptiedContact, attributes: {}, tags: [] }
  await sql`
    update events set data = case type
      when 'lead.captured' then data || ${sql.json(captured)}
      else jsonb_set(data, '{lead}', (data -> 'lead') || ${sql.json(updated)}) end
    where type in ('lead.captured', 'lead.updated') and data ->> 'leadId' = ${leadId} and site = ${site.id}`
}
