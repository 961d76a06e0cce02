import type { ErrorParams } from '../../../shared/error.ts'
import type { FailureParams, FailureReason } from '../../../shared/failure.ts'

/** A text for each reason. One with values may be a function of them. */
export type FailureWords = {
  [R in FailureReason]: keyof FailureParams<R> extends never ? string : string | ((params: FailureParams<R>) => string)
}

/** A failure as the server sends it. Both are null if only its sentence explains it. */
export type Failed = { reason: string | null; params: ErrorParams | null }

/** Why something failed, in the dashboard's language: by its reason, otherwise the server's sentence. */
export function failureText({ reason, params }: Failed, sentence: string, words: FailureWords): string {
  // A newer server may have reasons that are unknown here.
  if (reason === null || !Object.hasOwn(words, reason)) return sentence
  const word = words[reason as FailureReason] as string | ((params: ErrorParams) => string)
  return typeof word === 'string' ? word : word(params ?? {})
}
