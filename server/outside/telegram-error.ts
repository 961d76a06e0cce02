import { GrammyError, HttpError } from 'grammy/web'
import { z } from 'zod'
import { DialError } from './dial-error.ts'

/**
 * `refused`: the provider says no, and would again · `wait`: too much at once · `failed`: it cannot be reached, is broken, or
 * answers with what is not its protocol.
 */
export type TelegramFault = 'refused' | 'wait' | 'failed'

type Details = { code?: number | undefined; retryAfter?: number | undefined; movedTo?: number | undefined }

/** The message may be shown and logged: it holds the provider's words alone, never the token, nor what was sent. */
export class TelegramError extends Error {
  override readonly name = 'TelegramError'
  readonly kind: TelegramFault
  /** The status of the answer, where there was one. */
  readonly code: number | undefined
  /** Seconds to wait. */
  readonly retryAfter: number
  /** The number that a group has now that it became a larger one. */
  readonly movedTo: number | undefined

  constructor(kind: TelegramFault, message: string, { code, retryAfter = 0, movedTo }: Details = {}) {
    super(message)
    this.kind = kind
    this.code = code
    this.retryAfter = retryAfter
    this.movedTo = movedTo
  }
}

/** What went wrong with a call, whoever noticed. The library's own errors hold what was sent, and are not passed on. */
export function asTelegramError(error: unknown): unknown {
  if (error instanceof TelegramError) return error
  if (error instanceof GrammyError) return ofAnswer(error)
  const cause = error instanceof HttpError ? error.error : error
  if (cause instanceof DialError) return new TelegramError('failed', cause.message)
  const isAnswer = cause instanceof SyntaxError || cause instanceof TypeError || cause instanceof z.ZodError
  return isAnswer || error instanceof HttpError ? new TelegramError('failed', notProtocol) : error
}

const notProtocol = 'Telegram answers with what is not the Bot API.'

function ofAnswer({ error_code: code, description, parameters }: GrammyError): TelegramError {
  if (typeof code !== 'number') return new TelegramError('failed', notProtocol)
  const words = `${safeWords(description)} (${code})`
  const { migrate_to_chat_id: movedTo } = parameters
  const details = { code, movedTo: Number.isSafeInteger(movedTo) ? movedTo : undefined }
  if (code === 429) return new TelegramError('wait', words, { ...details, retryAfter: secondsOf(parameters) })
  return new TelegramError(code >= 500 ? 'failed' : 'refused', words, details)
}

const longestWait = 3600

const secondsOf = ({ retry_after: seconds = 1 }: { retry_after?: number }) =>
  Math.min(longestWait, Math.max(1, Math.ceil(Number(seconds) || 1)))

/** The provider's words on one line, without what may not be shown: a token, or characters that turn a line around. */
export const safeWords = (words: unknown): string =>
  String(words)
    .replace(/\d{4,20}:[\w-]{20,}/g, '…')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed() || 'no reason given'
