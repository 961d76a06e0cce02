import { asCallError } from './call-error.ts'
import { accessOf, alone, backoff, type Core, later, lose } from './core.ts'
import { hear } from './events.ts'
import type { Moments } from './moments.ts'

/** A connection that lasted so long was a good one. */
const lasting = 10_000
const refusedFor = 300_000

/**
 * Follows the events of the conversation for as long as somebody looks at it, a person has it, or an answer is awaited. Of
 * all tabs of a browser one does so; when it goes, the next goes on after the last event that was taken in.
 */
export function createFollower(core: Core, moments: Moments) {
  let following: { id: string; abort: AbortController } | undefined
  const stop = () => {
    following?.abort.abort()
    following = undefined
  }
  const start = (id: string) => {
    const abort = new AbortController()
    const { signal } = abort
    following = { id, abort }
    alone(core, 'events', () => followUntil(core, moments, id, signal), signal)
      .catch((error) => signal.aborted || core.surroundings.debug('events', String(error)))
      .finally(() => {
        if (following?.abort === abort) following = undefined
      })
  }
  core.life.signal.addEventListener('abort', stop)
  return {
    /** Begins or ends, by what is so now. */
    update() {
      const id = wanted(core)
      if (following?.id === id) return
      stop()
      if (id !== undefined) start(id)
    },
  }
}

function wanted({ store, visible, life }: Core): string | undefined {
  const chat = store.chat()
  if (!chat || chat.ended || life.signal.aborted) return undefined
  const isAwaited = store.mine().outbox.some((item) => item.stored && !item.failure)
  return visible || chat.status === 'live' || isAwaited ? chat.id : undefined
}

async function followUntil(core: Core, moments: Moments, id: string, signal: AbortSignal): Promise<void> {
  const { store, machine, calls, surroundings } = core
  for (let failures = 0; !signal.aborted; failures++) {
    const chat = store.chat()
    if (chat?.id !== id || chat.ended) return
    const since = machine.now()
    let wait = 0
    try {
      for await (const heard of calls.follow(accessOf(chat), chat.position, signal)) {
        if (signal.aborted) return
        failures = 0
        hear(core, moments, id, heard)
      }
    } catch (error) {
      if (signal.aborted) return
      const fault = asCallError(error)
      surroundings.debug('events', fault.code, fault.message)
      if (lose(core, id, fault)) return core.changed()
      wait = fault.code === 'forbidden' ? refusedFor : (fault.retryAfter ?? 0) * 1000
    }
    if (machine.now() - since > lasting) failures = 0
    await rest(core, Math.max(wait, backoff(core, failures)), signal)
  }
}

/** Waits so long, for the connection to come back, or for the end. */
function rest(core: Core, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel()
      forget()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const cancel = later(core, milliseconds, done)
    const forget = core.machine.listen('online', done)
    signal.addEventListener('abort', done)
  })
}
