import type { EntryDraft } from '../../../../shared/copilot.ts'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/error.ts'
import { knownContact } from '../../contacts/leads/known.ts'
import { findConversation } from '../../conversations/conversation.ts'
import { type MessageRow, toStoredMessage } from '../../conversations/messages.ts'
import { findFreeTitle } from '../../knowledge/gaps.ts'
import { withoutPersonal } from '../../knowledge/personal.ts'
import { isQuestion } from './open-question.ts'

const maxBefore = 60

/**
 * Drafts a knowledge entry from a reply of a person and the visitor's question above it, without personal data. Nothing
 * is stored. 404 if the message is not a person's reply.
 */
export async function draftEntry(ctx: Context, { id }: { id: string }): Promise<EntryDraft> {
  const { sql, site } = ctx
  const [reply] = await sql<MessageRow[]>`
    select * from messages where id = ${id} and site = ${site.id} and author is not null and role = 'agent'`
  const conversation = reply && (await findConversation(ctx, reply.conversation_id))
  if (!reply || !conversation) throw notFound('reply of a person')
  const before = await sql<MessageRow[]>`
    select * from messages where conversation_id = ${conversation.id} and seq < ${reply.seq} order by seq desc limit ${maxBefore}`
  const asked = before.find((row) => isQuestion(ctx, toStoredMessage(row), conversation.locale))
  const gap = asked && (await findGap(ctx, conversation.id, asked.ts, reply.ts))
  const contact = await knownContact(ctx, conversation.id)
  const names = [contact?.name, String(conversation.visitor?.name ?? '')]
  const bare = (text: string) => withoutPersonal(text, names, site.facts)
  const question = gap?.question ?? asked?.text ?? ''
  const [title, content] = [bare(question), bare(reply.text)]
  return {
    messageId: id,
    conversationId: conversation.id,
    title: title === '' ? '' : await findFreeTitle(ctx, title),
    content,
    gapId: gap?.id ?? null,
    removed: title !== question.trim() || content !== reply.text.trim(),
  }
}

/** The open gap that was recorded for a question, between it and the reply. */
async function findGap({ sql, site }: Context, conversationId: string, from: number, to: number) {
  const [gap] = await sql<{ id: string; question: string }[]>`
    select gaps.id, asked.question from gap_askings asked join gaps on gaps.id = asked.gap
    where asked.conversation_id = ${conversationId} and gaps.site = ${site.id} and gaps.status = 'open'
      and asked.at between ${from} and ${to} order by asked.at, asked.id limit 1`
  return gap
}
