/**
 * Why a call to the outside failed.
 * `refused`: its address must not be called · `unresolved`: no such host · `unreachable`: nobody answers there ·
 * `insecure`: its certificate is not valid · `slow`: over the time · `large`: over the size ·
 * `broken`: not the protocol, or cut off · `aborted`: the caller no longer waits.
 */
export type DialFault = 'refused' | 'unresolved' | 'unreachable' | 'insecure' | 'slow' | 'large' | 'broken' | 'aborted'

/** The message names the host alone, never path, query or headers: it may be shown and logged. */
export class DialError extends Error {
  override readonly name = 'DialError'
  readonly kind: DialFault

  constructor(kind: DialFault, message: string) {
    super(message)
    this.kind = kind
  }
}

const unresolved = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA'])
const unreachable = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL', 'EACCES'])
const notSendable = new Set(['ERR_INVALID_CHAR', 'ERR_INVALID_HTTP_TOKEN', 'ERR_UNESCAPED_CHARACTERS'])
const insecure = /CERT|ERR_TLS|ERR_SSL|SELF_SIGNED|UNABLE_TO|EPROTO/

/** What the runtime's own error means, in words for a person. */
export function asDialError(error: unknown, host: string): DialError {
  if (error instanceof DialError) return error
  const code = String((error as { code?: unknown } | undefined)?.code ?? 'no code')
  if (unresolved.has(code)) return new DialError('unresolved', `There is no host ${host} (${code}).`)
  if (unreachable.has(code)) return new DialError('unreachable', `${host} cannot be reached (${code}).`)
  if (insecure.test(code)) return new DialError('insecure', `${host} has no valid certificate (${code}).`)
  if (notSendable.has(code))
    return new DialError('refused', `The headers for ${host} hold what no header may (${code}).`)
  return new DialError('broken', `The connection to ${host} broke (${code}).`)
}
