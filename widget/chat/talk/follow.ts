import { backoff, type Core, inOneTab, later } from './core.ts'
import { fetchLater, refresh } from './fetch-later.ts'

/**
 * Follows the events of the conversation while it is visible, a person handles it, or a reply is awaited. One tab of a
 * browser does so; when it is closed, another continues after the last processed event.
 */
export function createFollower(core: Core) {
  let following: { id: string; abort: AbortController } | undefined
  let failures = 0
  const stop = () => {
    following?.abort.abort()
    following = undefined
  }
  const start = (id: string) => {
    const abort = new AbortController()
    const { signal } = abort
    following = { id, abort }
    followAlone(core, id, signal)
      .then(() => {
        failures = 0
      })
      .catch((error) => {
        if (signal.aborted) return
        core.surroundings.debug('events', String(error))
        later(core, backoff(core, failures++), () => core.changed())
      })
      .finally(() => {
        if (following?.abort === abort) following = undefined
      })
  }
  core.life.signal.addEventListener('abort', stop)
  return {
    /** Starts or stops following, as needed now. */
    update() {
      const id = wanted(core)
      if (id !== undefined && following?.id === id && isUndone(core)) {
        core.taken = undefined
        void refresh(core, id)
      }
      if (following?.id === id) return
      stop()
      if (id !== undefined && !isBeginning(core)) start(id)
    },
  }
}

async function followAlone(core: Core, id: string, signal: AbortSignal): Promise<void> {
  // Earlier events are replayed, so nothing needs to be loaded while the first reply is awaited or just being read. A
  // visitor who asked for a person waits for their place in the queue.
  if (core.store.chat()?.position === undefined && !core.asked) await core.machine.calm()
  const { createEphemeralEvents, followUntil } = await fetchLater()
  if (signal.aborted) return
  core.ephemeralEvents ??= createEphemeralEvents(core)
  await inOneTab(core, 'events', () => followUntil(core, id, signal), signal)
}

function wanted({ store, visible, life }: Core): string | undefined {
  const chat = store.chat()
  if (!chat || chat.ended || life.signal.aborted) return undefined
  const isAwaited = store.mine().outbox.some((item) => item.stored && !item.failure)
  return visible || chat.status === 'live' || isAwaited ? chat.id : undefined
}

/** Another tab overwrote what this one processed, without knowing it. Event ids sort in order. */
const isUndone = ({ store, taken = '' }: Core): boolean => (store.chat()?.position ?? '') < taken

/** The answer to the first message arrives with its response. */
const isBeginning = ({ awaiting, store }: Core): boolean => awaiting && store.chat()?.position === undefined
