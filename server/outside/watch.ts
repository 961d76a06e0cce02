import type { Clock } from '../core/clock.ts'

/** One signal for all that may end a call to the outside early: its caller, and every limit on its time. */
export type Watch = {
  /** Aborted with the error that says why. */
  signal: AbortSignal
  /** Stops the call after so many milliseconds, unless the answer was called by then. */
  limit(delay: number, error: () => Error): () => void
  stop(error: Error): void
  /** To be called when the call is over, however it ended: no timer and no listener is left behind. */
  end(): void
}

/** Watches over one call. `aborted` makes the error for a caller who no longer waits. */
export function createWatch(clock: Clock, caller: AbortSignal | undefined, aborted: () => Error): Watch {
  const controller = new AbortController()
  const timers = new Set<() => void>()
  const leave = () => controller.abort(aborted())
  if (caller?.aborted) leave()
  else caller?.addEventListener('abort', leave)
  return {
    signal: controller.signal,
    limit(delay, error) {
      const cancel = clock.after(delay, () => controller.abort(error()))
      timers.add(cancel)
      return () => {
        cancel()
        timers.delete(cancel)
      }
    },
    stop: (error) => controller.abort(error),
    end() {
      for (const cancel of timers) cancel()
      timers.clear()
      caller?.removeEventListener('abort', leave)
    },
  }
}

/** The promise's answer, or the watch's error as soon as there is one: for work that takes no signal itself. */
export function orStopped<T>(watch: Watch, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(watch.signal.reason)
    if (watch.signal.aborted) stop()
    watch.signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => watch.signal.removeEventListener('abort', stop))
  })
}
