import { createCounter, createHistogram, gauge } from './metric.ts'

/** The outcome of a model's reply: `interrupted` by the visitor or a colleague, `failed` in the model or the server. */
export type ReplyOutcome = 'answered' | 'interrupted' | 'failed'

/** One reply of a model, from the moment it starts to wait for its turn. */
export type ReplyMeter = {
  /** The reply left the queue and is being written. */
  admitted(): void
  /** The first text arrived; later calls are ignored. */
  firstToken(): void
  /** The reply ended. Call it exactly once for every reply. */
  over(outcome: ReplyOutcome, tokens: { prompt: number; completion: number }): void
}

/** Counters and gauges of one server process. */
export type Meter = {
  /** Records the time to the start of an answer. `operation` must come from a small fixed set. */
  request(operation: string, status: number, seconds: number): void
  reply(): ReplyMeter
  /** Records the delay of the event loop, in seconds. */
  loopDelay(seconds: number): void
  /** The number of replies waiting for their turn and being written. */
  replies(): { waiting: number; running: number }
  /** All metrics in Prometheus text format, one line each. */
  lines(): string[]
}

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const tokenSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
const delaySeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export function createMeter(): Meter {
  const requests = createCounter('frontdesk_http_requests_total', 'Requests, by operation and class of status.')
  const durations = createHistogram(
    'frontdesk_http_request_seconds',
    'Time to the first byte of the response, by operation.',
    requestSeconds,
  )
  const ended = createCounter('frontdesk_replies_total', 'Replies of a model, by outcome.')
  const tokens = createCounter('frontdesk_reply_tokens_total', 'Tokens that models read and wrote for replies.')
  const first = createHistogram(
    'frontdesk_reply_first_token_seconds',
    'Time to the first words of a reply, from the moment it left the queue.',
    tokenSeconds,
  )
  const delays = createHistogram('frontdesk_event_loop_delay_seconds', 'Delay of the event loop.', delaySeconds)
  const now = { waiting: 0, running: 0 }
  return {
    request(operation, status, seconds) {
      requests.add({ operation, status: `${Math.floor(status / 100)}xx` })
      durations.observe(seconds, { operation })
    },
    reply: () => createReply(now, { first: first.observe, tokens: tokens.add, ended: ended.add }),
    loopDelay: (seconds) => delays.observe(seconds),
    replies: () => ({ ...now }),
    lines: () => [
      ...[requests, durations, ended, tokens, first, delays].flatMap((metric) => metric.lines()),
      ...gauge('frontdesk_replies_waiting', 'Replies waiting in the queue.', now.waiting),
      ...gauge('frontdesk_replies_running', 'Replies being written.', now.running),
    ],
  }
}

type Counts = {
  first(seconds: number): void
  tokens(labels: { kind: string }, by: number): void
  ended(labels: { outcome: ReplyOutcome }): void
}

function createReply(now: { waiting: number; running: number }, counts: Counts): ReplyMeter {
  let admittedAt: number | undefined
  let spoke = false
  now.waiting++
  return {
    admitted() {
      if (admittedAt !== undefined) return
      admittedAt = performance.now()
      now.waiting--
      now.running++
    },
    firstToken() {
      if (spoke || admittedAt === undefined) return
      spoke = true
      counts.first((performance.now() - admittedAt) / 1000)
    },
    over(outcome, { prompt, completion }) {
      if (admittedAt === undefined) now.waiting--
      else now.running--
      counts.ended({ outcome })
      counts.tokens({ kind: 'prompt' }, prompt)
      counts.tokens({ kind: 'completion' }, completion)
    },
  }
}

const every = 250

/** Reports the delay of the event loop, in seconds, four times a second. @returns a function that stops it */
export function watchEventLoop(late: (seconds: number) => void): () => void {
  let expected = performance.now() + every
  const timer = setInterval(() => {
    const now = performance.now()
    late(Math.max(0, now - expected) / 1000)
    expected = now + every
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
