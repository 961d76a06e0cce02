import { z } from 'zod'
import { growingPause, persist, repeat } from '../../core/async.ts'
import type { Context, Tx } from '../../core/context.ts'
import { unavailable } from '../../core/error.ts'
import { type Claim, defineTask, releaseTask } from '../../core/queue.ts'
import type { StopReason } from './turn-queue.ts'

/**
 * Writes the reply to a visitor's message. The transaction that stores the message enqueues the task; the transaction
 * that stores the reply finishes it. The server that received the message runs the task at once, so the text streams to
 * the visitor. If that server dies, the queue gives the task to another. The task is named after the conversation,
 * which has one reply at a time and accepts no other message in the meantime.
 */
export const replyTask = defineTask(
  'reply.write',
  z.object({ conversationId: z.string(), messageId: z.string(), stopped: z.boolean().optional() }),
)
export type ReplyData = z.output<typeof replyTask.data>

/** The task under which this server writes a reply. */
export type ReplyClaim = Claim & { failures: number }

/** Milliseconds until a reply is retried that could neither be stored nor be marked as failed. */
export const replyRetries = [1_000, 5_000, 30_000, 60_000]

/** Enqueues the reply to a message of a locked conversation, as a task that this server runs after the commit. */
export async function enqueueReply(tx: Tx, conversationId: string, messageId: string): Promise<ReplyClaim> {
  const claim = await tx.enqueueClaimed(replyTask, { conversationId, messageId }, { name: conversationId })
  if (!claim) throw new ReplyRunning()
  return { ...claim, failures: 0 }
}

type ReplyInQueue = {
  id: number
  messageId: string
  /** Whether a live server is writing it. Otherwise it waits for one. */
  isRunning: boolean
}

/** The reply in a conversation that is being written or waits to be. */
export async function findReply({ sql, site }: Context, conversationId: string): Promise<ReplyInQueue | undefined> {
  const [reply] = await sql<ReplyInQueue[]>`
    select id, data ->> 'messageId' as "messageId", lease_holds(lease) as "isRunning" from queue
    where type = ${replyTask.type} and site = ${site.id} and name = ${conversationId}`
  return reply
}

/** Another request, on this server or another, is writing a reply in the conversation. */
export class ReplyRunning extends Error {}

const minPause = 10
const maxPause = 250
const maxPatience = 120_000

/**
 * Retries with growing pauses as long as `attempt` throws ReplyRunning.
 * @param wait is called before each pause, with the milliseconds waited so far
 */
export async function untilReplied<T>(
  attempt: (waited: number) => Promise<T>,
  wait: (waited: number, error: ReplyRunning) => Promise<unknown>,
): Promise<T> {
  const startedWithin = performance.now()
  const pause = growingPause(minPause, maxPause)
  for (;;) {
    const waited = performance.now() - startedWithin
    try {
      return await attempt(waited)
    } catch (error) {
      if (!(error instanceof ReplyRunning)) throw error
      await wait(waited, error)
    }
    await pause()
  }
}

/** Retries as long as a reply is being written. 503 after two minutes, or when the caller disconnects. */
export const whenReplied = <T>(ctx: Context, attempt: () => Promise<T>): Promise<T> =>
  untilReplied(attempt, async (waited, error) => {
    if (waited > maxPatience || ctx.signal.aborted)
      throw unavailable('The last message is still being answered. Try again in a moment.', 'answer_running', error)
  })

/**
 * Asks the server that writes a conversation's reply to stop. The text so far is kept as the reply. Returns whether
 * there was one. Another server learns of it at once, or within two seconds if the notification is lost.
 */
export async function stopReply({ services, sql, site }: Context, conversationId: string): Promise<boolean> {
  const [reply] = await sql<{ id: number }[]>`
    update queue set data = data || '{"stopped": true}'
    where type = ${replyTask.type} and site = ${site.id} and name = ${conversationId}
    returning id`
  if (reply) services.ephemeral.publish(site.id, 'reply.stopped', { conversationId, taskId: reply.id })
  return reply !== undefined
}

const checkEvery = 2_000

/**
 * Aborts `stop` when somebody stops the reply, or when the reply no longer belongs to this server.
 * @returns a function that stops watching
 */
export function followStops({ services, sql, log }: Context, { id, lease }: Claim, stop: AbortController): () => void {
  const stopNow = () => stop.abort('asked' satisfies StopReason)
  const unsubscribe = services.ephemeral.subscribe((moment) => {
    if (moment.type === 'reply.stopped' && moment.data.taskId === id) stopNow()
  })
  const check = async () => {
    const [task] = await sql<{ stopped: boolean }[]>`
      select data ? 'stopped' as stopped from queue where id = ${id} and lease = ${lease}`
    if (!task || task.stopped) stopNow()
  }
  const stopChecking = repeat(services.clock, checkEvery, check, (err) =>
    log.warn({ err }, 'could not read whether a reply was stopped'),
  )
  return () => {
    unsubscribe()
    void stopChecking()
  }
}

/** Returns a reply to the queue, to be written on any server after a pause, as soon as the database takes it. */
export async function releaseReply({ services, sql, log, now }: Context, claim: ReplyClaim): Promise<void> {
  const delay = replyRetries[Math.min(claim.failures, replyRetries.length - 1)] as number
  await persist(
    services,
    () => releaseTask(sql, claim, now() + delay),
    (err) => log.warn({ err }, 'could not give a reply to the queue; trying again'),
  )
}

/**
 * Ends a reply that no server is writing, or whose server does not stop it, as one that was stopped before its first
 * word.
 */
export async function endReply(tx: Tx, { id, messageId }: ReplyInQueue): Promise<void> {
  await tx.sql`delete from queue where id = ${id}`
  await tx.sql`update messages set outcome = 'answered' where id = ${messageId} and outcome is distinct from 'answered'`
}
