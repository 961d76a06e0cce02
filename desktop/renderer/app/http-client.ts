import { createTRPCClient, httpLink } from '@trpc/client'
import type { Router } from '../../../server/router.ts'
import type { Client } from '../live/connection.ts'

let client: Client | undefined
let lasting: Client | undefined

/**
 * A client for calls that can be aborted. Each is a request of its own, because the server cannot learn over the socket
 * that a single call is no longer wanted.
 */
export function httpClient(): Client {
  client ??= createTRPCClient<Router>({ links: [httpLink({ url: '/trpc' })] })
  return client
}

/** A client whose calls reach the server even if the window is closed right after. Their inputs must be small. */
export function lastingClient(): Client {
  lasting ??= createTRPCClient<Router>({
    links: [httpLink({ url: '/trpc', fetch: (url, init) => fetch(url, { ...init, keepalive: true } as RequestInit) })],
  })
  return lasting
}
