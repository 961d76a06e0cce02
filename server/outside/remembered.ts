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
