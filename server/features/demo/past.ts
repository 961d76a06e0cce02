import type { Actor } from '../../core/actor.ts'
import type { Clock } from '../../core/clock.ts'
import type { Context, Parts, Site, Tx } from '../../core/context.ts'
import { type Task, takeNamed } from '../../core/queue.ts'
import { systemContext } from '../../core/transaction.ts'
import { completeConversation } from '../assistant/summaries/complete.ts'
import { completeTask } from '../conversations/completion.ts'
import { closeIdle, missHandover, withConversation } from '../live/tasks.ts'
import { idleTask, missTask } from '../settings/settings.ts'

/** A time that is over, in which things are done once more as if it were now. */
export type Past = {
  tx: Tx
  now(): number
  /** The same, with somebody else as the caller. */
  as(actor: Actor): Context
  /** Goes on to this time, and has done on the way what was planned for a conversation. */
  goTo(at: number, conversation: string): Promise<void>
}

/**
 * Does something at an earlier time, in one transaction: nobody sees half of it. Nothing outside is asked for it, no model
 * either, and its events bear the earlier time, so that nobody is told of them as of something new.
 */
export const inPast = (parts: Parts, site: Site, at: number, work: (past: Past) => Promise<void>): Promise<void> => {
  let now = at
  const clock: Clock = { now: () => now, after: () => () => {} }
  return systemContext(withoutModel({ ...parts, clock }), site, { time: clock.now }).tx(async (tx) => {
    // A transaction that lost a race is begun anew.
    now = at
    const set = (to: number) => {
      now = Math.max(now, to)
    }
    await work({ tx, now: clock.now, as: (actor) => as(tx, actor), goTo: (to, id) => goTo(tx, id, to, set) })
  })
}

/** What is written is quoted from the pages: no transaction waits for a model. */
const withoutModel = (parts: Parts): Parts => ({
  ...parts,
  config: { ...parts.config, ai: { ...parts.config.ai, provider: 'none' } },
  outside: {
    ...parts.outside,
    models: { ...parts.outside.models, current: async () => undefined, describe: () => null },
    reranker: undefined,
  },
})

function as(tx: Tx, actor: Actor): Context {
  const own: Tx = { ...tx, actor, tx: (work) => work(own) }
  return own
}

/** What time does to a conversation, as the queue would have it done. */
const planned: Record<string, (tx: Tx, task: Task) => Promise<void>> = {
  [missTask.type]: (tx, { data }) => withConversation(tx, missTask.data.parse(data).conversationId, missHandover),
  [idleTask.type]: (tx, { data }) => withConversation(tx, idleTask.data.parse(data).conversationId, closeIdle),
  [completeTask.type]: (tx, { data }) => {
    const { conversationId, closedAt } = completeTask.data.parse(data)
    return completeConversation(tx, conversationId, closedAt ?? null)
  },
}

async function goTo(tx: Tx, conversation: string, at: number, set: (at: number) => void): Promise<void> {
  const wanted = { types: Object.keys(planned), site: tx.site.id, name: conversation, at }
  for (let [task] = await takeNamed(tx.sql, wanted); task; [task] = await takeNamed(tx.sql, wanted)) {
    set(task.at)
    await planned[task.type]?.(tx, task)
  }
  set(at)
}
