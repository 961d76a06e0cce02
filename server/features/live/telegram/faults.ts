import type { Context } from '../../../core/context.ts'
import { AppError, badRequest, connectorError, rateLimited } from '../../../core/error.ts'
import { type Failure, failure, failureColumns, failureOf } from '../../../core/failure.ts'
import type { TelegramError } from '../../../outside/telegram-error.ts'
import { type ChannelRow, emitChanged } from './channel.ts'

// Adapters are injected together with their errors, so the class cannot be imported: errors are recognised by name.
export const isTelegramError = (error: unknown): error is TelegramError =>
  error instanceof Error && error.name === ('TelegramError' satisfies TelegramError['name'])

/** All tasks of a site that call Telegram share the places and the breaker of one target. */
export const telegramTarget = { target: () => 'telegram' }
export const telegramCalls = {
  lane: 'alerts',
  isTargetFault: (error: unknown) => isTelegramError(error) && error.kind === 'failed',
} as const

/** Why the provider could not be used; undefined if the error is our own. */
export function describeFault(error: unknown): Failure | undefined {
  // The only refusal of our own is a token that cannot be decrypted.
  if (error instanceof AppError) return failure('telegram_token', error.message)
  return isTelegramError(error) ? failureOf(error) : undefined
}

/**
 * Waits for the provider's answer on behalf of a caller: 400 if the provider rejects the call, 502 if it cannot be
 * reached.
 */
export async function asked<T>(what: string, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!isTelegramError(error)) throw error
    if (error.kind === 'refused')
      throw badRequest(`Telegram rejected ${what}: ${error.message}`, 'telegram_refused', { what, why: error.message })
    if (error.kind === 'wait') throw rateLimited(error.retryAfter)
    throw connectorError(`Telegram could not be reached. ${error.message}`, 'telegram_unreachable', {
      params: { why: error.message },
      cause: error,
    })
  }
}

const second = 1000
const delays = [5, 15, 60, 300, 600].map((seconds) => seconds * second)

/**
 * Records a failed call and pauses the provider, longer each time, for all conversations of the site, so that none
 * waits for an answer that will not come. A request to slow down does not count as a failure.
 */
export async function recordFailure(ctx: Context, channel: ChannelRow, error: unknown): Promise<void> {
  const failed = describeFault(error)
  if (!failed) throw error
  const waits = isTelegramError(error) && error.kind === 'wait' ? error.retryAfter * second : undefined
  const delay = waits ?? delays[Math.min(channel.failures, delays.length - 1)] ?? 0
  await ctx.sql`
    update telegram set paused_until = ${ctx.now() + delay}, failures = failures + ${waits === undefined ? 1 : 0}
    where site = ${ctx.site.id}`
  if (waits !== undefined) return
  ctx.log.warn(
    { site: ctx.site.id, words: failed.message, kind: isTelegramError(error) ? error.kind : 'own' },
    'Telegram failed',
  )
  await recordStatus(ctx, failed)
}

/** Stores the error of the channel, or null if it works. Emits an event if it changed. */
export async function recordStatus(ctx: Context, failed: Failure | null): Promise<void> {
  await ctx.tx(async (tx) => {
    const status = failed ? 'error' : 'ok'
    const { error, ...why } = failureColumns(tx.sql, failed ?? undefined)
    const before = await tx.sql<{ status: string | null }[]>`
      select status from telegram where site = ${tx.site.id} for update`
    await tx.sql`
      update telegram set ${tx.sql({ status, last_error: error, ...why })},
        last_error_at = ${failed ? tx.now() : null}, updated_at = ${tx.now()},
        failures = case when ${!failed} then 0 else failures end,
        paused_until = case when ${!failed} then 0 else paused_until end
      where site = ${tx.site.id} and token is not null`
    if (before[0] && before[0].status !== status) await emitChanged(tx)
  })
}
