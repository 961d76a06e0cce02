import type { Parts } from '../../core/context.ts'
import { FairQueue } from './fair-queue.ts'
import { createTokenScale, type TokenScale } from './tokens.ts'

/** What the assistant of one server remembers between turns. */
export type AssistantState = {
  queue: FairQueue
  scale: TokenScale
  /** Why the last call to a site's own AI backend, or to the model that its settings name, failed; none where it succeeded. */
  faults: Map<string, string>
}

const room = { room: 200, roomOfSite: 50, longestWait: 60_000, longestBehind: 240_000 }

// It lives and dies with the server's parts.
const states = new WeakMap<Parts, AssistantState>()

export function assistantState(parts: Parts): AssistantState {
  const known = states.get(parts) ?? {
    queue: new FairQueue(parts.clock, { slots: parts.config.ai.concurrency, ...room }),
    scale: createTokenScale(),
    faults: new Map(),
  }
  states.set(parts, known)
  return known
}

/** How the AI backends that the sites name for themselves are, and how busy the model is, in plain words. */
export function assistantHealth(parts: Parts): { ok: boolean; detail: string } {
  const { queue, faults } = assistantState(parts)
  const busy = `${queue.running} replies are being written, ${queue.waiting} wait.`
  const failed = [...faults].map(([site, fault]) => `Site ${site}: ${fault}`)
  return { ok: failed.length === 0, detail: [busy, ...failed].join(' ') }
}
