import type { SvcEvents } from '../../api.ts'

type Handler = (payload: unknown) => void

export type Events = {
  on(name: unknown, handler: unknown): void
  off(name: unknown, handler: unknown): void
  emit<Name extends keyof SvcEvents>(name: Name, payload: SvcEvents[Name]): void
}

/** The page's event handlers. An error in one is reported as the page's own and does not affect the others. */
export function createEvents(): Events {
  const handlers = new Map<unknown, Set<Handler>>(
    ['open', 'close', 'lead', 'message', 'ready', 'unread'].map((name) => [name, new Set<Handler>()]),
  )
  let isReady = false
  const of = (name: unknown) => {
    const found = handlers.get(name)
    if (!found) throw new Error(`there is no event ${String(name)}`)
    return found
  }
  return {
    on(name, handler) {
      if (typeof handler !== 'function') throw new Error('a handler is a function')
      of(name).add(handler as Handler)
      if (name === 'ready' && isReady) run(handler as Handler, undefined)
    },
    off: (name, handler) => void of(name).delete(handler as Handler),
    emit(name, payload) {
      isReady ||= name === 'ready'
      for (const handler of [...of(name)]) run(handler, payload)
    },
  }
}

function run(handler: Handler, payload: unknown): void {
  try {
    handler(payload)
  } catch (error) {
    reportError(error)
  }
}
