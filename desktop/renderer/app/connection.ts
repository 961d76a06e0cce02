import { createTRPCClient, createWSClient, TRPCClientError, type TRPCLink, wsLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { Router } from '../../../server/router.ts'
import type { ErrorBody } from '../../../shared/error.ts'
import type { SignedIn } from '../../../shared/session.ts'
import { createStore, type Store } from '../live/store.ts'
import { refusalWords } from '../words/refusal-words.ts'
import { wordsNow } from '../words/words.tsx'

export type Client = ReturnType<typeof createTRPCClient<Router>>

/** The way to the server, for one session. */
export type Connection = {
  client: Client
  /** Whether the socket stands. */
  online: Store<boolean>
  /** Opens the socket anew: the session cookie is read when it opens. */
  reopen(): void
  close(): void
}

/**
 * The socket to the server, and calls over it. The session cookie says who is there.
 * @param signedOut called when the server says that there is no session, whatever was asked
 */
export function connect(signedOut: () => void): Connection {
  const url = new URL('/trpc', location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const online = createStore(false)
  const socket = createWSClient({
    url: url.href,
    WebSocket: quietSocket(),
    // Soon at first, and not all at once where a server that was away has many to take back.
    retryDelayMs: (attempt) => (attempt === 0 ? 0 : Math.min(250 * 2 ** attempt, 5_000) * (0.75 + Math.random() / 2)),
    keepAlive: { enabled: true, intervalMs: 10_000, pongTimeoutMs: 5_000 },
    onOpen: () => online.set(true),
    onClose: () => online.set(false),
  })
  // A machine that lost its network is told so at once, long before a socket notices.
  const cut = () => socket.connection?.ws?.close()
  window.addEventListener('offline', cut)
  return {
    client: createTRPCClient<Router>({ links: [watchSession(signedOut), wsLink({ client: socket })] }),
    online,
    reopen: cut,
    close() {
      window.removeEventListener('offline', cut)
      void socket.close()
    },
  }
}

/** What is sent while a socket closes goes nowhere, and a browser writes an error for it: the library's pings go on until then. */
const quietSocket = () =>
  class extends WebSocket {
    override send(data: Parameters<WebSocket['send']>[0]) {
      if (this.readyState < WebSocket.CLOSING) super.send(data)
    }
  }

const watchSession =
  (signedOut: () => void): TRPCLink<Router> =>
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error(error) {
          if (isSignedOut(error)) signedOut()
          observer.error(error)
        },
      }),
    )

/** The server refused a call that is no procedure: signing in and out. */
export class Refused extends Error {
  readonly status: number
  readonly refusal: ErrorBody

  constructor(status: number, refusal: ErrorBody) {
    super(refusal.error.message)
    this.status = status
    this.refusal = refusal
  }
}

type Told = { code?: string; httpStatus?: number; refusal?: ErrorBody & Record<string, unknown> }

/** What the server said beside the words; undefined where it did not answer. */
const toldBy = (error: unknown): Told | undefined =>
  error instanceof TRPCClientError ? ((error.data as Told | undefined) ?? undefined) : undefined

/** The body of a refusal: its `error`, and what stands beside that. */
export const refusalOf = (error: unknown): Told['refusal'] =>
  error instanceof Refused ? error.refusal : toldBy(error)?.refusal

/** The words of whatever went wrong, in the language of the dashboard. */
export function wordsOf(error: unknown): string {
  const { common, refusals } = wordsNow()
  const refusal = refusalOf(error)
  if (refusal) return refusalWords(refusal, refusals)
  return toldBy(error) ? refusals.codes.internal : common.unreachable
}

/** Whether there is no session, or none any more. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof Refused ? error.status === 401 : toldBy(error)?.code === 'UNAUTHORIZED'

/** Whether the server wants the bot challenge answered before it looks at the rest. */
export function wantsChallenge(error: unknown): boolean {
  const reason = refusalOf(error)?.error.reason
  return reason === 'challenge_missing' || reason === 'challenge_failed'
}

/** The server said no, and will say it again; otherwise it may go another time. */
export function isRefused(error: unknown): boolean {
  const status = toldBy(error)?.httpStatus ?? 0
  return status >= 400 && status < 500 && status !== 401 && status !== 429
}

/** What was asked for is not there, or not for this person to see. */
export const isGone = (error: unknown): boolean => toldBy(error)?.code === 'NOT_FOUND'

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Refused(response.status, answer as ErrorBody)
  return answer as T
}

/** @param captcha the answer to the bot challenge, once it was asked for */
export const signIn = (email: string, password: string, captcha?: string) =>
  post<SignedIn>('/auth/sign-in', { email, password, captcha })
export const signInByLink = (token: string) => post<SignedIn>('/auth/link', { token })
export const setPassword = (password: string, current?: string) => post('/auth/password', { password, current })
export const signOut = () => post('/auth/sign-out', {})
