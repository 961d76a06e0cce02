import { alone, backoff, type Core, later } from './core.ts'
import { fetchLater, refresh } from './fetch-later.ts'

/**
 * Follows the events of the conversation for as long as somebody looks at it, a person has it, or an answer is awaited. Of
 * all tabs of a browser one does so; when it goes, the next goes on after the last event that was taken in.
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
    /** Begins or ends, by what is so now. */
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
  // Whatever came before is told again: nothing has to be fetched while the first reply is awaited, or just read.
  if (core.store.chat()?.position === undefined) await core.machine.calm()
  const { createMoments, followUntil } = await fetchLater()
  if (signal.aborted) return
  core.moments ??= createMoments(core)
  await alone(core, 'events', () => followUntil(core, id, signal), signal)
}

function wanted({ store, visible, life }: Core): string | undefined {
  const chat = store.chat()
  if (!chat || chat.ended || life.signal.aborted) return undefined
  const isAwaited = store.mine().outbox.some((item) => item.stored && !item.failure)
  return visible || chat.status === 'live' || isAwaited ? chat.id : undefined
}

/** Another tab wrote over what this one took in, as it had not heard of it yet. The ids of events sort as they came. */
const isUndone = ({ store, taken = '' }: Core): boolean => (store.chat()?.position ?? '') < taken

/** The answer to the first message arrives with it. */
const isBeginning = ({ awaiting, store }: Core): boolean => awaiting && store.chat()?.position === undefined
