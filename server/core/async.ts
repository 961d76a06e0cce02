import type { Clock } from './clock.ts'

/** Runs one `work` at a time: callers during a run get its result, so a flood of callers costs one run. */
export function shareRunning<T>(work: () => Promise<T>): () => Promise<T> {
  const share = shareRunningByName()
  return () => share('', work)
}

/** Like `shareRunning`, with one run per name. */
export function shareRunningByName(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<unknown>>()
  return <T>(name: string, work: () => Promise<T>) => {
    const known = running.get(name) as Promise<T> | undefined
    if (known) return known
    const begun = work().finally(() => running.delete(name))
    running.set(name, begun)
    return begun
  }
}

/**
 * Tries `work` now and, if it fails, again each second, until it succeeds or the server stops, which ends its leases.
 * Resolves after the first try.
 */
export async function persist(
  services: { clock: Clock; stopping: AbortSignal },
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    failed(error)
    if (!services.stopping.aborted) services.clock.after(1_000, () => void persist(services, work, failed))
  }
}

/** Runs `work` one at a time. All calls during a run share one further run after it, unless the run failed. */
export function oneAtATime(work: () => Promise<void>, failed: (error: unknown) => void) {
  let running: Promise<void> | undefined
  let again = false
  const run = (): void => {
    again = true
    running ??= loop().finally(() => {
      running = undefined
      // A call arrived between the end of the loop and here.
      if (again) run()
    })
  }
  const loop = async () => {
    try {
      while (again) {
        again = false
        await work()
      }
    } catch (error) {
      again = false
      failed(error)
    }
  }
  return { run, done: async () => await running }
}

/**
 * Runs calls of `work` one after the other, in the order of the calls. A failure does not affect the calls after it.
 */
export function inTurn<Given extends unknown[], Result>(
  work: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (...given) => {
    const working = last.then(() => work(...given))
    last = working.catch(() => {})
    return working
  }
}

/**
 * Runs `work` again and again, with a pause of `every` milliseconds. Returns a function that stops it and resolves when
 * the current run has ended. `failed` receives what `work` throws.
 */
export function repeat(
  clock: Clock,
  every: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let closed = false
  let running = Promise.resolve()
  let cancel = () => {}
  const plan = () => {
    if (closed) return
    cancel = clock.after(every, () => {
      running = work().catch(failed).finally(plan)
    })
  }
  plan()
  return async () => {
    closed = true
    cancel()
    await running
  }
}

/** A pause between retries: `min` milliseconds the first time, then twice as long each time, up to `max`. */
export function growingPause(min: number, max: number): () => Promise<void> {
  let next = min
  return async () => {
    const pause = next
    next = Math.min(2 * next, max)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

export class TimeLimit extends Error {}

/** Resolves like `promise`, or rejects with TimeLimit after `ms`. */
export function within<T>(promise: PromiseLike<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TimeLimit(`no response within ${ms} ms`)), ms)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
