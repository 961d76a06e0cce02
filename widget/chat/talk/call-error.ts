import { isPlain } from './message.ts'

/** A call that did not succeed. `code` is the server's; `network` where no answer, half of one, or rubbish came. */
export class CallError extends Error {
  readonly code: string
  /** Why, more exactly than the code; empty where nobody says. */
  readonly reason: string
  /** The field that is at fault; empty where none is. */
  readonly field: string
  readonly retryAfter: number | undefined

  constructor(code: string, message: string, retryAfter?: number, reason = '', field = '') {
    super(message)
    this.code = code
    this.retryAfter = retryAfter
    this.reason = reason
    this.field = field
  }
}

/** Reads the body of a refusal. */
export function readRefusal(body: unknown, status = 0): CallError {
  const error = isPlain(body) && isPlain(body.error) ? body.error : {}
  const { code, message, retryAfter, reason } = error
  return new CallError(
    typeof code === 'string' ? code : (codes[status] ?? 'internal'),
    typeof message === 'string' ? message : `status ${status}`,
    typeof retryAfter === 'number' ? retryAfter : undefined,
    typeof reason === 'string' ? reason : '',
    fieldOf(body),
  )
}

function fieldOf(body: unknown): string {
  const [fault] = isPlain(body) && Array.isArray(body.faults) ? (body.faults as unknown[]) : []
  return isPlain(fault) && typeof fault.field === 'string' ? fault.field : ''
}

/** Of an answer that says no more, such as a proxy's. */
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

/** Whether the conversation cannot go on, but a new one can. */
export const isOver = ({ code }: CallError): boolean => overCodes.includes(code)

/** Whether nothing is wrong with what was sent: it goes through later. */
export const isPassing = ({ code }: CallError): boolean => ['network', 'unavailable', 'rate_limited'].includes(code)
