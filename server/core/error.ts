import type { z } from 'zod'
import { type ErrorBody, type ErrorCode, type ErrorParams, type ErrorReason, errorReasons } from '../../shared/error.ts'
import { type FaultReason, faultReasons, type Rule } from '../../shared/fault.ts'

type More = {
  reason?: ErrorReason
  /** The values that the message names. */
  params?: ErrorParams | undefined
  retryAfter?: number | undefined
  /** Further fields of the body, next to `error`. */
  extra?: Record<string, unknown>
  cause?: unknown
  /** The id of the conflicting record. */
  id?: string | undefined
}

/** An error that the caller receives instead of an answer. */
export class AppError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly reason: ErrorReason
  readonly params: ErrorParams | undefined
  readonly retryAfter: number | undefined
  readonly extra: Record<string, unknown>
  readonly id: string | undefined

  constructor(status: number, code: ErrorCode, message: string, more: More & { reason: ErrorReason }) {
    super(message, { cause: more.cause })
    this.status = status
    this.code = code
    this.reason = more.reason
    this.params = more.params
    this.retryAfter = more.retryAfter
    this.extra = more.extra ?? {}
    this.id = more.id
  }

  /** The same error with further fields in its body, next to `error`. */
  beside(extra: Record<string, unknown>): AppError {
    const { status, code, message, reason, params, retryAfter, id } = this
    return new AppError(status, code, message, {
      ...{ reason, params, retryAfter, id },
      extra: { ...this.extra, ...extra },
      cause: this,
    })
  }

  body(): ErrorBody & Record<string, unknown> {
    const { code, message, reason, params, retryAfter, id } = this
    const error = {
      ...{ code, message, reason },
      ...(params && { params }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(id === undefined ? {} : { id }),
    }
    return { error, ...this.extra }
  }
}

/** A message that starts with a field name, such as `after: …`, is also listed in `faults`. */
export function badRequest(message: string, given?: ErrorReason, params?: ErrorParams): AppError {
  const [, field, fault] = /^([a-z][\w.-]*): (.+)$/s.exec(message) ?? []
  const extra =
    field === undefined || fault === undefined
      ? {}
      : { faults: [{ field, message: fault, reason: faultReason(given) }] }
  const reason = given ?? (field === undefined ? 'invalid_request' : 'invalid_fields')
  return new AppError(400, 'bad_request', message, { reason, params, extra })
}
/** 400 for a rule on one field that the schema cannot express. */
export function invalidField(field: string, { error: message, params: { reason, ...params } }: Rule): AppError {
  const more = Object.keys(params).length > 0 ? { params } : {}
  const extra = { faults: [{ field, message, reason, ...more }] }
  return new AppError(400, 'bad_request', `${field}: ${message}`, { reason: 'invalid_fields', ...more, extra })
}

const faultReason = (given: string | undefined): FaultReason =>
  given !== undefined && Object.hasOwn(faultReasons, given) ? (given as FaultReason) : 'not_valid'

export const unauthorized = (message: string, reason: ErrorReason) =>
  new AppError(401, 'unauthorized', message, { reason })
export const forbidden = (message: string, reason: ErrorReason, params?: ErrorParams) =>
  new AppError(403, 'forbidden', message, { reason, params })
export const notFound = (what: string) =>
  new AppError(404, 'not_found', `No such ${what}.`, { reason: 'unknown_record', params: { record: what } })
export const unknownSite = (site: string) =>
  new AppError(404, 'not_found', 'No such site.', {
    reason: 'unknown_site',
    params: { site: site.slice(0, 100) },
  })
export const noRoute = () => new AppError(404, 'not_found', 'No such route.', { reason: 'unknown_route' })
export const conflict = (message: string, reason: ErrorReason, more: Pick<More, 'params' | 'extra'> = {}) =>
  new AppError(409, 'conflict', message, { reason, ...more })
/** 409 because of another record, `id`: it already has the unique value, or is active where only one may be. */
export const taken = (id: string | undefined, message: string, reason: ErrorReason, params?: ErrorParams) =>
  new AppError(409, 'conflict', message, { reason, params, id })
export const gone = (message: string, reason: ErrorReason) => new AppError(410, 'gone', message, { reason })
export const tooLarge = (message: string, params?: ErrorParams) =>
  new AppError(413, 'bad_request', message, { reason: 'too_large', params })
export const rateLimited = (seconds: number) =>
  new AppError(429, 'rate_limited', `Too many requests. Try again in ${seconds} s.`, {
    reason: 'too_many_requests',
    params: { seconds },
    retryAfter: seconds,
  })
export const quotaExceeded = (message: string, reason: ErrorReason, retryAfter: number) =>
  new AppError(429, 'quota_exceeded', message, { reason, retryAfter })
export const connectorError = (
  message: string,
  reason: ErrorReason,
  more: Pick<More, 'params' | 'cause' | 'extra'> = {},
) => new AppError(502, 'connector_error', message, { reason, ...more })
export const unavailable = (message: string, reason: ErrorReason, cause?: unknown) =>
  new AppError(503, 'unavailable', message, { reason, cause, retryAfter: 5 })

/** Faults beyond this number are left out. */
const maxFaults = 50

/**
 * 400 with the first fault of a parse, named by its field: `contact.email: Invalid email address`. `faults` lists all
 * of them. Custom checks of a schema give their reason with `rule` of shared/fault.ts.
 * @param under the path of the parsed value
 */
export function invalid({ issues }: z.core.$ZodError, under: string[] = []): AppError {
  const faults = issues.slice(0, maxFaults).map((issue) => faultOf(issue, under))
  const [first] = faults
  const words = first?.field ? `${first.field}: ${first.message}` : (first?.message ?? 'The request is invalid.')
  const byRule = first && Object.hasOwn(errorReasons, first.reason) ? (first.reason as ErrorReason) : undefined
  const reason = byRule ?? (first?.field ? 'invalid_fields' : 'invalid_request')
  return new AppError(400, 'bad_request', words, { reason, extra: { faults } })
}

type Fault = NonNullable<ErrorBody['faults']>[number]

function faultOf(issue: z.core.$ZodIssue, under: string[]): Fault {
  const { reason, ...params } = whyOf(issue)
  const fault = { field: [...under, ...issue.path.map(String)].join('.'), message: issue.message, reason }
  return Object.keys(params).length > 0 ? { ...fault, params } : fault
}

type Why = { reason: Fault['reason'] } & Record<string, string | number>

function whyOf(issue: z.core.$ZodIssue): Why {
  switch (issue.code) {
    case 'custom':
      return { reason: 'not_valid', ...issue.params }
    case 'invalid_type':
      return issue.message === missingField
        ? { reason: 'required' }
        : { reason: 'wrong_type', expected: issue.expected }
    case 'invalid_value':
      return { reason: 'wrong_value', allowed: issue.values.map(String).join(', ') }
    case 'invalid_format':
      return { reason: 'wrong_format', format: issue.format }
    case 'too_big':
      return { reason: bounds[issue.origin]?.over ?? 'too_high', max: Number(issue.maximum) }
    case 'too_small':
      return { reason: bounds[issue.origin]?.under ?? 'too_low', min: Number(issue.minimum) }
    case 'invalid_union':
      return issue.errors[0]?.[0] ? whyOf(issue.errors[0][0]) : { reason: 'not_valid' }
    default:
      return { reason: 'not_valid' }
  }
}

const entries = { over: 'too_many', under: 'too_few' } as const
const bounds: Record<string, { over: Fault['reason']; under: Fault['reason'] }> = {
  string: { over: 'too_long', under: 'too_short' },
  array: entries,
  set: entries,
  object: entries,
}

/** The message for a missing field. */
export const missingField = 'Is required.'
