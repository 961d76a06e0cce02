import { GrammyError, HttpError } from 'grammy/web'
import { z } from 'zod'
import { type Failure, FailureError, failure } from '../core/failure.ts'
import { DialError } from './dial-error.ts'

/** `refused`: rejected permanently · `wait`: rate limited · `failed`: unreachable, broken, or not the protocol. */
export type TelegramFault = 'refused' | 'wait' | 'failed'

type Details = { code?: number | undefined; retryAfter?: number | undefined; movedTo?: number | undefined }

/** The message may be shown and logged: it contains only the provider's words, never the token or the request. */
export class TelegramError extends FailureError {
  override readonly name = 'TelegramError'
  readonly kind: TelegramFault
  /** The status of the response, if there was one. */
  readonly code: number | undefined
  /** Seconds to wait. */
  readonly retryAfter: number
  /** The new id of a group that became a supergroup. */
  readonly movedTo: number | undefined

  constructor(kind: TelegramFault, failed: Failure, { code, retryAfter = 0, movedTo }: Details = {}) {
    super(failed)
    this.kind = kind
    this.code = code
    this.retryAfter = retryAfter
    this.movedTo = movedTo
  }
}

/** Converts an error of a call. Errors of the library contain the request, so they are not passed on. */
export function asTelegramError(error: unknown): unknown {
  if (error instanceof TelegramError) return error
  if (error instanceof GrammyError) return ofAnswer(error)
  const cause = error instanceof HttpError ? error.error : error
  if (cause instanceof DialError) return new TelegramError('failed', cause)
  const isAnswer = cause instanceof SyntaxError || cause instanceof TypeError || cause instanceof z.ZodError
  return isAnswer || error instanceof HttpError ? notProtocol() : error
}

const notProtocol = () => {
  const why = 'Telegram answers with what is not the Bot API.'
  return new TelegramError('failed', failure('telegram_failed', why, { why }))
}

/** The provider has no codes beside the status, so its words for a missing chat are matched. */
const noChat = /chat not found/i

function failureOf(code: number, why: string): Failure {
  if (code === 401) return failure('telegram_token', why)
  if (code === 403 || noChat.test(why)) return failure('telegram_chat', why, { why })
  return code === 429 || code >= 500
    ? failure('telegram_failed', why, { why })
    : failure('telegram_refused', why, { why })
}

function ofAnswer({ error_code: code, description, parameters }: GrammyError): TelegramError {
  if (typeof code !== 'number') return notProtocol()
  const failed = failureOf(code, `${safeWords(description)} (${code})`)
  const { migrate_to_chat_id: movedTo } = parameters
  const details = { code, movedTo: Number.isSafeInteger(movedTo) ? movedTo : undefined }
  if (code === 429) return new TelegramError('wait', failed, { ...details, retryAfter: secondsOf(parameters) })
  return new TelegramError(code >= 500 ? 'failed' : 'refused', failed, details)
}

const maxWaitMs = 3600

const secondsOf = ({ retry_after: seconds = 1 }: { retry_after?: number }) =>
  Math.min(maxWaitMs, Math.max(1, Math.ceil(Number(seconds) || 1)))

/** The provider's words on one line, without tokens and bidirectional control characters. */
export const safeWords = (words: unknown): string =>
  String(words)
    .replace(/\d{4,20}:[\w-]{20,}/g, '…')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed() || 'no reason given'
