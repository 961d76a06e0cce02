import type { Clock } from '../core/clock.ts'

/** One signal for everything that can end an outgoing call early: its caller, and all time limits. */
export type Watch = {
  /** Aborted with an error that says why. */
  signal: AbortSignal
  /** Stops the call after this many milliseconds, unless the returned function was called before. */
  limit(delay: number, error: () => Error): () => void
  stop(error: Error): void
  /** Call this when the call is over, however it ended, to remove timers and listeners. */
  end(): void
}

/** Watches one call. `aborted` creates the error for a caller who no longer waits. */
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

/** The promise's result, or the watch's error as soon as there is one. For work that does not support signals. */
export function orStopped<T>(watch: Watch, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(watch.signal.reason)
    if (watch.signal.aborted) stop()
    watch.signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => watch.signal.removeEventListener('abort', stop))
  })
}
