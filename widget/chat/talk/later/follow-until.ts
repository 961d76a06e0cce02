import { asCallError } from '../call-error.ts'
import { accessOf, backoff, type Core, endIfLost, later } from '../core.ts'
import { applyEvent } from './events.ts'

/** A connection that lasted this long was stable. */
const lasting = 10_000
const refusedFor = 300_000

/** Processes the events of this conversation until `signal`, or until it ends, reconnecting as needed. */
export async function followUntil(core: Core, id: string, signal: AbortSignal): Promise<void> {
  const { store, machine, calls, surroundings } = core
  for (let failures = 0; !signal.aborted; failures++) {
    const chat = store.chat()
    if (chat?.id !== id || chat.ended) return
    const since = machine.now()
    let wait = 0
    try {
      for await (const event of calls.follow(accessOf(chat), chat.position, signal)) {
        if (signal.aborted) return
        failures = 0
        applyEvent(core, id, event)
      }
    } catch (error) {
      if (signal.aborted) return
      const fault = asCallError(error)
      surroundings.debug('events', fault.code, fault.message)
      if (endIfLost(core, id, fault)) return core.changed()
      wait = fault.code === 'forbidden' ? refusedFor : (fault.retryAfter ?? 0) * 1000
    }
    if (machine.now() - since > lasting) failures = 0
    await rest(core, Math.max(wait, backoff(core, failures)), signal)
  }
}

/** Waits this long, for the connection to return, or for the end. */
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
