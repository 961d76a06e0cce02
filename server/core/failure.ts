import type { ErrorParams } from '../../shared/error.ts'
import type { FailureParams, FailureReason } from '../../shared/failure.ts'
import { type Problem, type ProblemKind, problemPages } from '../../shared/overview.ts'
import type { Sql } from '../database/database.ts'

/** Why something failed: a sentence for people, and the same for programs. */
export type Failure = {
  message: string
  /** Null for failures without a reason, which only the sentence explains. */
  reason: FailureReason | null
  params: ErrorParams | null
}

type Values<R extends FailureReason> = keyof FailureParams<R> extends never ? [] : [params: FailureParams<R>]

/** A failure with its reason, and the values that the reason documents. */
export const failure = <R extends FailureReason>(reason: R, message: string, ...[params]: Values<R>): Failure => ({
  message,
  reason,
  params: params ?? {},
})

/** An error that knows its reason. Its message is safe to show. */
export class FailureError extends Error {
  readonly reason: FailureReason | null
  readonly params: ErrorParams | null

  constructor({ message, reason, params }: Failure) {
    super(message)
    this.reason = reason
    this.params = params
  }
}

/** The failure that an error describes. Errors of other kinds have only a sentence. */
export const failureOf = (error: unknown): Failure => {
  const { message } = error as Error
  return error instanceof FailureError
    ? { message, reason: error.reason, params: error.params }
    : { message, reason: null, params: null }
}

/** The same failure in the words of a longer sentence. */
export const reworded = ({ reason, params }: Failure, message: string): Failure => ({ message, reason, params })

/** The fields of a record that may have failed. */
export const errorFields = (failed?: Failure) => ({
  error: failed?.message ?? null,
  reason: failed?.reason ?? null,
  params: failed?.params ?? null,
})

/** The same as columns of a table. */
export const failureColumns = (sql: Sql, failed?: Failure) => ({
  ...errorFields(failed),
  params: failed?.params ? sql.json(failed.params) : null,
})

/** A failure as a current problem, with the dashboard page on which to fix it. */
export const toProblem = (kind: ProblemKind, title: string, { message, reason, params }: Failure): Problem => ({
  ...{ kind, title, detail: message, reason, params },
  page: problemPages[kind],
})
