import type { Context, Tx } from '../../core/context.ts'
import { notFound, unavailable } from '../../core/error.ts'
import type { Sql } from '../../database/database.ts'
import { type ConversationRow, lockConversation } from './conversation.ts'
import type { StopReason } from './turn-places.ts'

/** A server that was not heard of for so long is taken for dead, and its turn may be run anew. */
const leaseLength = 15_000
const renewEvery = 2_000

/** Another turn of this conversation is being written, by this server or another. */
export class TurnBusy extends Error {}

/** Throws TurnBusy while a turn of this conversation runs. */
export function refuseBusy(ctx: Context, { turn_id, turn_until }: ConversationRow): void {
  if (turn_id !== null && turn_until > ctx.now()) throw new TurnBusy()
}

const firstPause = 25
const longestPause = 250
const mostPatience = 120_000

/** Tries again for as long as the turn of another server runs; gives up after two minutes, or when the caller is gone. */
export async function whenFree<T>(ctx: Context, attempt: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof TurnBusy)) throw error
      if (performance.now() - begun > mostPatience || ctx.signal.aborted)
        throw unavailable('The last message is still being answered. Try again in a moment.', 'answer_running', error)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/**
 * Keeps a turn's lease while it runs, and aborts it when somebody stopped it through another server.
 * @returns what ends the keeping
 */
export function keepLease(ctx: Context, conversationId: string, turnId: string, stop: AbortController): () => void {
  let ended = false
  let cancel = () => {}
  const stopNow = () => stop.abort('asked' satisfies StopReason)
  const unsubscribe = ctx.parts.moments.subscribe((moment) => {
    if (moment.type === 'reply.stopped' && moment.data.turnId === turnId) stopNow()
  })
  const renew = async () => {
    const [turn] = await ctx.sql<{ turn_stop: boolean }[]>`
      update conversations set turn_until = ${ctx.now() + leaseLength}
      where id = ${conversationId} and turn_id = ${turnId} returning turn_stop`
    // No row: the conversation was deleted, or the turn was given to another server.
    if (!turn || turn.turn_stop) stopNow()
  }
  const schedule = () => {
    cancel = ctx.parts.clock.after(renewEvery, () => {
      renew()
        .catch((err) => ctx.log.warn({ err, conversation: conversationId }, 'a turn could not be renewed'))
        .finally(() => {
          if (!ended) schedule()
        })
    })
  }
  schedule()
  return () => {
    ended = true
    cancel()
    unsubscribe()
  }
}

/** Locks the conversation for the end of a turn. Throws where it was deleted, or given to another server meanwhile. */
export async function lockTurn(tx: Tx, conversationId: string, turnId: string): Promise<ConversationRow> {
  const conversation = await lockConversation(tx, conversationId)
  if (!conversation) throw notFound('conversation')
  if (conversation.turn_id !== turnId) throw unavailable('The reply was lost. Send the message again.', 'reply_lost')
  return conversation
}

/** How long after its lease a turn is ended. A server that was only suspended may still come back with its reply. */
export const cutAfter = 60_000

/**
 * Ends the turns of servers that died, as a failed reply ends: the visitor's message is marked, and a repeat of the request is
 * answered anew. Without it a reply would count as being written until the visitor comes back. Answers how many there were.
 */
export async function endCutTurns(sql: Sql, now: number): Promise<number> {
  const [{ ended }] = await sql<[{ ended: number }]>`
    with cut as (
      update conversations set ${sql(turnOver)} where turn_id is not null and turn_until < ${now - cutAfter} returning id
    ), failed as (
      update messages set outcome = 'failed' from cut
      where messages.conversation_id = cut.id and role = 'user' and outcome is null)
    select count(*) as ended from cut`
  return ended
}

/** Marks the message of a turn whose lease ran out as failed. Called by the turn that takes its place. */
export async function endOverdueTurn({ sql }: Tx, { id, turn_id }: ConversationRow): Promise<void> {
  if (turn_id === null) return
  await sql`
    update messages set outcome = 'failed' where conversation_id = ${id} and role = 'user' and outcome is null`
}

/** What a conversation's columns become when its turn begins, and when it is over. */
export const turnBegun = (ctx: Context, id: string) => ({
  turn_id: id,
  turn_until: ctx.now() + leaseLength,
  turn_stop: false,
})
export const turnOver = { turn_id: null, turn_until: 0, turn_stop: false }
