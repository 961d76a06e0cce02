import type { Context } from '../../../core/context.ts'

type Asked = { gapId: string; text: string; count: number; conversationId: string }

/** The open questions that were asked most since a time, each with how often and the conversation that asked it last. */
export async function listAskedMost({ sql, site }: Context, since: number, most: number): Promise<Asked[]> {
  return await sql<Asked[]>`
    select gaps.id as "gapId", question as text, asked.count, asked.conversation_id as "conversationId" from gaps join (
      select gap, count(*)::integer as count, (array_agg(conversation_id order by at desc, id desc))[1] as conversation_id
      from gap_askings where at >= ${since} group by gap) as asked on asked.gap = gaps.id
    where site = ${site.id} and status = 'open' order by asked.count desc, gaps.id desc limit ${most}`
}
