import type { Problem } from '../../../shared/overview.ts'
import type { Context } from '../../core/context.ts'
import { type Failure, failure, toProblem } from '../../core/failure.ts'
import type { WebhookRow } from './endpoints.ts'

/** The endpoints whose last delivery failed, and those that were disabled because they had failed for days. */
export async function webhookProblems({ sql, site }: Context): Promise<Problem[]> {
  const rows = await sql<Pick<WebhookRow, 'url' | 'last_error' | 'reason' | 'params' | 'paused_at'>[]>`
    select url, last_error, reason, params, paused_at from webhooks
    where site = ${site.id} and (paused_at is not null or (enabled and last_status = 'error'))
    order by created_at, id`
  return rows.map((row) => toProblem('webhook_failing', 'A webhook endpoint is failing', problemOf(row)))
}

function problemOf({
  url,
  paused_at,
  last_error,
  reason,
  params,
}: Pick<WebhookRow, 'url' | 'paused_at' | 'last_error' | 'reason' | 'params'>): Failure {
  const host = hostOf(url)
  if (paused_at !== null)
    return failure('webhook_paused', `${host} failed for three days and is disabled. Enable it when it works again.`, {
      host,
    })
  return { message: last_error ?? '', reason, params }
}

/** The host of a URL, which may have placeholders in its path. */
const hostOf = (url: string) => /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? ''
