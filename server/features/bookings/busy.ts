import { z } from 'zod'
import type { ErrorParams } from '../../../shared/error.ts'
import type { FailureReason } from '../../../shared/failure.ts'
import type { Problem } from '../../../shared/overview.ts'
import type { Context, Tx } from '../../core/context.ts'
import { type Failure, FailureError, failure, failureColumns, failureOf, toProblem } from '../../core/failure.ts'
import { defineTask } from '../../core/queue.ts'
import type { CalendarText } from '../../core/reader.ts'
import { fingerprint } from '../../core/seal.ts'
import { repeatForEach } from '../../core/tasks.ts'
import { zoneOf } from './appointment.ts'
import type { Span } from './calendars/calendar.ts'

const minute = 60_000
const day = 24 * 60 * minute
const maxBytes = 2 * 1024 * 1024
const timeoutMs = 15_000
const redirects = 3

/** The time that is read from calendar files. */
const windowAt = (at: number): Span => ({ start: at - day, end: at + 400 * day })

const busyTask = defineTask('bookings.readBusy', z.object({ source: z.string() }), {
  target: ({ source }) => `busy ${source}`,
})

type Source = { fingerprint: string; url: string }

/** The addresses whose busy time counts. They are private, so other tables only know their fingerprints. */
function sourcesOf({ site }: Pick<Context, 'site'>): Source[] {
  const { mode, busyUrls } = site.settings.bookings
  return mode === 'picker' ? [...new Set(busyUrls)].map((url) => ({ fingerprint: fingerprint(url), url })) : []
}

/** The busy time of calendar files that overlaps a span, as it was read last. */
export async function listBusy(ctx: Context, { start, end }: Span): Promise<Span[]> {
  const known = sourcesOf(ctx).map((source) => source.fingerprint)
  if (known.length === 0) return []
  const { sql, site } = ctx
  return await sql<Span[]>`
    select b.starts_at as start, b.ends_at as "end" from busy_sources s join busy_times b on b.source = s.id
    where s.site = ${site.id} and s.fingerprint in ${sql(known)} and b.ends_at > ${start} and b.starts_at < ${end}`
}

/**
 * Reads one address and replaces its busy time. A failure keeps what was read before, is reported as a problem, and is
 * tried again with the next reading.
 */
async function readBusy(ctx: Context, { source: named }: { source: string }): Promise<void> {
  const source = sourcesOf(ctx).find((one) => one.fingerprint === named)
  if (!source) return
  const { host } = new URL(source.url)
  try {
    const read = await readSource(ctx, source.url)
    await ctx.tx((tx) => store(tx, source, read, incomplete(host, read)))
  } catch (error) {
    ctx.signal.throwIfAborted()
    if (!(error instanceof FailureError)) throw error
    const { message: why } = failureOf(error)
    const failed = failure('busy_unreadable', `The calendar at ${host} cannot be read: ${why}`, { host, why })
    await ctx.tx((tx) => store(tx, source, undefined, failed))
  }
}

/** @throws FailureError if the file cannot be fetched or read */
async function readSource(ctx: Context, url: string): Promise<CalendarText> {
  const { outside, reader } = ctx.services
  const response = await outside.dial.fetch(url, {
    ...{ purpose: 'integration', maxBytes, timeoutMs, redirects, signal: ctx.signal },
    headers: { accept: 'text/calendar, */*;q=0.1' },
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    const { status } = response
    throw new FailureError(failure('answer_status', `The response has the status ${status}.`, { status }))
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  return await reader.readCalendar(bytes, windowAt(ctx.now()), zoneOf(ctx), ctx.signal)
}

/** What the owner must know about a file that was read only in part. */
function incomplete(host: string, { spans, isCut, unreadable }: CalendarText): Failure | undefined {
  if (isCut) {
    const max = spans.length
    return failure('busy_cut', `The calendar at ${host} has more than ${max} busy times. Later ones are left out.`, {
      ...{ host, max },
    })
  }
  if (unreadable === 0) return undefined
  const sentence = `Some events of the calendar at ${host} cannot be read and block no time: ${unreadable}.`
  return failure('busy_events_unreadable', sentence, { host, count: unreadable })
}

/** Stores the result of a reading. Without `read`, the busy time stays as it was. */
async function store(
  { sql, site, now }: Tx,
  source: Source,
  read: CalendarText | undefined,
  failed: Failure | undefined,
): Promise<void> {
  const at = now()
  const { error, reason, params } = failureColumns(sql, failed)
  const [row] = await sql<[{ id: number }]>`
    insert into busy_sources as s (site, fingerprint, checked_at, read_at, error, reason, params)
    values (${site.id}, ${source.fingerprint}, ${at}, ${read ? at : null}, ${error}, ${reason}, ${params})
    on conflict (site, fingerprint) do update set
      checked_at = excluded.checked_at, read_at = coalesce(excluded.read_at, s.read_at),
      error = excluded.error, reason = excluded.reason, params = excluded.params
    returning id`
  if (!read) return
  const starts = read.spans.map(({ start }) => start)
  const ends = read.spans.map(({ end }) => end)
  await sql`delete from busy_times where source = ${row.id}`
  await sql`
    insert into busy_times (source, starts_at, ends_at)
    select ${row.id}::bigint, starts_at, ends_at
    from unnest(${starts}::bigint[], ${ends}::bigint[]) as given (starts_at, ends_at)`
}

/** The addresses that are due. Forgets those that are no longer in the settings. */
async function listDue({ services, now }: Context) {
  const { sites, database } = services
  const { sql } = database
  const ids = sites.ids()
  const rows = await sql<{ id: number; site: string; fingerprint: string; checked_at: number }[]>`
    select id, site, fingerprint, checked_at from busy_sources where site in ${sql(ids)}`
  const found = await Promise.all(ids.map((id) => sites.find(id)))
  const wanted = found.flatMap((site) => (site ? sourcesOf({ site }).map((source) => ({ site, ...source })) : []))
  const keyOf = (site: string, source: string) => `${site} ${source}`
  const known = new Set(wanted.map((one) => keyOf(one.site.id, one.fingerprint)))
  const gone = rows.filter((row) => !known.has(keyOf(row.site, row.fingerprint))).map(({ id }) => id)
  if (gone.length > 0) await sql`delete from busy_sources where id in ${sql(gone)}`
  const checked = new Map(rows.map((row) => [keyOf(row.site, row.fingerprint), row.checked_at]))
  return wanted
    .filter(({ site, fingerprint: source }) => {
      const last = checked.get(keyOf(site.id, source)) ?? 0
      return last + site.settings.bookings.syncMinutes * minute <= now()
    })
    .map(({ site, fingerprint: source }) => ({ site: site.id, name: source, data: { source } }))
}

export const busyTasks = repeatForEach(busyTask, {
  lane: 'calls',
  every: minute,
  retry: [minute, 5 * minute, 15 * minute],
  run: readBusy,
  forEach: listDue,
})

/** The calendar files that cannot be read, or only in part. */
export async function busyProblems(ctx: Context): Promise<Problem[]> {
  const known = sourcesOf(ctx).map((source) => source.fingerprint)
  if (known.length === 0) return []
  const rows = await ctx.sql<{ error: string; reason: FailureReason; params: ErrorParams }[]>`
    select error, reason, params from busy_sources
    where site = ${ctx.site.id} and fingerprint in ${ctx.sql(known)} and error is not null order by id`
  return rows.map(({ error: message, reason, params }) =>
    toProblem('calendar_sync_failing', 'The calendar cannot be read', { message, reason, params }),
  )
}
