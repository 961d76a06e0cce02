import { type Failure, failureOf } from '../core/failure.ts'
import type { Dial } from './dial.ts'
import { DialError } from './dial-error.ts'
import type { Purpose } from './dial-target.ts'

/** A request that an administrator configured: of a tool, a webhook endpoint or an email service. */
export type ConfiguredRequest = {
  purpose: Purpose
  url: string
  method: string
  headers: Record<string, string>
  /** Not sent with GET. */
  body: string
  timeoutMs: number
  /** The bytes of the response that are read. The rest is cut off. */
  maxBytes: number
  signal?: AbortSignal
}

/**
 * `answered`: there is a status, and the beginning of the body; `isCut` if there is more · `failed`: there is none.
 * `isRefused`: the address must not be called, so another attempt is useless.
 */
export type RequestOutcome =
  | { kind: 'answered'; status: number; headers: Headers; text: string; isCut: boolean }
  | { kind: 'failed'; failure: Failure; isRefused: boolean }

export type Requests = {
  /** Sends a request. Redirects are not followed. Throws only if `signal` aborts. */
  send(request: ConfiguredRequest): Promise<RequestOutcome>
  /** Why a URL must not be saved; undefined if it may. */
  refusal(url: string, purpose: Purpose): Promise<string | undefined>
}

/** Bytes that may follow those that are read, so that an ordinary response ends by itself. */
const spare = 64_000

export function createRequests(dial: Dial): Requests {
  return {
    async send({ maxBytes, body, ...request }) {
      try {
        const response = await dial.fetch(request.url, {
          ...request,
          ...(request.method === 'GET' ? {} : { body }),
          // Both may arrive twice: what is only read, and a delivery, which carries the id of its event.
          keepAlive: request.method === 'GET' || request.purpose === 'webhook',
          maxBytes: maxBytes + spare,
        })
        const { status, headers } = response
        return { kind: 'answered', status, headers, ...(await beginningOf(response, maxBytes)) }
      } catch (error) {
        if (!(error instanceof DialError) || error.kind === 'aborted') throw error
        return { kind: 'failed', failure: failureOf(error), isRefused: error.kind === 'refused' }
      }
    },
    async refusal(url, purpose) {
      try {
        await dial.check(url, purpose)
        return undefined
      } catch (error) {
        if (error instanceof DialError) return error.message
        throw error
      }
    },
  }
}

/** The beginning of a body as text. One that breaks off, is too large or too slow says nothing about the status. */
async function beginningOf({ body }: Response, maxBytes: number): Promise<{ text: string; isCut: boolean }> {
  if (!body) return { text: '', isCut: false }
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  let bytes = 0
  let isCut = false
  try {
    while (bytes <= maxBytes) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      bytes += value.length
    }
    isCut = bytes > maxBytes
  } catch (error) {
    if (!(error instanceof DialError) || error.kind === 'aborted') throw error
    isCut = true
  }
  if (isCut) await reader.cancel().catch(() => {})
  const text = Buffer.concat(parts).subarray(0, maxBytes).toString('utf8').replaceAll('\0', '').toWellFormed()
  return { text, isCut }
}
