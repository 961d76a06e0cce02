import { z } from 'zod'
import { Gap } from '../../../shared/gap.ts'
import { exact } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { del } from '../../core/operation.ts'
import { defineTask } from '../../core/queue.ts'
import type { Sql } from '../../database/database.ts'
import { lockGaps, readGap } from './gaps.ts'

/** Takes answers to the open gaps of a closed chat from it. A chat has at most one such task. */
export const proposeTask = defineTask('gap.propose', z.object({ conversationId: z.string() }))

/** Somebody may undo the closing, or go on writing. */
const patience = 60_000
const max = 5

export type OpenAsking = { gap: string; question: string; at: number }

/** The open gaps that were asked in a conversation and have no proposal, nor had one from it. */
const openAskings = (sql: Sql, site: string, conversationId: string) => sql<OpenAsking[]>`
  select distinct on (gaps.id) gaps.id as gap, asked.question, asked.at
  from gap_askings asked join gaps on gaps.id = asked.gap
  where asked.conversation_id = ${conversationId} and gaps.site = ${site} and gaps.status = 'open'
    and gaps.proposed_answer is null and gaps.proposed_from is distinct from ${conversationId}
  order by gaps.id, asked.at desc limit ${max}`

export const listOpenAskings = ({ sql, site }: Context, conversationId: string): Promise<OpenAsking[]> =>
  openAskings(sql, site.id, conversationId)

/** Schedules proposals from a chat that a person closed, if the assistant could not answer something in it. */
export async function proposeFromClosed(tx: Tx, conversationId: string): Promise<void> {
  const asked = await openAskings(tx.sql, tx.site.id, conversationId)
  if (asked.length === 0) return
  await tx.enqueue(proposeTask, { conversationId }, { at: tx.now() + patience, name: conversationId })
}

export type Proposal = { gap: string; answer: string; by: 'model' | 'reply'; conversationId: string }

/** Stores an answer that waits for approval, unless the gap is closed or has one by now. */
export async function storeProposal(tx: Tx, { gap, answer, by, conversationId }: Proposal): Promise<void> {
  await lockGaps(tx)
  const { count } = await tx.sql`
    update gaps set proposed_answer = ${answer}, proposed_by = ${by}, proposed_from = ${conversationId}, proposed_at = ${tx.now()}
    where id = ${gap} and site = ${tx.site.id} and status = 'open' and proposed_answer is null
      and exists (select from conversations where id = ${conversationId})`
  if (count > 0) tx.emit('gap.changed', { id: gap })
}

/** Rejects the proposed answer of a gap. The gap stays open. */
async function rejectProposal(ctx: Context, { id }: { id: string }): Promise<Gap> {
  return await ctx.tx(async (tx) => {
    await lockGaps(tx)
    await readGap(tx, id)
    const { count } = await tx.sql`
      update gaps set proposed_answer = null where id = ${id} and proposed_answer is not null`
    if (count > 0) tx.emit('gap.changed', { id })
    return await readGap(tx, id)
  })
}

export const proposalOperations = {
  reject: del('/knowledge/gaps/:id/proposal', {
    summary: 'Reject a proposed answer',
    description:
      'The gap stays open. The same conversation proposes no other answer. To approve a proposal, answer the gap with it.',
    scope: 'knowledge:write',
    errors: [404],
    input: z.object({ id: exact(64, 1) }),
    output: Gap,
    run: rejectProposal,
  }),
}
