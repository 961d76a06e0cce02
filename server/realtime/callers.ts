import type { Actor } from '../core/actor.ts'
import type { Parts } from '../core/context.ts'
import { repeat } from '../core/repeat.ts'

/** Somebody who is being told things for as long as it may be. */
export type Watched = {
  token: string
  actor: Actor
  /** It has to be known anew before it is told more. */
  changed(): void
}

export type Callers = {
  /** The answer ends it. */
  watch(caller: Watched): () => void
  start(): void
  close(): Promise<void>
}

/** An expired key or session is noticed at the latest after this; what is said of it in the log counts at once. */
const lookEvery = 15_000

/** Watches over keys, sessions and accounts of all who are being told things, one look for all of one token. */
export function createCallers(parts: Parts): Callers {
  const watched = new Map<string, Set<Watched>>()
  let stop = async () => {}
  let unsubscribe = () => {}

  const all = () => [...watched.values()].flatMap((callers) => [...callers])
  const look = async () => {
    const tokens = new Set(all().map(({ token }) => token))
    for (const token of tokens) {
      // Where the database does not answer, nothing new happens meanwhile.
      const actor = await parts.identify(token).catch(() => null)
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
      stop = repeat(parts.clock, lookEvery, look, (err) => parts.log.error({ err }, 'callers could not be known anew'))
      unsubscribe = parts.events.subscribe(({ type, data }) => {
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
