import type { Clock } from './clock.ts'

/**
 * Does `work` again and again, `every` milliseconds after it was done last. The answer ends that, and is fulfilled when the
 * work that is under way is over. Failures are the work's own: what it throws goes to `failed`.
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
