import type { SvcEvents } from '../../api.ts'

type Handler = (payload: unknown) => void

export type Events = {
  on(name: unknown, handler: unknown): void
  off(name: unknown, handler: unknown): void
  tell<Name extends keyof SvcEvents>(name: Name, payload: SvcEvents[Name]): void
}

/** The handlers of the page. One that throws is reported as the page's own fault, and keeps none of the others away. */
export function createEvents(): Events {
  const handlers = new Map<unknown, Set<Handler>>(
    ['open', 'close', 'lead', 'message'].map((name) => [name, new Set<Handler>()]),
  )
  const of = (name: unknown) => {
    const found = handlers.get(name)
    if (!found) throw new Error(`there is no event ${String(name)}`)
    return found
  }
  return {
    on(name, handler) {
      if (typeof handler !== 'function') throw new Error('a handler is a function')
      of(name).add(handler as Handler)
    },
    off: (name, handler) => void of(name).delete(handler as Handler),
    tell(name, payload) {
      for (const handler of [...of(name)]) {
        try {
          handler(payload)
        } catch (error) {
          reportError(error)
        }
      }
    },
  }
}
