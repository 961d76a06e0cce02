import type { Trace } from '../../../shared/trace.ts'
import type { Context, Tx } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import type { PreparedMessage } from './messages.ts'

/** Stores how a reply came about, under the message that names it. */
export async function insertTrace(tx: Tx, messages: PreparedMessage[], written: Trace): Promise<void> {
  const message = messages.find((message) => message.trace_id === written.id)
  if (!message) return
  const trace: Trace = { ...written, messageId: message.id, conversationId: message.conversation_id }
  await tx.sql`
    insert into traces (id, site, conversation_id, at, trace)
    values (${trace.id}, ${tx.site.id}, ${trace.conversationId}, ${tx.now()}, ${tx.sql.json(trace as never)})`
}

/** How a reply came about. 404 for a message that is not the assistant's, or of which the trace is no longer kept. */
export async function getTrace(ctx: Context, { id }: { id: string }): Promise<Trace> {
  const [row] = await ctx.sql<{ trace: Trace }[]>`
    select traces.trace from messages join traces on traces.id = messages.trace_id
    where messages.id = ${id} and messages.site = ${ctx.site.id}`
  if (!row) throw notFound('trace of a message')
  return row.trace
}
