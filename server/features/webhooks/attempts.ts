import type { Tx } from '../../core/context.ts'
import type { StoredEvent } from '../../core/events.ts'
import { failureColumns } from '../../core/failure.ts'
import type { WebhookRow } from './endpoints.ts'
import type { Attempt } from './send.ts'

/** An endpoint that has failed for this long is disabled, in milliseconds. */
const pauseAfter = 3 * 24 * 60 * 60_000
/** Attempts kept for each endpoint. */
const keptRows = 50

/** An attempt to deliver an event, with the pause after which it is tried again; null if it is not. */
export type Result = {
  event: Pick<StoredEvent, 'seq' | 'type'>
  attempt: Attempt
  number: number
  delay: number | null
  at: number
}

/**
 * Stores attempts at one endpoint, oldest first, and what they say about it.
 * @returns whether it still receives events
 */
export async function storeAttempts(
  tx: Tx,
  endpoint: Pick<WebhookRow, 'id'>,
  results: readonly Result[],
): Promise<boolean> {
  const { sql } = tx
  const last = results.at(-1)
  const [row] = await sql<WebhookRow[]>`select * from webhooks where id = ${endpoint.id} for update`
  // It was deleted while the request was under way.
  if (!row) return false
  if (!last) return row.enabled
  const rows = results.slice(-keptRows).map(({ event, attempt, number, delay, at }) => ({
    ...{ webhook: row.id, seq: event.seq, event: event.type, ok: attempt.ok, status: attempt.status, attempts: number },
    ...{ duration_ms: attempt.durationMs, at, next_at: delay === null ? null : at + delay },
    ...{ request: sql.json(attempt.request), response: attempt.response, ...failureColumns(sql, attempt.failed) },
  }))
  await sql`insert into webhook_deliveries ${sql(rows as never)}`
  await sql`
    delete from webhook_deliveries where webhook = ${row.id} and id <= (
      select id from webhook_deliveries where webhook = ${row.id} order by id desc offset ${keptRows} limit 1)`
  const { error, ...why } = failureColumns(sql, last.attempt.failed)
  const status = last.attempt.ok ? 'ok' : 'error'
  const failingSince = failingSinceOf(row, results)
  const isPaused = row.enabled && failingSince !== null && last.at - failingSince >= pauseAfter
  await sql`
    update webhooks set ${sql({
      ...{ last_status: status, last_error: error, ...why, last_at: last.at, failing_since: failingSince },
      ...(isPaused && { enabled: false, paused_at: last.at }),
    } as never)} where id = ${row.id}`
  // Screens show the last status; a row for each delivery would be too much for them.
  if (isPaused || row.last_status !== status)
    tx.emit('webhook.changed', { id: row.id, ...(isPaused && { paused: true }) })
  return row.enabled && !isPaused
}

/** Since when every attempt failed; null if the last one succeeded. */
const failingSinceOf = ({ failing_since }: WebhookRow, results: readonly Result[]): number | null =>
  results.reduce((since: number | null, { attempt, at }) => (attempt.ok ? null : (since ?? at)), failing_since)
