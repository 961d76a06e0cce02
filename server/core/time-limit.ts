/** Something took longer than it may. */
export class TimeLimit extends Error {}

/** What `promise` gives, or a rejection with TimeLimit after `ms`. */
export function within<T>(promise: PromiseLike<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TimeLimit(`no answer within ${ms} ms`)), ms)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
