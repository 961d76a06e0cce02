import { setTimeout as pause } from 'node:timers/promises'
import type { ErrorBody } from '../../../shared/error.ts'

/** A conversation as its writers know it: what was acknowledged, in order. */
export type Written = {
  id: string
  /** The acknowledged texts of the visitor and of the team. */
  texts: string[]
  closed: boolean
}

/** What the servers acknowledged, recorded outside of them, and every violation that was seen. */
export type Ledger = {
  conversations: Written[]
  contacts: { id: string; email: string }[]
  entries: string[]
  violations: string[]
  acknowledged: number
  /** Requests that had to be sent again. */
  retries: number
}

export const createLedger = (): Ledger => ({
  conversations: [],
  contacts: [],
  entries: [],
  violations: [],
  acknowledged: 0,
  retries: 0,
})

/** The caller may retry these. Any other refusal of a valid request is an error. */
const passing = new Set([409, 425, 429, 500, 502, 503, 504])
/** Longer than any fault and any limit of the product. */
const hungMs = 90_000
const giveUpMs = 120_000

export type Sender = (method: string, path: string, body?: unknown) => Promise<unknown>

/**
 * Sends a write to one server after the other, with the same Idempotency-Key, until it is acknowledged.
 * @param at returns the servers' addresses, which may change with a restart
 */
export function createSender(at: () => string[], adminKey: string, ledger: Ledger): Sender {
  let turn = 0
  return async (method, path, body) => {
    const key = crypto.randomUUID()
    const begun = performance.now()
    const why: string[] = []
    while (performance.now() - begun < giveUpMs) {
      const urls = at()
      const url = `${urls[turn++ % urls.length]}/api/v1${path}`
      const answer = await send(url, method, body, { adminKey, key, ledger, why })
      if (answer !== undefined) {
        ledger.acknowledged++
        return answer
      }
      ledger.retries++
      await pause(250)
    }
    throw new Error(`${method} ${path} was not acknowledged in two minutes: ${why.at(-1)}`)
  }
}

type Sending = {
  adminKey: string
  key: string
  ledger: Ledger
  /** Receives the reason why each attempt failed. */
  why: string[]
}

/** Whether a refusal says that an earlier attempt was committed. It names the created record, if there was one. */
function saysDone(status: number, text: string): boolean {
  if (status !== 409) return false
  return (JSON.parse(text) as Partial<ErrorBody>).error?.reason === 'answer_not_kept'
}

/** One attempt. Undefined if it is unknown whether it succeeded. */
async function send(url: string, method: string, body: unknown, { adminKey, key, ledger, why }: Sending) {
  const begun = performance.now()
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(hungMs),
    })
    const text = await response.text()
    if (response.ok || saysDone(response.status, text)) return JSON.parse(text) as unknown
    if (!passing.has(response.status))
      ledger.violations.push(`wrong answer: ${method} ${url}: ${response.status} ${text}`)
    why.push(`${response.status} ${text}`)
    return undefined
  } catch (error) {
    // Broken connections are expected here.
    why.push(String(error))
    if (performance.now() - begun >= hungMs) ledger.violations.push(`hung: ${method} ${url}`)
    return undefined
  }
}
