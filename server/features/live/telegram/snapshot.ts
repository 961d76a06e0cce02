import type { Context } from '../../../core/context.ts'
import { knownContactJson } from '../../contacts/leads/known.ts'
import { type ChannelRow, findChannel, isLinked, type LinkedRow } from './channel.ts'
import type { ContactRow } from './contact.ts'
import type { Snapshot as Deciding, ThreadRow } from './next-step.ts'

type ConversationRow = Deciding['conversation'] & {
  id: string
  last_at: number
  page_url: string | null
  page_title: string | null
}

/** A conversation and its place in Telegram, with everything that a step needs. */
export type Snapshot = Deciding & { channel: LinkedRow; conversation: ConversationRow; lead: ContactRow | null }

const maxAtOnce = 20

/**
 * Undefined if the site has no chat or the conversation was deleted. State and messages are read together: otherwise,
 * messages to a colleague who just took over could count as messages to the assistant.
 */
export async function readSnapshot(ctx: Context, id: string): Promise<Snapshot | undefined> {
  const { sql, site } = ctx
  const [channel, [row]] = await Promise.all([
    findChannel(ctx),
    sql<Omit<Snapshot, 'channel' | 'assistantSpeaks'>[]>`
      select to_jsonb(c) - 'contact' as conversation, to_jsonb(t) as thread, c.contact as lead, m.messages
      from (
        select id, status, assigned_to, assigned_name, last_at, page_url, page_title, ${knownContactJson(sql)} as contact, (
          select type from events
          where data ? 'conversationId' and data ->> 'conversationId' = ${id} and site = ${site.id}
            and type in ('handover.missed', 'handover.ended', 'conversation.closed')
          order by seq desc limit 1) as ended_by
        from conversations c where id = ${id} and site = ${site.id}) c
      left join telegram_threads t on t.conversation_id = c.id
      cross join lateral (
        select coalesce(jsonb_agg(later order by later.seq), '[]') as messages from (
          select id, seq, role, text, author from messages
          where conversation_id = c.id and seq > t.passed_seq
          order by seq limit ${maxAtOnce}) later) m`,
  ])
  if (!isLinked(channel) || !row) return undefined
  return { ...row, channel, assistantSpeaks: site.settings.live.aiWhileWaiting }
}

const maxAsked = 4

/**
 * The visitor's last messages before the request, oldest first. Pressing the button for a person does not count as a
 * message.
 */
export async function listAsked({ sql, site }: Context, { conversation_id, passed_seq }: ThreadRow): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select text from messages
    where conversation_id = ${conversation_id} and site = ${site.id} and seq <= ${passed_seq} and role = 'user'
      and coalesce(payload -> 'action' ->> 'id', '') <> 'person' and text <> ''
    order by seq desc limit ${maxAsked}`
  return rows.map(({ text }) => text).reverse()
}

/** Whether calls to the provider are paused. */
export const isPaused = (ctx: Context, { paused_until }: ChannelRow): boolean => paused_until > ctx.now()
