import { createCounter, createHistogram, gauge } from './metric.ts'

/** How a reply of a model went: `interrupted` by its visitor or a person, `failed` by the model or us. */
export type ReplyOutcome = 'answered' | 'interrupted' | 'failed'

/** One reply that a model is asked for, from the moment in which it waits for its turn. */
export type ReplyMeter = {
  /** It is its turn. */
  admitted(): void
  /** The first words are there; later calls count nothing. */
  firstToken(): void
  /** It is over, however it went; to be called once, in every case. */
  over(outcome: ReplyOutcome, tokens: { prompt: number; completion: number }): void
}

/** What one server process counts, and how much of it goes on now. */
export type Meter = {
  /** An answer was begun, so many seconds after its request. `operation` is one of few names. */
  request(operation: string, status: number, seconds: number): void
  reply(): ReplyMeter
  /** The event loop was late by so many seconds. */
  loopDelay(seconds: number): void
  /** Replies that wait for their turn, and that are being written. */
  replies(): { waiting: number; running: number }
  /** All of it in Prometheus' text format, a line each. */
  lines(): string[]
}

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const tokenSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
const delaySeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export function createMeter(): Meter {
  const requests = createCounter('frontdesk_http_requests_total', 'Requests, by operation and class of status.')
  const durations = createHistogram(
    'frontdesk_http_request_seconds',
    'From a request to the beginning of its answer, by operation.',
    requestSeconds,
  )
  const ended = createCounter('frontdesk_replies_total', 'Replies of a model, by outcome.')
  const tokens = createCounter('frontdesk_reply_tokens_total', 'Tokens that models read and wrote for replies.')
  const first = createHistogram(
    'frontdesk_reply_first_token_seconds',
    'From the turn of a reply to its first words.',
    tokenSeconds,
  )
  const delays = createHistogram('frontdesk_event_loop_delay_seconds', 'How late the event loop is.', delaySeconds)
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
      ...gauge('frontdesk_replies_waiting', 'Replies that wait for their turn.', now.waiting),
      ...gauge('frontdesk_replies_running', 'Replies that are being written.', now.running),
    ],
  }
}

type Counts = {
  first(seconds: number): void
  tokens(labels: { kind: string }, by: number): void
  ended(labels: { outcome: ReplyOutcome }): void
}

function createReply(now: { waiting: number; running: number }, counts: Counts): ReplyMeter {
  let begun: number | undefined
  let spoke = false
  now.waiting++
  return {
    admitted() {
      if (begun !== undefined) return
      begun = performance.now()
      now.waiting--
      now.running++
    },
    firstToken() {
      if (spoke || begun === undefined) return
      spoke = true
      counts.first((performance.now() - begun) / 1000)
    },
    over(outcome, { prompt, completion }) {
      if (begun === undefined) now.waiting--
      else now.running--
      counts.ended({ outcome })
      counts.tokens({ kind: 'prompt' }, prompt)
      counts.tokens({ kind: 'completion' }, completion)
    },
  }
}
