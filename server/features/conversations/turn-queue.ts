import type { Context, Services } from '../../core/context.ts'
import { AppError, unavailable } from '../../core/error.ts'

/** The maximum number of turns on this server, running and waiting. Further ones are refused with 503. */
const maxTurns = 500
/** How many messages of one conversation may wait while a reply is being written. */
const maxWaiting = 5

/** Why a reply was stopped: somebody asked for it, the caller disconnected, or the server shuts down. */
export type StopReason = 'asked' | 'gone' | 'closing'

type TurnQueue = {
  /** For each conversation, the controller that stops its running turn, and its waiting turns. */
  conversations: Map<string, { running: AbortController; waiting: (() => void)[] }>
  count: number
  closing: boolean
  idle: (() => void)[]
}

// The turn queue of each server of this process.
const queues = new WeakMap<Services, TurnQueue>()

function queueOf(services: Services): TurnQueue {
  const known = queues.get(services) ?? { conversations: new Map(), count: 0, closing: false, idle: [] }
  queues.set(services, known)
  return known
}

/**
 * Runs a turn of a conversation. On this server, turns of one conversation run one at a time, in order of arrival. 429
 * if too many wait in this conversation, 503 if the server is full.
 * @param turn receives the signal that stops its reply; the reason of the abort is a StopReason
 */
export async function inTurnQueue<T>(
  { services }: Context,
  conversationId: string,
  turn: (stop: AbortController) => Promise<T>,
): Promise<T> {
  const queue = queueOf(services)
  const stop = await enter(queue, conversationId)
  try {
    return await turn(stop)
  } finally {
    leave(queue, conversationId)
  }
}

async function enter(queue: TurnQueue, conversationId: string): Promise<AbortController> {
  if (queue.closing || queue.count >= maxTurns)
    throw unavailable('Too many chats are being answered. Try again in a moment.', 'too_many_chats')
  const turns = queue.conversations.get(conversationId)
  if (turns && turns.waiting.length >= maxWaiting)
    throw new AppError(429, 'rate_limited', 'Wait for the answers to your last messages first.', {
      reason: 'answers_pending',
      retryAfter: 5,
    })
  const stop = new AbortController()
  queue.count += 1
  if (turns) {
    await new Promise<void>((resolve) => turns.waiting.push(resolve))
    turns.running = stop
  } else queue.conversations.set(conversationId, { running: stop, waiting: [] })
  if (!queue.closing) return stop
  leave(queue, conversationId)
  throw unavailable('The server is shutting down. Try again in a moment.', 'stopping')
}

function leave(queue: TurnQueue, conversationId: string): void {
  queue.count -= 1
  const next = queue.conversations.get(conversationId)?.waiting.shift()
  if (next) next()
  else queue.conversations.delete(conversationId)
  if (queue.count === 0) for (const resolve of queue.idle.splice(0)) resolve()
}

/**
 * Starts no further turns and waits at most `grace` milliseconds for the running ones. Then it stops their replies, and
 * another server writes them. Call it before the database closes, because a visitor's turn outlives its stream.
 */
export async function closeTurns(services: Services, grace: number): Promise<void> {
  const queue = queueOf(services)
  queue.closing = true
  if (queue.count === 0) return
  const timer = setTimeout(() => {
    for (const { running } of queue.conversations.values()) running.abort('closing' satisfies StopReason)
  }, grace)
  await new Promise<void>((resolve) => queue.idle.push(resolve))
  clearTimeout(timer)
}
