import type { Context } from '../../core/context.ts'
import { type ChannelRow, findChannel, isLinked, type LinkedRow } from './channel.ts'
import type { ContactRow } from './contact.ts'
import type { Scene as Deciding, PassableRow, ThreadRow } from './next-step.ts'

type ConversationRow = Deciding['conversation'] & {
  id: string
  last_at: number
  page_url: string | null
  page_title: string | null
  lead_id: string | null
}

/** A conversation and where it is shown, with all that a step needs. */
export type Scene = Deciding & { channel: LinkedRow; conversation: ConversationRow; lead: ContactRow | null }

const mostAtOnce = 20

/** Undefined where the site has no chat, or the conversation is gone. */
export async function readScene(ctx: Context, id: string): Promise<Scene | undefined> {
  const { sql, site } = ctx
  const [channel, [conversation], [thread], [lead]] = await Promise.all([
    findChannel(ctx),
    sql<ConversationRow[]>`
      select id, status, assigned_to, assigned_name, last_at, page_url, page_title, lead_id, (
        select type from events
        where data ? 'conversationId' and data ->> 'conversationId' = ${id} and site = ${site.id}
          and type in ('handover.missed', 'handover.ended', 'conversation.closed')
        order by seq desc limit 1) as ended_by
      from conversations where id = ${id} and site = ${site.id}`,
    sql<ThreadRow[]>`select * from telegram_threads where conversation_id = ${id} and site = ${site.id}`,
    sql<ContactRow[]>`
      select leads.name, leads.email, leads.phone from leads
      join conversations on conversations.lead_id = leads.id where conversations.id = ${id}`,
  ])
  if (!isLinked(channel) || !conversation) return undefined
  const messages = thread ? await listAfter(ctx, thread) : []
  const assistantSpeaks = site.settings.live.aiWhileWaiting
  return { channel, conversation, thread, lead: lead ?? null, messages, assistantSpeaks }
}

const listAfter = ({ sql, site }: Context, { conversation_id, passed_seq }: ThreadRow) => sql<PassableRow[]>`
  select id, seq, role, text, author from messages
  where conversation_id = ${conversation_id} and site = ${site.id} and seq > ${passed_seq}
  order by seq limit ${mostAtOnce}`

const mostAsked = 4

/** The last things that the visitor wrote up to the request, oldest first; pressing the button for a person is none. */
export async function listAsked({ sql, site }: Context, { conversation_id, passed_seq }: ThreadRow): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select text from messages
    where conversation_id = ${conversation_id} and site = ${site.id} and seq <= ${passed_seq} and role = 'user'
      and coalesce(payload -> 'action' ->> 'id', '') <> 'person' and text <> ''
    order by seq desc limit ${mostAsked}`
  return rows.map(({ text }) => text).reverse()
}

/** Whether the provider is to be left alone for a while. */
export const isPaused = (ctx: Context, { paused_until }: ChannelRow): boolean => paused_until > ctx.now()
