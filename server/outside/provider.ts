import type { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import { type Failure, failure, reworded } from '../core/failure.ts'
import { parseJson } from '../core/json.ts'
import { ProviderError, type ProviderFault } from '../core/provider-error.ts'
import { fingerprint } from '../core/seal.ts'
import { retryAfterMs } from '../core/time.ts'
import type { Dial } from './dial.ts'
import { DialError } from './dial-error.ts'
import { createRateBudget, type Rate, type RateBudget } from './rate-budget.ts'

/** One call of a provider's API. */
export type ProviderCall<Schema extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST' | 'DELETE'
  /** The whole URL, without its query. */
  url: string
  query?: Record<string, string | number | undefined>
  headers: Record<string, string>
  body?: unknown
  schema: Schema
  /** The key, which never appears in an error. */
  secret: string
  /** Whether it changes something there, so that a lost answer leaves its result unknown. */
  writes?: boolean
  /** Whether it may wait: it leaves a share of the rate limit for calls that people wait for. */
  isBackground?: boolean
  /** The rate limit that it counts against, if the key has several. */
  limit?: string
  signal?: AbortSignal | undefined
}

/** What differs between providers. */
export type ProviderWays = {
  /** Its name, for people. */
  name: string
  /** Calls per minute if no header says how many. */
  perMinute: number
  /** The rate limit in the headers of a response; undefined if they name none. */
  rateIn(headers: Headers, now: number): Rate | undefined
  /** What an error status means. */
  errorIn(status: number, body: unknown): ProviderRefusal
}

/** `why`: the provider's words. `scopes`: those that the token lacks. */
export type ProviderRefusal = { kind: ProviderFault; why: string; scopes?: string[] }

export type Provider = {
  /** Calls the provider. Throws a ProviderError, or a DialError if `signal` aborts. */
  call<Schema extends z.ZodType>(call: ProviderCall<Schema>): Promise<z.output<Schema>>
  /** The same failures for what a response of status 200 reports. */
  refusal(refused: ProviderRefusal, details?: { status?: number; isUnknown?: boolean }): ProviderError
}

const timeoutMs = 10_000
/** Creating a booking can call several other systems. */
const writeTimeoutMs = 25_000
const maxBytes = 4_000_000
const maxValues = 200_000
const minute = 60_000
const hour = 60 * minute

export function createProvider(dial: Dial, clock: Clock, ways: ProviderWays): Provider {
  const budget = createRateBudget(clock, ways.perMinute)
  return {
    async call(call) {
      const budgetName = `${fingerprint(call.secret)} ${new URL(call.url).host} ${call.limit ?? ''}`
      const wait = budget.take(budgetName, call.isBackground ?? false)
      if (wait > 0) throw limited(ways, wait)
      const response = await send(dial, ways, call)
      return await answerOf(ways, call, response, { budget, budgetName, now: clock.now() })
    },
    refusal: (refused, details) => refusalOf(ways, refused, details ?? {}),
  }
}

async function send(
  dial: Dial,
  ways: ProviderWays,
  call: ProviderCall,
): Promise<{ head: Response; bytes: Uint8Array }> {
  const url = new URL(call.url)
  for (const [name, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value))
  try {
    const head = await dial.fetch(url.href, {
      purpose: 'integration',
      method: call.method,
      headers: { accept: 'application/json', ...call.headers, ...(call.body === undefined ? {} : json) },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      maxBytes,
      timeoutMs: call.writes ? writeTimeoutMs : timeoutMs,
      keepAlive: call.method === 'GET',
      ...(call.signal ? { signal: call.signal } : {}),
    })
    return { head, bytes: new Uint8Array(await head.arrayBuffer()) }
  } catch (error) {
    if (!(error instanceof DialError) || error.kind === 'aborted') throw error
    // Before a connection, nothing was asked.
    const isUnknown = (call.writes ?? false) && ['slow', 'large', 'broken'].includes(error.kind)
    const sentence = `${ways.name} cannot be reached: ${error.message}`
    const failed = error.reason === 'address_private' ? error : reworded(error, sentence)
    throw new ProviderError('failed', failed, { isUnknown })
  }
}

const json = { 'content-type': 'application/json' }

type Counting = { budget: RateBudget; budgetName: string; now: number }

async function answerOf<Schema extends z.ZodType>(
  ways: ProviderWays,
  call: ProviderCall<Schema>,
  { head, bytes }: { head: Response; bytes: Uint8Array },
  { budget, budgetName, now }: Counting,
): Promise<z.output<Schema>> {
  const { status, headers } = head
  const rate = ways.rateIn(headers, now)
  if (status === 429) {
    const asked = retryAfterMs(headers.get('retry-after'), now) || (rate ? rate.resetAt - now : 0)
    const wait = Math.min(hour, Math.max(1000, asked || minute))
    budget.block(budgetName, now + wait)
    throw limited(ways, wait)
  }
  if (rate) budget.note(budgetName, rate)
  const isUnknown = call.writes ?? false
  const body = bodyOf(bytes)
  if (status < 200 || status > 299) {
    const refused = status < 300 || status > 399 ? ways.errorIn(status, body) : redirected
    const why = safeWords(refused.why, call.secret)
    throw refusalOf(ways, { ...refused, why }, { status, isUnknown: isUnknown && status >= 500 })
  }
  const read = call.schema.safeParse(body)
  if (read.success) return read.data
  const field = fieldOf(read.error)
  const sentence = `The answer of ${ways.name} is not the documented one: ${field}.`
  throw new ProviderError('invalid', failure('integration_invalid', sentence, { name: ways.name, field }), {
    ...{ status, isUnknown },
  })
}

const redirected: ProviderRefusal = { kind: 'failed', why: 'It redirects to another address.' }

/** The answer as JSON; undefined if it is none, or beyond the limits. */
function bodyOf(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes, { maxValues })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

function fieldOf(error: z.core.$ZodError): string {
  const [issue] = error.issues
  return issue?.path.join('.').slice(0, 200).toWellFormed() || 'the whole answer'
}

function limited({ name }: ProviderWays, wait: number): ProviderError {
  const seconds = Math.ceil(wait / 1000)
  const sentence = `${name} allows no further calls for ${seconds} s.`
  return new ProviderError('limited', failure('integration_limited', sentence, { name, seconds }), {
    ...{ status: 429, retryAfter: wait },
  })
}

function refusalOf(
  { name }: ProviderWays,
  { kind, why, scopes = [] }: ProviderRefusal,
  { status, isUnknown = false }: { status?: number; isUnknown?: boolean },
): ProviderError {
  return new ProviderError(kind, failureFor(name, kind, why, scopes), { status, why, isUnknown })
}

function failureFor(name: string, kind: ProviderFault, why: string, scopes: string[]): Failure {
  if (kind === 'key') return failure('integration_key', `${name} does not accept the key: ${why}`, { name, why })
  if (kind === 'licence')
    return failure(
      'integration_licence',
      `${name} accepts no key, because CALCOM_LICENSE_KEY of that installation is missing or invalid: ${why}`,
      { why },
    )
  if (kind === 'scopes') {
    const list = scopes.join(', ') || why
    return failure('integration_scopes', `The token of ${name} lacks these scopes: ${list}.`, { name, scopes: list })
  }
  if (kind === 'account')
    return failure('integration_account', `Connect the account of ${name} again: ${why}`, { name, why })
  return kind === 'failed'
    ? failure('integration_failed', `${name} failed: ${why}`, { name, why })
    : failure('integration_refused', `${name} refuses: ${why}`, { name, why })
}

/** The provider's words on one line, without the key and bidirectional control characters. */
export const safeWords = (given: unknown, secret: string): string => {
  const text = typeof given === 'string' ? given.slice(0, 2000) : ''
  const open = secret.length < 4 ? text : text.replaceAll(secret, '…')
  return (
    open
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, 300)
      .toWellFormed() || 'It gives no reason.'
  )
}
