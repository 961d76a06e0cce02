/** A value that is asked for once and then remembered; a failure is not. */
export type Remembered<T> = {
  get(): Promise<T>
  /** Asks anew at the next `get`. */
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

const mostNames = 100

/** The same for each of several names; of more than can be expected, the oldest are asked for anew. */
export function createRememberedByName<T>(ask: (name: string) => Promise<T>): (name: string) => Remembered<T> {
  const kept = new Map<string, Remembered<T>>()
  return (name) => {
    const known = kept.get(name) ?? createRemembered(() => ask(name))
    const [oldest] = kept.size >= mostNames && !kept.has(name) ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    kept.set(name, known)
    return known
  }
}
