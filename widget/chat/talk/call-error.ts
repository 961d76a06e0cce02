import { isPlain } from './message.ts'

/** A failed call. `code` is the server's; `network` if there was no response, or an incomplete or invalid one. */
export class CallError extends Error {
  readonly code: string
  /** The reason, more specific than the code; empty if unknown. */
  readonly reason: string
  /** The invalid field; empty if there is none. */
  readonly field: string
  readonly retryAfter: number | undefined
  /** What the server sent beside the error. */
  readonly body: unknown

  constructor(code: string, message: string, retryAfter?: number, reason = '', field = '', body?: unknown) {
    super(message)
    this.code = code
    this.retryAfter = retryAfter
    this.reason = reason
    this.field = field
    this.body = body
  }
}

/** Parses an error body. */
export function readError(body: unknown, status = 0): CallError {
  const error = isPlain(body) && isPlain(body.error) ? body.error : {}
  const { code, message, retryAfter, reason } = error
  return new CallError(
    typeof code === 'string' ? code : (codes[status] ?? 'internal'),
    typeof message === 'string' ? message : `status ${status}`,
    typeof retryAfter === 'number' ? retryAfter : undefined,
    typeof reason === 'string' ? reason : '',
    fieldOf(body),
    body,
  )
}

function fieldOf(body: unknown): string {
  const [fault] = isPlain(body) && Array.isArray(body.faults) ? (body.faults as unknown[]) : []
  return isPlain(fault) && typeof fault.field === 'string' ? fault.field : ''
}

/** For responses without an error body, such as a proxy's. */
const codes: Record<number, string> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
  502: 'network',
  503: 'network',
  504: 'network',
}

export const asCallError = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError('network', String(error))

const overCodes = ['unauthorized', 'not_found', 'conflict', 'gone']

/** Whether the conversation cannot continue, but a new one can. */
export const isOver = ({ code }: CallError): boolean => overCodes.includes(code)

/** Whether the failure is temporary, so that a retry can succeed. */
export const isPassing = ({ code }: CallError): boolean => ['network', 'unavailable', 'rate_limited'].includes(code)
