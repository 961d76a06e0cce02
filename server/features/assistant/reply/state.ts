import type { Services } from '../../../core/context.ts'
import type { Failure } from '../../../core/failure.ts'
import { createTokenScale, type TokenScale } from '../prompt/tokens.ts'
import { FairQueue } from './fair-queue.ts'

/** State of the assistant on one server that lasts between turns. */
export type AssistantState = {
  queue: FairQueue
  scale: TokenScale
  /** The error of the last call to a site's own AI backend, or to the model in its settings; absent if it succeeded. */
  faults: Map<string, Failure>
}

/** On a CPU, a reply may take half a minute: who sees their place is ready to wait. */
const room = { room: 200, roomOfSite: 50, maxWaitMs: 15 * 60_000, maxBackgroundWaitMs: 240_000 }

// Its lifetime is that of the server's services.
const states = new WeakMap<Services, AssistantState>()

export function assistantState(services: Services): AssistantState {
  const known = states.get(services) ?? {
    queue: new FairQueue(services.clock, { slots: services.config.ai.concurrency, ...room }),
    scale: createTokenScale(),
    faults: new Map(),
  }
  states.set(services, known)
  return known
}

/** The state of the AI backends that sites configure, and the load of the model, in plain words. */
export function assistantHealth(services: Services): { ok: boolean; detail: string } {
  const { queue, faults } = assistantState(services)
  const busy = `${queue.running} replies are being written, ${queue.waiting} wait.`
  const failed = [...faults].map(([site, fault]) => `Site ${site}: ${fault.message}`)
  return { ok: failed.length === 0, detail: [busy, ...failed].join(' ') }
}
