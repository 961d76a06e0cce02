import type { z } from 'zod'
import { type ErrorBody, type ErrorCode, type ErrorParams, type ErrorReason, errorReasons } from '../../shared/error.ts'
import { type FaultReason, faultReasons, type Rule } from '../../shared/fault.ts'

type More = {
  reason?: ErrorReason
  /** What the message names. */
  params?: ErrorParams | undefined
  retryAfter?: number | undefined
  /** What stands beside `error` in the body. */
  extra?: Record<string, unknown>
  cause?: unknown
  /** The existing record that stands in the way. */
  id?: string | undefined
}

/** What a caller is told instead of an answer. */
export class Refusal extends Error {
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

  /** The same with more beside `error` in its body. */
  beside(extra: Record<string, unknown>): Refusal {
    const { status, code, message, reason, params, retryAfter, id } = this
    return new Refusal(status, code, message, {
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

/** A message that begins with a field, such as `after: …`, has it in `faults` too. */
export function badRequest(message: string, given?: ErrorReason, params?: ErrorParams): Refusal {
  const [, field, fault] = /^([a-z][\w.-]*): (.+)$/s.exec(message) ?? []
  const extra =
    field === undefined || fault === undefined
      ? {}
      : { faults: [{ field, message: fault, reason: faultReason(given) }] }
  const reason = given ?? (field === undefined ? 'invalid_request' : 'invalid_fields')
  return new Refusal(400, 'bad_request', message, { reason, params, extra })
}
/** 400 because a field breaks a rule that no schema holds. */
export function invalidField(field: string, { error: message, params: { reason, ...params } }: Rule): Refusal {
  const more = Object.keys(params).length > 0 ? { params } : {}
  const extra = { faults: [{ field, message, reason, ...more }] }
  return new Refusal(400, 'bad_request', `${field}: ${message}`, { reason: 'invalid_fields', ...more, extra })
}

const faultReason = (given: string | undefined): FaultReason =>
  given !== undefined && Object.hasOwn(faultReasons, given) ? (given as FaultReason) : 'not_valid'

export const unauthorized = (message: string, reason: ErrorReason) =>
  new Refusal(401, 'unauthorized', message, { reason })
export const forbidden = (message: string, reason: ErrorReason, params?: ErrorParams) =>
  new Refusal(403, 'forbidden', message, { reason, params })
export const notFound = (what: string) =>
  new Refusal(404, 'not_found', `There is no such ${what}.`, { reason: 'unknown_record', params: { record: what } })
export const unknownSite = (site: string) =>
  new Refusal(404, 'not_found', 'There is no such site.', {
    reason: 'unknown_site',
    params: { site: site.slice(0, 100) },
  })
export const noRoute = () => new Refusal(404, 'not_found', 'There is no such route.', { reason: 'unknown_route' })
export const conflict = (message: string, reason: ErrorReason, more: Pick<More, 'params' | 'extra'> = {}) =>
  new Refusal(409, 'conflict', message, { reason, ...more })
/** 409 because of another record, `id`: it has a value that is unique, or is at work where only one may be. */
export const taken = (id: string | undefined, message: string, reason: ErrorReason, params?: ErrorParams) =>
  new Refusal(409, 'conflict', message, { reason, params, id })
export const gone = (message: string, reason: ErrorReason) => new Refusal(410, 'gone', message, { reason })
export const tooLarge = (message: string, params?: ErrorParams) =>
  new Refusal(413, 'bad_request', message, { reason: 'too_large', params })
export const rateLimited = (seconds: number) =>
  new Refusal(429, 'rate_limited', `Too many requests. Try again in ${seconds} s.`, {
    reason: 'too_many_requests',
    params: { seconds },
    retryAfter: seconds,
  })
export const quotaExceeded = (message: string, reason: ErrorReason, retryAfter: number) =>
  new Refusal(429, 'quota_exceeded', message, { reason, retryAfter })
export const connectorError = (
  message: string,
  reason: ErrorReason,
  more: Pick<More, 'params' | 'cause' | 'extra'> = {},
) => new Refusal(502, 'connector_error', message, { reason, ...more })
export const unavailable = (message: string, reason: ErrorReason, cause?: unknown) =>
  new Refusal(503, 'unavailable', message, { reason, cause, retryAfter: 5 })

/** More faults than this are not told: nobody mends them all at once. */
const mostFaults = 50

/**
 * 400 with the first fault of a parse, named by its field: `contact.email: Invalid email address`. All stand beside it. A
 * check of a schema's own says by `rule` of shared/fault.ts why.
 * @param under the path of what was parsed
 */
export function invalid({ issues }: z.core.$ZodError, under: string[] = []): Refusal {
  const faults = issues.slice(0, mostFaults).map((issue) => faultOf(issue, under))
  const [first] = faults
  const words = first?.field ? `${first.field}: ${first.message}` : (first?.message ?? 'The request is not valid.')
  const byRule = first && Object.hasOwn(errorReasons, first.reason) ? (first.reason as ErrorReason) : undefined
  const reason = byRule ?? (first?.field ? 'invalid_fields' : 'invalid_request')
  return new Refusal(400, 'bad_request', words, { reason, extra: { faults } })
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

/** What is said of a field that is not there. */
export const missingField = 'Is required.'
