import type { Actor } from '../core/actor.ts'
import { repeat } from '../core/async.ts'
import type { Services } from '../core/context.ts'

/** A subscriber, whose access is checked as long as it lasts. */
export type Watched = {
  token: string
  actor: Actor
  /** Called when the access must be checked again before more is sent. */
  changed(): void
}

export type Callers = {
  /** Returns a function that ends it. */
  watch(caller: Watched): () => void
  start(): void
  close(): Promise<void>
}

/** The maximum time until an expired key or session is noticed. Changes in the event log take effect immediately. */
const checkEvery = 15_000

/** Watches the keys, sessions and accounts of all subscribers, with one check per token. */
export function createCallers(services: Services): Callers {
  const watched = new Map<string, Set<Watched>>()
  let stop = async () => {}
  let unsubscribe = () => {}

  const all = () => [...watched.values()].flatMap((callers) => [...callers])
  const check = async () => {
    const tokens = new Set(all().map(({ token }) => token))
    for (const token of tokens) {
      // If the database does not respond, nothing has changed.
      const actor = await services.identify(token).catch(() => null)
      if (actor === null) continue
      for (const caller of all()) if (caller.token === token && !isSame(caller.actor, actor)) caller.changed()
    }
  }
  return {
    watch(caller) {
      const { id } = caller.actor
      const callers = watched.get(id) ?? new Set()
      watched.set(id, callers.add(caller))
      return () => {
        callers.delete(caller)
        if (callers.size === 0 && watched.get(id) === callers) watched.delete(id)
      }
    },
    start() {
      stop = repeat(services.clock, checkEvery, check, (err) => services.log.error({ err }, 'could not check callers'))
      unsubscribe = services.events.subscribe(({ type, data }) => {
        const { id, email } = data as { id?: string; email?: string }
        const name = type === 'key.changed' ? `key:${id}` : type === 'account.changed' ? email : undefined
        for (const caller of [...(watched.get(name ?? '') ?? [])]) caller.changed()
      })
    },
    async close() {
      unsubscribe()
      await stop()
    },
  }
}

const isSame = (before: Actor, now: Actor | undefined): boolean =>
  now !== undefined && before.role === now.role && before.scopes.size === now.scopes.size
