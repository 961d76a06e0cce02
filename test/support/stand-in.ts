/** Calls all listeners like Node's emitters, with the names of Electron's events. */
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
 * A substitute for a part of Electron that is not on this machine. It has the type of that part; using a member that
 * the test did not provide throws instead of returning undefined.
 */
export function standIn<T extends object>(given: Partial<T>): T {
  return new Proxy(given, {
    get(target, name) {
      if (name in target || typeof name === 'symbol' || name === 'then') return Reflect.get(target, name)
      throw new Error(`the stand-in has no ${name}`)
    },
  }) as T
}

/** An event with these details that can be prevented. */
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
