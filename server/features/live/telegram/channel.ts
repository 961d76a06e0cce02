import type { Telegram } from '../../../../shared/telegram.ts'
import type { Context, Services, Tx } from '../../../core/context.ts'
import { badRequest } from '../../../core/error.ts'
import type { TelegramBot } from '../../../outside/telegram.ts'

export type ChannelRow = {
  site: string
  share_contact: boolean
  /** Null, like all columns of the bot, if no bot is connected. */
  bot_id: number | null
  token: string | null
  bot_name: string | null
  bot_username: string | null
  hook: string | null
  hook_url: string | null
  /** Null until the code was sent in the team's chat. */
  chat_id: number | null
  chat_title: string | null
  chat_topics: boolean
  link_code: string | null
  status: Telegram['status']
  last_error: string | null
  reason: Telegram['reason']
  params: Telegram['params']
  last_error_at: number | null
  failures: number
  paused_until: number
  updated_at: number | null
}

export type LinkedRow = ChannelRow & { token: string; chat_id: number }

/** The Telegram channel of the site, if there is one. */
export async function findChannel({ sql, site }: Pick<Context, 'sql' | 'site'>): Promise<ChannelRow | undefined> {
  const [row] = await sql<ChannelRow[]>`select * from telegram where site = ${site.id}`
  return row
}

export const isLinked = (row: ChannelRow | undefined): row is LinkedRow =>
  row !== undefined && row.token !== null && row.chat_id !== null

const purpose = 'telegram token'

export const sealToken = ({ seal }: Pick<Services, 'seal'>, token: string): string => seal.close(purpose, token)

/** The bot of a channel. 400 if its token was sealed with another secret than the current one. */
export function botOf({ seal, outside, log }: Services, token: string): TelegramBot {
  try {
    return outside.telegram.bot(seal.open(purpose, token))
  } catch (err) {
    log.error({ err }, 'could not decrypt the token of a Telegram bot')
    throw badRequest('The stored token cannot be decrypted. Connect the bot again.', 'token_unreadable')
  }
}

/** The channel as the API returns it: without the token. */
export function toTelegram(row: ChannelRow | undefined): Telegram {
  const connected = row !== undefined && row.token !== null
  const linked = isLinked(row)
  return {
    connected,
    linked,
    bot: connected ? { name: row.bot_name ?? '', username: row.bot_username ?? '' } : null,
    chat: linked ? { title: row.chat_title ?? '', topics: row.chat_topics } : null,
    linkCode: connected && !linked ? row.link_code : null,
    shareContact: row?.share_contact ?? false,
    status: connected ? row.status : null,
    lastError: row?.last_error ?? null,
    reason: row?.reason ?? null,
    params: row?.params ?? null,
    lastErrorAt: row?.last_error_at ?? null,
    updatedAt: row?.updated_at ?? null,
  }
}

/** Makes screens load the channel again. */
export async function emitChanged(tx: Tx): Promise<void> {
  const [row] = await tx.sql<{ version: number }[]>`select version from site_settings where site = ${tx.site.id}`
  tx.emit('settings.changed', { version: row?.version ?? 0 })
}

/** Deletes all topics and messages, because they belong to the previous chat. */
export async function forgetThreads({ sql, site }: Tx): Promise<void> {
  await sql`delete from telegram_threads where site = ${site.id}`
  await sql`delete from telegram_messages where site = ${site.id}`
}
