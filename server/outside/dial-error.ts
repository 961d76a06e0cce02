import type { ClientRequest } from 'node:http'
import { type Failure, FailureError, failure } from '../core/failure.ts'

/**
 * Why an outgoing call failed. `refused`: the address must not be called · `unresolved`: no such host · `unreachable`:
 * nothing responds there · `insecure`: invalid certificate · `slow`: over the time limit · `large`: over the size limit
 * · `broken`: not the protocol, or cut off · `aborted`: the caller no longer waits.
 */
export type DialFault = 'refused' | 'unresolved' | 'unreachable' | 'insecure' | 'slow' | 'large' | 'broken' | 'aborted'

/** The message contains only the host, never path, query or headers, so it may be shown and logged. */
export class DialError extends FailureError {
  override readonly name = 'DialError'
  readonly kind: DialFault

  constructor(kind: DialFault, failed: Failure) {
    super(failed)
    this.kind = kind
  }
}

const unresolved = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA'])
const unreachable = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL', 'EACCES'])
const notSendable = new Set(['ERR_INVALID_CHAR', 'ERR_INVALID_HTTP_TOKEN', 'ERR_UNESCAPED_CHARACTERS'])
const insecure = /CERT|ERR_TLS|ERR_SSL|SELF_SIGNED|UNABLE_TO|EPROTO/

/** There is no such host. `code` is the resolver's, if there is one. */
export const noHost = (host: string, code = '') =>
  new DialError('unresolved', failure('host_unresolved', `There is no host ${host}${code}.`, { host }))

/** The connection to a host broke, or what it sent is not HTTP. */
export const brokenBy = (host: string, sentence: string) =>
  new DialError('broken', failure('connection_broken', sentence, { host }))

/** The caller no longer waits. */
export const abortedCall = () => new DialError('aborted', failure('call_aborted', 'The call was given up.'))

/** Converts a runtime error to a DialError with a readable message. */
export function asDialError(error: unknown, host: string): DialError {
  if (error instanceof DialError) return error
  const code = String((error as { code?: unknown } | undefined)?.code ?? 'no code')
  if (unresolved.has(code)) return noHost(host, ` (${code})`)
  if (unreachable.has(code))
    return new DialError('unreachable', failure('host_unreachable', `${host} cannot be reached (${code}).`, { host }))
  if (insecure.test(code))
    return new DialError(
      'insecure',
      failure('certificate_invalid', `${host} has no valid certificate (${code}).`, { host }),
    )
  if (notSendable.has(code)) {
    const sentence = `The headers for ${host} hold what no header may (${code}).`
    return new DialError('refused', failure('headers_invalid', sentence, { host }))
  }
  return brokenBy(host, `The connection to ${host} broke (${code}).`)
}

/** A kept connection was closed by the server before it answered. The request may be sent again over a new one. */
export class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
}

const closedCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE'])

/** The error of a request; a StaleConnection if the server closed the connection while nobody used it. */
export const staleOr = ({ reusedSocket }: ClientRequest, error: Error): Error =>
  reusedSocket && closedCodes.has((error as { code?: unknown }).code)
    ? new StaleConnection('A kept connection was closed.', { cause: error })
    : error
