import { createTRPCClient, createWSClient, TRPCClientError, type TRPCLink, wsLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { Router } from '../../../server/router.ts'
import type { ErrorBody } from '../../../shared/error.ts'
import type { SignedIn } from '../../../shared/session.ts'
import { errorWords } from '../words/error-words.ts'
import { wordsNow } from '../words/words.tsx'
import { createRetryDelay } from './retry-delay.ts'
import { createStore, type Store } from './store.ts'

export type Client = ReturnType<typeof createTRPCClient<Router>>

/** The connection to the server, for one session. */
export type Connection = {
  client: Client
  /** Whether the socket is open. */
  online: Store<boolean>
  /** Reopens the socket, because the session cookie is read when it opens. */
  reopen(): void
  close(): void
}

/**
 * The socket to the server, and calls over it. The session cookie identifies the person.
 * @param signedOut called when the server reports that there is no session, in response to any call
 */
export function connect(signedOut: () => void): Connection {
  const url = new URL('/trpc', location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const online = createStore(false)
  const retry = createRetryDelay()
  const socket = createWSClient({
    url: url.href,
    WebSocket: quietSocket(),
    retryDelayMs: retry.after,
    keepAlive: { enabled: true, intervalMs: 10_000, pongTimeoutMs: 5_000 },
    onOpen() {
      retry.opened()
      online.set(true)
    },
    onClose() {
      retry.closed()
      online.set(false)
    },
  })
  // The browser reports a lost network long before a socket notices.
  const cut = () => socket.connection?.ws?.close()
  window.addEventListener('offline', cut)
  return {
    client: createTRPCClient<Router>({
      links: [watchSession(signedOut), whenOpen(online), wsLink({ client: socket })],
    }),
    online,
    reopen: cut,
    close() {
      window.removeEventListener('offline', cut)
      void socket.close()
    },
  }
}

/**
 * A socket that is over as soon as it is closed from here once it is open, because its event may come seconds later:
 * the library would take the end of a replaced socket for that of its successor. Data sent on a closing socket is lost,
 * and browsers log an error for it. The library's pings continue until then.
 */
const quietSocket = () =>
  class extends WebSocket {
    #isOver = false

    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      for (const type of ['message', 'error', 'close'])
        this.addEventListener(type, (event) => {
          if (this.#isOver) event.stopImmediatePropagation()
          this.#isOver ||= type === 'close'
        })
    }

    override send(data: Parameters<WebSocket['send']>[0]) {
      if (this.readyState < WebSocket.CLOSING) super.send(data)
    }

    override close(code?: number, reason?: string) {
      const wasOpen = this.readyState === WebSocket.OPEN
      super.close(code, reason)
      if (wasOpen) this.dispatchEvent(new CloseEvent('close'))
    }
  }

/**
 * Delays calls until the socket is open. The library opens a second one for a call without a socket, closes it when its own
 * attempt is due, and reports the call as failed although the server may have carried it out.
 */
const whenOpen =
  (online: Store<boolean>): TRPCLink<Router> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let stop: () => void
      const look = () => {
        if (!online.get()) return
        stop()
        stop = next(op).subscribe(observer).unsubscribe
      }
      stop = online.subscribe(look)
      op.signal?.addEventListener('abort', () => observer.complete(), { once: true })
      look()
      return () => stop()
    })

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

/** The server rejected a call that is not a procedure: signing in or out. */
export class Refused extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.error.message)
    this.status = status
    this.body = body
  }
}

type ErrorDetails = { code?: string; httpStatus?: number; refusal?: ErrorBody & Record<string, unknown> }

/** The details of the server's error; undefined if it did not respond. */
const detailsOf = (error: unknown): ErrorDetails | undefined =>
  error instanceof TRPCClientError ? ((error.data as ErrorDetails | undefined) ?? undefined) : undefined

/** The body of an error: its `error`, and the fields beside it. */
export const errorBodyOf = (error: unknown): ErrorDetails['refusal'] =>
  error instanceof Refused ? error.body : detailsOf(error)?.refusal

/** The message for any error, in the language of the dashboard. */
export function wordsOf(error: unknown): string {
  const { common, errors } = wordsNow()
  const body = errorBodyOf(error)
  if (body) return errorWords(body, errors)
  return detailsOf(error) ? errors.codes.internal : common.unreachable
}

/** Whether there is no session, or it ended. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof Refused ? error.status === 401 : detailsOf(error)?.code === 'UNAUTHORIZED'

/** Whether the server requires the bot challenge first. */
export function requiresChallenge(error: unknown): boolean {
  const reason = errorBodyOf(error)?.error.reason
  return reason === 'challenge_missing' || reason === 'challenge_failed'
}

/** Whether the server rejected it permanently; otherwise a retry may succeed. */
export function isRefused(error: unknown): boolean {
  const status = detailsOf(error)?.httpStatus ?? 0
  return status >= 400 && status < 500 && status !== 401 && status !== 429
}

/** Whether it does not exist, or this person may not see it. */
export const isGone = (error: unknown): boolean => detailsOf(error)?.code === 'NOT_FOUND'

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

/** @param captcha the answer to the bot challenge, if it was required */
export const signIn = (email: string, password: string, captcha?: string) =>
  post<SignedIn>('/auth/sign-in', { email, password, captcha })
export const signInByLink = (token: string) => post<SignedIn>('/auth/link', { token })
export const setPassword = (password: string, current?: string) => post('/auth/password', { password, current })
export const signOut = () => post('/auth/sign-out', {})
