import { createTRPCClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client'
import type { Router } from '../../server/router.ts'
import type { ErrorBody } from '../../shared/error.ts'
import type { SignedIn } from '../../shared/session.ts'

export type Client = ReturnType<typeof createTRPCClient<Router>>

/** The socket to the server, and calls over it. The session cookie says who is there. */
export function connect(changed: (online: boolean) => void): { client: Client; close(): void } {
  const url = new URL('/trpc', location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = createWSClient({
    url: url.href,
    // Soon at first, and not all at once where a server that was away has many to take back.
    retryDelayMs: (attempt) => (attempt === 0 ? 0 : Math.min(250 * 2 ** attempt, 5_000) * (0.75 + Math.random() / 2)),
    keepAlive: { enabled: true, intervalMs: 20_000, pongTimeoutMs: 10_000 },
    onOpen: () => changed(true),
    onClose: () => changed(false),
  })
  return { client: createTRPCClient<Router>({ links: [wsLink({ client: socket })] }), close: () => void socket.close() }
}

/** What a refusal says, in words for a person. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, words: string) {
    super(words)
    this.status = status
  }
}

/** The words of whatever went wrong. */
export function wordsOf(error: unknown): string {
  if (error instanceof Refused || error instanceof TRPCClientError) return error.message
  return 'The server cannot be reached. Check the connection and try again.'
}

/** Whether there is no session, or none any more. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof Refused
    ? error.status === 401
    : error instanceof TRPCClientError && (error.data as { code?: string } | undefined)?.code === 'UNAUTHORIZED'

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Refused(response.status, (answer as ErrorBody).error.message)
  return answer as T
}

export const signIn = (email: string, password: string) => post<SignedIn>('/auth/sign-in', { email, password })
export const signInByLink = (token: string) => post<SignedIn>('/auth/link', { token })
export const setPassword = (password: string, current?: string) => post('/auth/password', { password, current })
export const signOut = () => post('/auth/sign-out', {})
