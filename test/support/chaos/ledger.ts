import { setTimeout as pause } from 'node:timers/promises'

/** A conversation as its writers know it: what was acknowledged, in their order. */
export type Written = {
  id: string
  /** The texts of the visitor and of the team that were acknowledged. */
  texts: string[]
  closed: boolean
}

/** What the servers acknowledged, kept beside them, and every violation that was seen on the way. */
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

/** Of these, the caller may try again. Any other refusal of a good request is a wrong answer. */
const passing = new Set([409, 425, 429, 500, 502, 503, 504])
/** Longer than any fault and any limit of the product. */
const hungMs = 90_000
const giveUpMs = 120_000

export type Sender = (method: string, path: string, body?: unknown) => Promise<unknown>

/**
 * Sends a write until it is acknowledged, to one server after the other, under the same Idempotency-Key.
 * @param at gives the servers' addresses; they may change with a restart
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
  /** Gets what each try was refused with. */
  why: string[]
}

/** Whether a refusal says that an earlier try was committed. It names the record that was made, if one was. */
function saysDone(status: number, text: string): boolean {
  if (status !== 409) return false
  return (JSON.parse(text) as { reason?: string }).reason === 'answer_not_kept'
}

/** One try. Undefined: it may have been done or not. */
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
    // A connection that breaks is what this is about.
    why.push(String(error))
    if (performance.now() - begun >= hungMs) ledger.violations.push(`hung: ${method} ${url}`)
    return undefined
  }
}
