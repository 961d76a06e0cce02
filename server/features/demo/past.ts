import type { Actor } from '../../core/actor.ts'
import type { Clock } from '../../core/clock.ts'
import type { Context, Services, Site, Tx } from '../../core/context.ts'
import { enqueue, type RunResult, type Task, takeNamed } from '../../core/queue.ts'
import { systemContext } from '../../core/transaction.ts'
import { proposeAnswers } from '../assistant/copilot/propose.ts'
import { completeTask } from '../conversations/completion.ts'
import { completeConversation } from '../conversations/summaries/complete.ts'
import { proposeTask } from '../knowledge/proposals.ts'
import { closeIdle, missHandover, withConversation } from '../live/tasks.ts'
import { idleTask, missTask } from '../settings/settings.ts'

/** An earlier time, in which actions are performed as if it were now. */
export type Past = {
  tx: Tx
  now(): number
  /** The same, with a different caller. */
  as(actor: Actor): Context
  /** Advances to this time, and runs the conversation's tasks that are due on the way. */
  goTo(at: number, conversation: string): Promise<void>
}

/**
 * Performs work at an earlier time, in one transaction, so that nobody sees half of it. No external service or model is
 * called. Its events have the earlier time, so that nobody is notified of them as new.
 */
export const inPast = (
  services: Services,
  site: Site,
  at: number,
  work: (past: Past) => Promise<void>,
): Promise<void> => {
  let now = at
  const clock: Clock = { now: () => now, after: () => () => {} }
  return systemContext(withoutModel({ ...services, clock }), site, { time: clock.now }).tx(async (tx) => {
    // A transaction that lost a race starts again.
    now = at
    const set = (to: number) => {
      now = Math.max(now, to)
    }
    await work({ tx, now: clock.now, as: (actor) => as(tx, actor), goTo: (to, id) => goTo(tx, id, to, set) })
  })
}

/** Replies quote the pages, because no transaction may wait for a model. */
const withoutModel = (services: Services): Services => ({
  ...services,
  config: { ...services.config, ai: { ...services.config.ai, provider: 'none' } },
  outside: {
    ...services.outside,
    models: { ...services.outside.models, current: async () => undefined, describe: () => null },
    reranker: undefined,
  },
})

function as(tx: Tx, actor: Actor): Context {
  const own: Tx = { ...tx, actor, tx: (work) => work(own) }
  return own
}

/** Tasks of a conversation, run as the queue would run them. */
const planned: Record<string, (tx: Tx, task: Task) => Promise<RunResult>> = {
  [missTask.type]: (tx, { data }) => withConversation(tx, missTask.data.parse(data).conversationId, missHandover),
  [idleTask.type]: (tx, { data }) => withConversation(tx, idleTask.data.parse(data).conversationId, closeIdle),
  [completeTask.type]: (tx, { data }) => {
    const { conversationId, closedAt } = completeTask.data.parse(data)
    return completeConversation(tx, conversationId, closedAt ?? null)
  },
  [proposeTask.type]: (tx, { data }) => proposeAnswers(as(tx, tx.actor), proposeTask.data.parse(data).conversationId),
}

async function goTo(tx: Tx, conversation: string, at: number, set: (at: number) => void): Promise<void> {
  const wanted = { types: Object.keys(planned), site: tx.site.id, name: conversation, at }
  for (let [task] = await takeNamed(tx.sql, wanted); task; [task] = await takeNamed(tx.sql, wanted)) {
    set(task.at)
    const result = await planned[task.type]?.(tx, task)
    if (result) await enqueue(tx.sql, { ...task, name: conversation, at: result === 'again' ? task.at : result.at })
  }
  set(at)
}
