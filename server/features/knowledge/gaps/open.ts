import type { Context } from '../../../core/context.ts'

const most = 20

/** The questions of a conversation that nobody has answered since, in the words in which they were asked there. */
export async function listUnanswered({ sql }: Context, conversationId: string): Promise<string[]> {
  const rows = await sql<{ question: string }[]>`
    select asked.question from gap_askings asked join gaps on gaps.id = asked.gap
    where asked.conversation_id = ${conversationId} and gaps.status = 'open' order by asked.at, asked.id limit ${most}`
  return [...new Set(rows.map(({ question }) => question))]
}
