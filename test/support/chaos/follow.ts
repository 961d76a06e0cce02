import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'

type Page = { items: { id: string; type: string; data: { conversationId?: string } }[]; next: string }

/** What a reader of the event log saw, in order. */
export type Follower = { seen: string[]; end(last: string): Promise<void> }

const pageOf = async (url: string, adminKey: string, query: string): Promise<Page | undefined> => {
  try {
    const headers = { authorization: `Bearer ${adminKey}` }
    const response = await fetch(`${url}/api/v1/events?limit=500&${query}`, {
      headers,
      signal: AbortSignal.timeout(60_000),
    })
    const text = await response.text()
    return response.ok ? (JSON.parse(text) as Page) : undefined
  } catch {
    // It continues from its last position.
    return undefined
  }
}

/** Follows the log of one server by long polling, through all its failures. */
export function follow(url: () => string, adminKey: string, after: string): Follower {
  const seen: string[] = []
  let next = after
  let until: string | undefined
  const run = async () => {
    while (until === undefined || seen.at(-1) !== until) {
      const page = await pageOf(url(), adminKey, `wait=5${next && `&after=${next}`}`)
      if (!page) await pause(200)
      else {
        seen.push(...page.items.map(({ id }) => id))
        next = page.next
      }
    }
  }
  const running = run()
  return {
    seen,
    async end(last) {
      until = last
      await Promise.race([running, pause(30_000, undefined, { ref: false })])
    },
  }
}

/** Reads all events after `after`. */
export async function readAll(url: string, adminKey: string, after: string): Promise<Page['items']> {
  const items: Page['items'] = []
  for (let next = after; ; ) {
    const page = await pageOf(url, adminKey, next && `after=${next}`)
    if (!page) throw new Error('the event log cannot be read')
    items.push(...page.items)
    if (page.items.length === 0) return items
    next = page.next
  }
}

/** The follower must have seen exactly the log. */
export function compare(name: string, { seen }: Follower, log: string[], ledger: Ledger): void {
  const counts = new Map<string, number>()
  for (const id of seen) counts.set(id, (counts.get(id) ?? 0) + 1)
  const doubled = [...counts.values()].filter((times) => times > 1).length
  const missing = log.filter((id) => !counts.has(id)).length
  if (doubled > 0) ledger.violations.push(`duplicated: ${name} saw ${doubled} events twice`)
  if (missing > 0) ledger.violations.push(`lost: ${name} did not see ${missing} of ${log.length} events`)
  const known = new Set(log)
  const inOrder = [...counts.keys()].filter((id) => known.has(id))
  if (missing === 0 && inOrder.some((id, at) => id !== log[at]))
    ledger.violations.push(`reordered: ${name} saw events in another order`)
}
