/** A value that is requested once and cached. Failures are not cached. */
export type Remembered<T> = {
  get(): Promise<T>
  /** Clears the cache. */
  forget(): void
}

export function createRemembered<T>(ask: () => Promise<T>): Remembered<T> {
  let held: Promise<T> | undefined
  return {
    get() {
      if (held) return held
      const asked = ask()
      held = asked
      const drop = () => {
        if (held === asked) held = undefined
      }
      asked.catch(drop)
      return asked
    },
    forget() {
      held = undefined
    },
  }
}

const maxNames = 100

/** The same per name, with a bounded number of names; the oldest are evicted. */
export function createRememberedByName<T>(ask: (name: string) => Promise<T>): (name: string) => Remembered<T> {
  const kept = new Map<string, Remembered<T>>()
  return (name) => {
    const known = kept.get(name) ?? createRemembered(() => ask(name))
    const [oldest] = kept.size >= maxNames && !kept.has(name) ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    kept.set(name, known)
    return known
  }
}
