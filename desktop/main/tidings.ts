import type { Calls, Tidings } from '../bridge.ts'

type Name = keyof Tidings

export type Post = {
  /** Tells the page; what comes while nobody there listens is kept for the first who does. */
  tell<K extends Name>(to: K, data: Tidings[K]): void
  /** The page says what it listens to. */
  listen(asked: Calls['listen']): void
  /** The page is gone, and its listeners with it. */
  forget(): void
}

/** A written reply or a takeover must not be lost; of the others the last one is what counts. */
const most: Record<Name, number> = { open: 1, reply: 20, takeover: 20, availability: 1 }

/** What the main process has to tell a page that may not be there yet: signed out, loading, or just reloaded. */
export function createPost(send: (to: Name, data: unknown) => void): Post {
  const listened = new Set<Name>()
  const kept = new Map<Name, unknown[]>()
  return {
    tell(to, data) {
      if (listened.has(to)) send(to, data)
      else kept.set(to, [...(kept.get(to) ?? []), data].slice(-most[to]))
    },
    listen({ to, on }) {
      if (!on) return void listened.delete(to)
      listened.add(to)
      for (const data of kept.get(to) ?? []) send(to, data)
      kept.delete(to)
    },
    forget: () => listened.clear(),
  }
}
