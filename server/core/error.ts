import type { z } from 'zod'
import type { ErrorBody, ErrorCode } from '../../shared/error.ts'

/** What a caller is told instead of an answer. `extra` stands beside `error` in the body. */
export class Refusal extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly retryAfter: number | undefined
  readonly extra: Record<string, unknown>
  /** The existing record that stands in the way. */
  readonly id: string | undefined

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    more: { retryAfter?: number; extra?: Record<string, unknown>; cause?: unknown; id?: string | undefined } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.code = code
    this.retryAfter = more.retryAfter
    this.extra = more.extra ?? {}
    this.id = more.id
  }

  /** The same with more beside `error` in its body. */
  beside(extra: Record<string, unknown>): Refusal {
    const { status, code, message, retryAfter, id } = this
    const more = { extra: { ...this.extra, ...extra }, cause: this, id }
    return new Refusal(status, code, message, retryAfter === undefined ? more : { ...more, retryAfter })
  }

  body(): ErrorBody & Record<string, unknown> {
    const retryAfter = this.retryAfter === undefined ? {} : { retryAfter: this.retryAfter }
    const id = this.id === undefined ? {} : { id: this.id }
    return { error: { code: this.code, message: this.message, ...retryAfter, ...id }, ...this.extra }
  }
}

/** A message that begins with a field, such as `after: …`, has it in `faults` too. */
export const badRequest = (message: string) => {
  const [, field, fault] = /^([a-z][\w.-]*): (.+)$/s.exec(message) ?? []
  const extra = field === undefined || fault === undefined ? {} : { faults: [{ field, message: fault }] }
  return new Refusal(400, 'bad_request', message, { extra })
}
export const unauthorized = (message: string) => new Refusal(401, 'unauthorized', message)
export const forbidden = (message: string) => new Refusal(403, 'forbidden', message)
export const notFound = (what: string) => new Refusal(404, 'not_found', `There is no such ${what}.`)
export const conflict = (message: string, extra: Record<string, unknown> = {}) =>
  new Refusal(409, 'conflict', message, { extra })
/** 409 because of another record, `id`: it has a value that is unique, or is at work where only one may be. */
export const taken = (id: string | undefined, message: string) => new Refusal(409, 'conflict', message, { id })
export const gone = (message: string) => new Refusal(410, 'gone', message)
export const tooLarge = (message: string) => new Refusal(413, 'bad_request', message)
export const rateLimited = (seconds: number) =>
  new Refusal(429, 'rate_limited', `Too many requests. Try again in ${seconds} s.`, { retryAfter: seconds })
export const quotaExceeded = (message: string, retryAfter: number) =>
  new Refusal(429, 'quota_exceeded', message, { retryAfter })
export const connectorError = (message: string, cause?: unknown, extra: Record<string, unknown> = {}) =>
  new Refusal(502, 'connector_error', message, { cause, extra })
export const unavailable = (message: string, cause?: unknown) =>
  new Refusal(503, 'unavailable', message, { cause, retryAfter: 5 })

/** More faults than this are not told: nobody mends them all at once. */
const mostFaults = 50

/** 400 with the first fault of a parse, named by its field: `contact.email: Invalid email address`. All stand beside it. */
export function invalid(error: z.core.$ZodError): Refusal {
  const faults = error.issues
    .slice(0, mostFaults)
    .map(({ path, message }) => ({ field: path.map(String).join('.'), message }))
  const [first] = faults
  const words = first?.field ? `${first.field}: ${first.message}` : (first?.message ?? 'The request is not valid.')
  return new Refusal(400, 'bad_request', words, { extra: { faults } })
}
