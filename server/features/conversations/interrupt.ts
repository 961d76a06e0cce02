import type { Context, Tx } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { stopTurn } from './close.ts'
import { type ConversationRow, lockConversation } from './conversation.ts'
import { refuseBusy, TurnBusy } from './turn-lease.ts'

const firstPause = 10
const longestPause = 100
/** A server that does not stop by then is slow or dead; nobody waits for it longer. */
const patience = 3_000

type Work<T> = {
  /** What is done on the conversation, which is locked. */
  run(tx: Tx, conversation: ConversationRow): Promise<T>
  /** Refuses it; called before anything is stopped. */
  check?(tx: Tx, conversation: ConversationRow): Promise<void> | void
  /** Whether it ends the assistant's reply; otherwise that is written on beside it. */
  stops(conversation: ConversationRow): boolean
}

/**
 * Does something of the team's with a conversation. Where that ends a reply of the assistant's which is just being written,
 * the reply is stopped first, and what is there of it is kept: what the person does comes after it. 404 where there is no
 * such conversation.
 */
export async function interrupting<T>(ctx: Context, id: string, { run, check, stops }: Work<T>): Promise<T> {
  const begun = performance.now()
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    const isPatient = performance.now() - begun < patience
    try {
      return await ctx.tx(async (tx) => {
        const conversation = await lockConversation(tx, id)
        if (!conversation) throw notFound('conversation')
        await check?.(tx, conversation)
        if (isPatient && stops(conversation)) refuseBusy(tx, conversation)
        return await run(tx, conversation)
      })
    } catch (error) {
      if (!(error instanceof TurnBusy)) throw error
      await stopTurn(ctx, id)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
