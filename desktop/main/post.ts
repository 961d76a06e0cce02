import type { BridgeEvents, Calls } from '../bridge.ts'

type Name = keyof BridgeEvents

export type Post = {
  /** Sends a message to the page. Without a listener, it is kept for the first one. */
  send<K extends Name>(to: K, data: BridgeEvents[K]): void
  /** The page subscribes or unsubscribes. */
  listen(request: Calls['listen']): void
  /** The page is gone with its listeners. */
  forget(): void
}

/** Replies and takeovers must not be lost; of the others only the last one matters. */
const maxKept: Record<Name, number> = { open: 1, reply: 20, takeover: 20, availability: 1 }

/** Messages to a page that may not be ready yet: signed out, loading, or reloading. */
export function createPost(send: (to: Name, data: unknown) => void): Post {
  const listened = new Set<Name>()
  const kept = new Map<Name, unknown[]>()
  return {
    send(to, data) {
      if (listened.has(to)) send(to, data)
      else kept.set(to, [...(kept.get(to) ?? []), data].slice(-maxKept[to]))
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
