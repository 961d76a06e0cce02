import { type Failure, FailureError } from './failure.ts'

/**
 * Why a call of a provider failed. `key`: it does not accept the key · `scopes`: the token lacks scopes · `licence`: a
 * self-hosted Cal.com has none · `account`: the account must be connected again · `missing`: no such record ·
 * `taken`: the time is not free · `refused`: it rejects what was sent · `limited`: its rate limit · `failed`: it has an error or cannot be reached ·
 * `invalid`: its answer is not the documented one.
 */
export type ProviderFault =
  | 'key'
  | 'scopes'
  | 'licence'
  | 'account'
  | 'missing'
  | 'taken'
  | 'refused'
  | 'limited'
  | 'failed'
  | 'invalid'

type Details = { status?: number | undefined; why?: string; retryAfter?: number; isUnknown?: boolean }

/** The message may be shown and logged: it contains only the provider's words, never the key or the request. */
export class ProviderError extends FailureError {
  override readonly name = 'ProviderError'
  readonly kind: ProviderFault
  /** The status of the response, if there was one. */
  readonly status: number | undefined
  /** The provider's own words; empty if it gave none. */
  readonly why: string
  /** Milliseconds to wait. */
  readonly retryAfter: number
  /** Whether the provider may have done what was asked, because its answer was lost. */
  readonly isUnknown: boolean

  constructor(kind: ProviderFault, failed: Failure, details: Details = {}) {
    super(failed)
    this.kind = kind
    this.status = details.status
    this.why = details.why ?? ''
    this.retryAfter = details.retryAfter ?? 0
    this.isUnknown = details.isUnknown ?? false
  }
}
