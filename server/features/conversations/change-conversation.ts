import type { Context, Tx } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { type ConversationRow, lockConversation } from './conversation.ts'
import { endReply, findReply, ReplyRunning, stopReply, untilReplied } from './reply-task.ts'

/**
 * How long a change waits for a server to stop its reply, in milliseconds. After that, the server counts as slow or
 * suspended.
 */
const maxPatience = 3_000

type Work<T> = {
  /** Makes the change. The conversation is locked. */
  run(tx: Tx, conversation: ConversationRow): Promise<T>
  /** Throws to refuse the change. Called before anything is stopped. */
  check?(tx: Tx, conversation: ConversationRow): Promise<void> | void
  /** Whether the change ends the assistant's reply. Otherwise the reply continues. */
  stops(conversation: ConversationRow): boolean
}

/**
 * Changes a conversation for the team. If the change ends a reply that is being written, the reply is stopped first and
 * its text so far is kept, so that it precedes what the person does. If the server does not stop the reply, it is ended
 * without its text. 404 if the conversation does not exist.
 */
export function changeConversation<T>(ctx: Context, id: string, { run, check, stops }: Work<T>): Promise<T> {
  const attempt = (waited: number) =>
    ctx.tx(async (tx) => {
      const conversation = await lockConversation(tx, id)
      if (!conversation) throw notFound('conversation')
      await check?.(tx, conversation)
      const reply = stops(conversation) ? await findReply(tx, id) : undefined
      if (reply?.isRunning && waited < maxPatience) throw new ReplyRunning()
      if (reply) await endReply(tx, reply)
      return await run(tx, conversation)
    })
  return untilReplied(attempt, () => stopReply(ctx, id))
}
