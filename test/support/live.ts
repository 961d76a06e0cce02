import { once } from 'node:events'
import { createTRPCUntypedClient, createWSClient, type TRPCClientError, wsLink } from '@trpc/client'
import type { AnyRouter } from '@trpc/server'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { EventType } from '../../shared/event.ts'
import type { World } from './world.ts'

/** An item of the subscription `events` as the client receives it; ephemeral events have no id. */
export type Item = {
  id?: string
  type: EventType | 'resync' | 'subscribed'
  site: string
  createdAt: string
  data: Body
}
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there
type Body = any

type Credentials = { token?: string; headers?: Record<string, string> }

/** A tRPC client on its own WebSocket, like a dashboard. */
export type Socket = {
  query(path: string, input?: unknown): Promise<unknown>
  mutation(path: string, input?: unknown): Promise<unknown>
  follow(input: { site: string; lastEventId?: string; window?: string; available?: boolean }): Following
  /** Breaks the connection like a lost network; the client reconnects. */
  drop(): void
  /** The number of connections so far. */
  opened(): number
  close(): Promise<void>
}

export type Following = {
  /** The start positions, one for each connection. */
  places: string[]
  /** All items so far. */
  items: Item[]
  started: Promise<void>
  /** Resolves when the server ended the subscription: with the error, or undefined if it completed. */
  ended: Promise<TRPCClientError<AnyRouter> | undefined>
  /** Waits until such an item has arrived. */
  has(fits: (item: Item) => boolean): Promise<Item>
  stop(): void
}

/** Opens a socket, with a token in `connectionParams`, or with headers such as a cookie, as a browser sends. */
export function openSocket(world: Pick<World, 'url'>, { token, headers = {} }: Credentials): Socket {
  let opened = 0
  class Connection extends WebSocket {
    constructor(url: string) {
      super(url, { headers })
      opened++
    }
  }
  const client = createWSClient({
    url: `${world.url.replace('http', 'ws')}/trpc`,
    WebSocket: Connection as unknown as typeof globalThis.WebSocket,
    retryDelayMs: () => 10,
    ...(token === undefined ? {} : { connectionParams: { token } }),
  })
  const trpc = createTRPCUntypedClient({ links: [wsLink({ client })] })
  return {
    query: (path, input) => trpc.query(path, input),
    mutation: (path, input) => trpc.mutation(path, input),
    follow: (input) => follow(trpc, input),
    drop: () => (client.connection?.ws as unknown as WebSocket | undefined)?.terminate(),
    opened: () => opened,
    close: () => client.close(),
  }
}

function follow(trpc: ReturnType<typeof createTRPCUntypedClient>, input: Record<string, unknown>): Following {
  const items: Item[] = []
  const places: string[] = []
  const waiting = new Set<() => void>()
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<TRPCClientError<AnyRouter> | undefined>()
  const subscription = trpc.subscription('events', input, {
    onStarted: () => started.resolve(),
    onData(given) {
      const item = itemOf(given)
      if (item.type === 'subscribed') places.push(item.id as string)
      else items.push(item)
      for (const look of waiting) look()
    },
    onError: (error) => ended.resolve(error),
    onComplete: () => ended.resolve(undefined),
  })
  return {
    places,
    items,
    started: started.promise,
    ended: ended.promise,
    has: (fits) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(
          () => reject(new Error(`it did not come after ${JSON.stringify(items)}`)),
          patience.timeout,
        )
        const look = () => {
          const found = items.find(fits)
          if (!found) return
          clearTimeout(limit)
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    stop: () => subscription.unsubscribe(),
  }
}

/** For what happens by itself on a machine that may be busy. */
export const patience = { timeout: 15_000, interval: 5 }

/** Tracked items are wrapped with their id. */
function itemOf(given: unknown): Item {
  const tracked = given as { id?: string; data: Item }
  return tracked.data?.type === undefined ? (given as Item) : { ...tracked.data, id: tracked.id as string }
}

/** A bare WebSocket, with all messages and its close code. */
export async function openBare(world: Pick<World, 'url'>, query = '') {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/trpc${query}`)
  const messages: string[] = []
  socket.on('message', (data) => messages.push(String(data)))
  let reason = ''
  const closed = once(socket, 'close').then(([code, words]) => {
    reason = String(words)
    return code as number
  })
  await once(socket, 'open')
  const answer = async () => {
    await expect.poll(() => messages.length, patience).toBeGreaterThan(0)
    return messages.shift() as string
  }
  return { socket, messages, closed, answer, reason: () => reason }
}
