import type { Message } from '../../../shared/message.ts'
import type { Context } from '../../core/context.ts'
import { Refusal, unavailable } from '../../core/error.ts'
import { writeReply } from '../assistant/reply.ts'
import type { Written } from '../assistant/turn.ts'
import { forAssistant, type OpenTurn } from './open-turn.ts'
import { keepReply } from './turn-end.ts'
import { keepLease, turnOver } from './turn-lease.ts'
import type { StopReason } from './turn-places.ts'
import { showWriting } from './writing.ts'

/**
 * Writes the reply to a visitor's message and stores it. No transaction is open while it is written. Throws what the
 * assistant threw, with the conversation's id beside the error; the visitor's message stays, and nothing of the reply.
 * Where the caller left, what was written is kept, and a repeat of the request writes it anew.
 */
export async function runTurn(ctx: Context, turn: OpenTurn, stop: AbortController): Promise<Message[]> {
  const endLease = keepLease(ctx, turn.id, turn.turnId, stop)
  const gone = () => stop.abort('gone' satisfies StopReason)
  ctx.signal.addEventListener('abort', gone)
  if (ctx.signal.aborted) gone()
  try {
    const written = await write(ctx, turn, stop.signal)
    const interrupted = written.interrupted ? (stop.signal.reason as StopReason) : null
    const messages = await ctx.tx((tx) => keepReply(tx, turn, written, interrupted))
    // Nobody reads this answer; refused, it is not kept for a repeat of the request.
    if (interrupted === 'gone') throw unavailable('The caller left.', 'caller_left')
    return messages
  } catch (error) {
    await giveUp(ctx, turn)
    throw error instanceof Refusal ? error.beside({ id: turn.id }) : error
  } finally {
    endLease()
    ctx.signal.removeEventListener('abort', gone)
  }
}

async function write(ctx: Context, turn: OpenTurn, signal: AbortSignal): Promise<Written> {
  const writing = showWriting(ctx, turn.id)
  try {
    return await writeReply(ctx, forAssistant(turn), {
      open: () => ctx.stream?.open(),
      text(delta) {
        ctx.stream?.text(delta)
        writing.text(delta)
      },
      signal,
    })
  } finally {
    writing.end()
  }
}

/** Frees the conversation after a failure, so that the visitor may try again. */
async function giveUp(ctx: Context, { id, turnId, message }: OpenTurn): Promise<void> {
  try {
    const { sql } = ctx
    // One statement: a server that dies between two would leave a message that nobody answers and nobody marks.
    await sql`
      with mine as (
        update conversations set ${sql(turnOver)} where id = ${id} and turn_id = ${turnId} returning id)
      update messages set outcome = 'failed' from mine where messages.id = ${message.id} and outcome is null`
  } catch (err) {
    // The caller is told why the reply failed; the conversation is free again when the lease runs out.
    ctx.log.warn({ err, conversation: id }, 'a failed turn could not be ended')
  }
}
