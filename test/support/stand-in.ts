/** Calls whoever listens, as Node's emitters do; with the names of Electron's events. */
export function createEmitter() {
  const listeners = new Map<string, ((...given: never[]) => unknown)[]>()
  const on = (event: string, listener: (...given: never[]) => unknown): never => {
    listeners.set(event, [...(listeners.get(event) ?? []), listener])
    return undefined as never
  }
  return {
    on,
    once: on,
    emit(event: string, ...given: unknown[]): void {
      for (const listener of listeners.get(event) ?? []) listener(...(given as never[]))
    },
  }
}

/**
 * Stands in for a part of Electron that is not on this machine: what the test gives is typed as that part is, and
 * whatever else is asked of it is an error instead of undefined.
 */
export function standIn<T extends object>(given: Partial<T>): T {
  return new Proxy(given, {
    get(target, name) {
      if (name in target || typeof name === 'symbol' || name === 'then') return Reflect.get(target, name)
      throw new Error(`the stand-in has no ${name}`)
    },
  }) as T
}

/** An event that can be prevented, with these details. */
export function createEvent<T extends object>(details: T) {
  const event = {
    ...details,
    isPrevented: false,
    preventDefault() {
      event.isPrevented = true
    },
  }
  return event
}
