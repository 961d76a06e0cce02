import type { PendingQuery, Row } from 'postgres'
import { z } from 'zod'
import type { AlertClass } from '../../../../shared/push.ts'
import type { EventOf } from '../../../core/consumers.ts'
import type { Context } from '../../../core/context.ts'
import { knownContactJson } from '../../contacts/leads/known.ts'
import { mentionsNow } from '../../conversations/notes.ts'

/** An event of a conversation to notify about. */
export const Occasion = z
  .object({
    conversationId: z.string().nullable(),
  })
  .and(
    z.discriminatedUnion('type', [
      z.object({ type: z.enum(['handover.requested', 'handover.missed']) }),
      z.object({
        type: z.literal('conversation.assigned'),
        assignedTo: z.string().nullable(),
        by: z.string().nullable(),
      }),
      z.object({
        type: z.literal('note.changed'),
        note: z.string(),
        leadId: z.string().nullable(),
        mentions: z.array(z.string()),
      }),
    ]),
  )
export type Occasion = z.infer<typeof Occasion>

/** The content and recipients of a notification. */
export type Notification = {
  class: AlertClass
  /** The recipients; null means everybody. */
  to: string[] | null
  conversation: string
  name: string | null
  text: string | null
}

type NotifiedType = 'handover.requested' | 'handover.missed' | 'conversation.assigned' | 'note.changed'

export function occasionOf({ type, data }: EventOf<NotifiedType>): Occasion {
  if (type === 'note.changed') return { ...data, type, note: data.id }
  const { conversationId } = data
  return type === 'conversation.assigned' ? { ...data, type } : { type, conversationId }
}

type Conversation = {
  id: string
  status: string
  assigned_to: string | null
  waiting_since: number | null
  name: string | null
  text: string | null
}

/** The notification for the current state; undefined if it no longer applies. */
export async function notificationOf(ctx: Context, occasion: Occasion): Promise<Notification | undefined> {
  const now = await findConversation(ctx, occasion)
  if (!now) return undefined
  const { id: conversation, name, text } = now
  if (occasion.type === 'note.changed') {
    // A note without mentions notifies nobody.
    if (occasion.mentions.length === 0) return undefined
    const named = await mentionsNow(ctx, occasion.note, occasion.mentions)
    return named && { class: 'mention', to: named.emails, conversation, name, text: named.text }
  }
  const alertClass = classOf(occasion, now)
  return (
    alertClass && {
      class: alertClass,
      to: alertClass === 'mine' ? [String(now.assigned_to)] : null,
      conversation,
      name,
      text,
    }
  )
}

function classOf(occasion: Exclude<Occasion, { type: 'note.changed' }>, now: Conversation): AlertClass | undefined {
  const waits = now.waiting_since !== null
  if (occasion.type === 'handover.missed') return now.assigned_to === null && !waits ? 'missed' : undefined
  if (occasion.type !== 'conversation.assigned' || occasion.assignedTo === null) return waits ? 'waiting' : undefined
  const { assignedTo, by } = occasion
  const isOwners = now.status === 'live' && now.assigned_to === assignedTo && by !== assignedTo
  return isOwners ? 'mine' : undefined
}

/** The conversation of a note. For a note on a contact it is the newest conversation, where the note is shown. */
async function findConversation({ sql, site }: Context, occasion: Occasion): Promise<Conversation | undefined> {
  const leadId = occasion.type === 'note.changed' ? occasion.leadId : null
  const isIt =
    occasion.conversationId === null
      ? sql`c.lead_id = ${leadId} and c.lead_proof is not null`
      : sql`c.id = ${occasion.conversationId}`
  const [row] = await sql<Conversation[]>`
    select c.id, c.status, c.assigned_to, c.waiting_since, ${knownContactJson(sql)} ->> 'name' as name,
      (select text from messages m where m.conversation_id = c.id and m.role = 'user' order by m.seq desc limit 1) as text
    from conversations c
    where c.site = ${site.id} and ${isIt} order by c.last_at desc, c.id desc limit 1`
  return row
}

export type Recipient = {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  preview: boolean
  language: string
  failures: number
}

const maxRecipients = 500

/**
 * The browsers to notify: those of signed-in people who want this class of notification and have no open window of the
 * site.
 */
export const listRecipients = (ctx: Context, notification: Notification): Promise<Recipient[]> =>
  selectRecipients(ctx, notification, ctx.sql`p.quiet_until <= ${ctx.now()}`)

/** The browser of this subscription, also if it is paused, if it is still to be notified. */
export async function findRecipient(
  ctx: Context,
  notification: Notification,
  id: string,
): Promise<Recipient | undefined> {
  const [found] = await selectRecipients(ctx, notification, ctx.sql`p.id = ${id}`)
  return found
}

const selectRecipients = (
  { sql, site, now }: Context,
  { class: wanted, to }: Notification,
  which: PendingQuery<Row[]>,
) =>
  sql<Recipient[]>`
    select p.id, p.endpoint, p.p256dh, p.auth, p.preview, p.language, p.failures
    from push_subscriptions p join sessions s on s.token_hash = p.session
    where s.expires_at > ${now()} and p.classes ? ${wanted} and ${which}
      and (${to}::text[] is null or s.email = any(${to}::text[]))
      and not exists (
        select from presence where site = ${site.id} and email = s.email and until > ${now()})
    order by p.created_at, p.id limit ${maxRecipients}`
