import type { Context, Parts } from '../../core/context.ts'
import { Refusal, unavailable } from '../../core/error.ts'

/** Turns of this server, running and waiting: what comes beyond is asked to try again. */
const mostTurns = 500
/** Messages of one conversation that may wait while an answer is being written. */
const mostWaiting = 5

type Place = {
  /** Ends the turn's writing; the reason says on whose behalf. */
  stop: AbortController
  /** Gives the place to the next in line. */
  leave(): void
}

type Places = {
  /** For each conversation the running turn, then those that wait. */
  lines: Map<string, { running: AbortController; waiting: (() => void)[] }>
  count: number
  closing: boolean
  idle: (() => void)[]
}

// The places of a server live and die with its parts.
const placesOf = new WeakMap<Parts, Places>()

function places(parts: Parts): Places {
  const known = placesOf.get(parts) ?? { lines: new Map(), count: 0, closing: false, idle: [] }
  placesOf.set(parts, known)
  return known
}

/**
 * Waits for the turn in a conversation: on this server they follow each other in the order in which they came.
 * 429 where too many wait for this conversation, 503 where the server has more than it can answer.
 */
export async function takePlace(ctx: Context, conversationId: string): Promise<Place> {
  const all = places(ctx.parts)
  if (all.closing || all.count >= mostTurns)
    throw unavailable('Too many chats are being answered. Try again in a moment.', 'too_many_chats')
  const line = all.lines.get(conversationId)
  if (line && line.waiting.length >= mostWaiting) throw tooFast()
  const place = { stop: new AbortController(), leave: () => leave(all, conversationId) }
  all.count += 1
  if (line) {
    await new Promise<void>((resolve) => line.waiting.push(resolve))
    line.running = place.stop
  } else all.lines.set(conversationId, { running: place.stop, waiting: [] })
  if (all.closing) {
    place.leave()
    throw unavailable('The server is about to stop. Try again in a moment.', 'stopping')
  }
  return place
}

const tooFast = () =>
  new Refusal(429, 'rate_limited', 'Wait for the answers to your last messages first.', {
    reason: 'answers_pending',
    retryAfter: 5,
  })

function leave(all: Places, conversationId: string): void {
  const line = all.lines.get(conversationId)
  all.count -= 1
  const next = line?.waiting.shift()
  if (next) next()
  else all.lines.delete(conversationId)
  if (all.count === 0) for (const resolve of all.idle.splice(0)) resolve()
}

/** Stops the turn that this server is writing in the conversation, where it writes one. */
export function stopHere(parts: Parts, conversationId: string, reason: StopReason): void {
  places(parts).lines.get(conversationId)?.running.abort(reason)
}

/** Why a turn was stopped: somebody asked for it, the caller is gone, or the server closes. */
export type StopReason = 'asked' | 'gone' | 'closing'

/**
 * Begins no further turn and waits for those that are being written, at most `grace` milliseconds; then they are stopped,
 * and what they wrote is kept. To be called before the database closes: a visitor's turn outlives its stream.
 */
export async function closeTurns(parts: Parts, grace: number): Promise<void> {
  const all = places(parts)
  all.closing = true
  if (all.count === 0) return
  const timer = setTimeout(() => {
    for (const { running } of all.lines.values()) running.abort('closing' satisfies StopReason)
  }, grace)
  await new Promise<void>((resolve) => all.idle.push(resolve))
  clearTimeout(timer)
}
