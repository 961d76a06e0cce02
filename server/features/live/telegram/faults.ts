import type { Context } from '../../../core/context.ts'
import { badRequest, connectorError, Refusal, rateLimited } from '../../../core/error.ts'
import type { TelegramError } from '../../../outside/telegram-error.ts'
import { type ChannelRow, tellChanged } from './channel.ts'

// What is outside is handed in, and its errors with it: they are known by their names.
export const isTelegramError = (error: unknown): error is TelegramError =>
  error instanceof Error && error.name === ('TelegramError' satisfies TelegramError['name'])

/** Why the provider could not be used, in words for a person; undefined where the fault is our own. */
export const faultWords = (error: unknown): string | undefined =>
  isTelegramError(error) || error instanceof Refusal ? error.message : undefined

/** Waits for an answer of the provider's on behalf of a caller: its no is 400, and 502 where it cannot be asked. */
export async function asked<T>(what: string, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!isTelegramError(error)) throw error
    if (error.kind === 'refused')
      throw badRequest(`Telegram refused ${what}: ${error.message}`, 'telegram_refused', { what, why: error.message })
    if (error.kind === 'wait') throw rateLimited(error.retryAfter)
    throw connectorError(`Telegram could not be asked. ${error.message}`, 'telegram_unreachable', {
      params: { why: error.message },
      cause: error,
    })
  }
}

const second = 1000
const delays = [5, 15, 60, 300, 600].map((seconds) => seconds * second)

/**
 * Notes that a call failed: the provider is left alone for a while, longer each time; for all conversations of the site, so
 * that none of them waits for an answer that will not come. To be asked to wait is no failure.
 */
export async function noteFault(ctx: Context, channel: ChannelRow, error: unknown): Promise<void> {
  const words = faultWords(error)
  if (words === undefined) throw error
  const waits = isTelegramError(error) && error.kind === 'wait' ? error.retryAfter * second : undefined
  const delay = waits ?? delays[Math.min(channel.failures, delays.length - 1)] ?? 0
  await ctx.sql`
    update telegram set paused_until = ${ctx.now() + delay}, failures = failures + ${waits === undefined ? 1 : 0}
    where site = ${ctx.site.id}`
  if (waits !== undefined) return
  ctx.log.warn({ site: ctx.site.id, words, kind: isTelegramError(error) ? error.kind : 'own' }, 'Telegram failed')
  await noteStatus(ctx, words)
}

/** Notes what is wrong with the channel, or (null) that it works; screens are told where that is new. */
export async function noteStatus(ctx: Context, words: string | null): Promise<void> {
  await ctx.tx(async (tx) => {
    const status = words === null ? 'ok' : 'error'
    const before = await tx.sql<{ status: string | null }[]>`
      select status from telegram where site = ${tx.site.id} for update`
    await tx.sql`
      update telegram set status = ${status}, last_error = ${words},
        last_error_at = ${words === null ? null : tx.now()}, updated_at = ${tx.now()},
        failures = case when ${words === null} then 0 else failures end,
        paused_until = case when ${words === null} then 0 else paused_until end
      where site = ${tx.site.id} and token is not null`
    if (before[0] && before[0].status !== status) await tellChanged(tx)
  })
}
