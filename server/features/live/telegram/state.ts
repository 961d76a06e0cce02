import type { Problem } from '../../../../shared/overview.ts'
import type { Context, Services } from '../../../core/context.ts'
import { toProblem } from '../../../core/failure.ts'
import type { ChannelRow } from './channel.ts'

/** Whether the site's live chats can be answered from Telegram. */
export async function telegramState({ sql, site }: Pick<Context, 'sql' | 'site'>): Promise<{
  connected: boolean
  linked: boolean
}> {
  const [row] = await sql<{ linked: boolean }[]>`
    select chat_id is not null as linked from telegram where site = ${site.id} and token is not null`
  return { connected: row !== undefined, linked: row?.linked ?? false }
}

/** The bots of all sites, for the health of the server. */
export async function telegramHealth(services: Pick<Services, 'database'>) {
  const problems = await telegramProblems(services)
  const [row] = await services.database.sql<{ connected: number }[]>`
    select count(*)::integer as connected from telegram where token is not null`
  const failing = problems.map(({ site, detail }) => `${site}: ${detail}`)
  return { ok: failing.length === 0, connected: row?.connected ?? 0, detail: failing.join(' · ') || undefined }
}

export type TelegramProblem = Problem & { site: string }

/** Sites whose bot currently fails, each with the page of the dashboard where it can be fixed. */
export async function telegramProblems({ database: { sql } }: Pick<Services, 'database'>): Promise<TelegramProblem[]> {
  const rows = await sql<Pick<ChannelRow, 'site' | 'last_error' | 'reason' | 'params'>[]>`
    select site, last_error, reason, params from telegram where token is not null and status = 'error' order by site`
  return rows.map(({ site, last_error, ...why }) => ({
    site,
    ...toProblem('telegram_failing', 'Telegram is not working', { message: last_error ?? '', ...why }),
  }))
}
