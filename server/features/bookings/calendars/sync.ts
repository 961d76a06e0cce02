import type { AppointmentSync } from '../../../../shared/appointment.ts'
import type { Problem } from '../../../../shared/overview.ts'
import type { Context } from '../../../core/context.ts'
import { badRequest } from '../../../core/error.ts'
import { failure, toProblem } from '../../../core/failure.ts'
import { type RequireLease, withLease } from '../../../core/lease.ts'
import { defineTask, NotYet, nothing } from '../../../core/queue.ts'
import { repeatForEach } from '../../../core/tasks.ts'
import { systemContext } from '../../../core/transaction.ts'
import { calendarFailed } from '../free.ts'
import { type Calendar, CalendarError, type CalendarEvent, type Span } from './calendar.ts'
import { calendarOf, latestEvent } from './of-site.ts'
import {
  knownEmails,
  maxLength,
  type Outcome,
  type Reading,
  readKnown,
  reconcile,
  removeGone,
  type Stored,
  storedFor,
} from './reconcile.ts'

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute
/** A run without progress for this long begins again, because the provider's page may be gone. */
const continuedFor = 10 * minute
/** A person who asks for a sync waits at most this long; the rest is read in the background. */
const maxWait = 20 * second
/** This many events that were not listed are looked up before the state is stored. */
const lookups = 20
/** One run reads at most this many pages. A calendar whose pages lead back to each other would never end. */
const maxPages = 200

type State = {
  started_at: number
  page: string | null
  /** Those that were read. */
  pages: number
  is_listed: boolean
  created: number
  updated: number
  cancelled: number
}

/** The window that is read. */
const windowAt = (at: number): Span => ({ start: at - 30 * day, end: at + 90 * day })

const syncTask = defineTask('bookings.sync', nothing, { target: () => 'calendar' })

/**
 * Reads the synced calendar now, if it takes no longer than a person waits.
 * @throws 400 without a calendar, 502 if it fails
 */
export async function syncNow(ctx: Context): Promise<AppointmentSync> {
  const { sync } = ctx.site.settings.bookings
  const calendar = await calendarOf(ctx)
  if (!calendar)
    throw badRequest(
      sync === 'none' ? 'No calendar is synced: bookings.sync is `none`.' : `The calendar ${sync} is not connected.`,
      'sync_off',
    )
  const until = AbortSignal.timeout(maxWait)
  try {
    // Of its own: the changes are not those that the request makes.
    const run = await syncCalendar(systemContext(ctx.services, ctx.site), calendar, until)
    return { ok: true, sync, ...countsOf(run), detail: detailOf(run) }
  } catch (error) {
    // Another run is under way, and goes on.
    if (until.aborted && error === until.reason)
      return { ok: true, sync, ...countsOf(notDone), detail: detailOf(notDone) }
    if (error instanceof CalendarError) throw calendarFailed(error)
    throw error
  }
}

type Run = Pick<AppointmentSync, 'created' | 'updated' | 'cancelled' | 'syncedAt'> & { isDone: boolean }

const notDone: Run = { created: 0, updated: 0, cancelled: 0, syncedAt: null, isDone: false }

const countsOf = ({ isDone: _, ...counts }: Run) => counts

const detailOf = ({ isDone, created, updated, cancelled }: Run): string =>
  !isDone
    ? 'The calendar is still being read in the background.'
    : created + updated + cancelled === 0
      ? 'Everything is up to date.'
      : `${created} created, ${updated} updated, ${cancelled} cancelled.`

/**
 * Reads the calendar and brings the appointments in line with it. A run that was interrupted is continued. Events that
 * are missing in what was read are looked up before they count as gone.
 * @throws CalendarError
 */
async function syncCalendar(ctx: Context, calendar: Calendar, until: AbortSignal): Promise<Run> {
  const { services } = ctx
  try {
    const signal = AbortSignal.any([services.stopping, until])
    return await withLease(services, `calendar sync ${ctx.site.id}`, signal, async (requireLease) => {
      const at = await beginRun(ctx, calendar)
      const isDone =
        (await readAll(ctx, calendar, requireLease, until)) && (await lookUp(ctx, calendar, requireLease, until))
      const [counts] = await ctx.sql<Pick<State, 'created' | 'updated' | 'cancelled'>[]>`
        select created, updated, cancelled from calendar_syncs where site = ${ctx.site.id}`
      if (isDone) await endRun(ctx, requireLease)
      else await ctx.services.queue.add(syncTask, ctx.site.id, {}, { name: 'each' })
      return { ...(counts ?? { created: 0, updated: 0, cancelled: 0 }), syncedAt: isDone ? at : null, isDone }
    })
  } catch (error) {
    // A limit is waited for.
    if (error instanceof CalendarError && error.reason !== 'busy')
      await noteFailure(ctx, calendar.provider, error.message)
    throw error
  }
}

/** Begins a run, unless a recent one is under way. @returns when it began */
async function beginRun({ sql, site, now }: Context, { provider }: Calendar): Promise<number> {
  const [row] = await sql<[{ started_at: number }]>`
    insert into calendar_syncs as s (site, provider, started_at) values (${site.id}, ${provider}, ${now()})
    on conflict (site) do update set
      provider = excluded.provider, started_at = excluded.started_at, read_at = null, page = null, pages = 0,
      is_listed = false, created = 0, updated = 0, cancelled = 0
    where s.provider <> excluded.provider or s.started_at is null
      or coalesce(s.read_at, s.started_at) < ${now() - continuedFor}
    returning started_at`
  if (row) return row.started_at
  return (await getState({ sql, site })).started_at
}

async function getState({ sql, site }: Pick<Context, 'sql' | 'site'>): Promise<State> {
  const [state] = await sql<[State]>`select * from calendar_syncs where site = ${site.id}`
  return state
}

/** Reads the pages that are left. @returns whether there are none */
async function readAll(
  ctx: Context,
  calendar: Calendar,
  requireLease: RequireLease,
  until: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const state = await getState(ctx)
    if (state.is_listed) return true
    if (state.pages >= maxPages) throw await endless(ctx)
    if (until.aborted) return false
    ctx.services.stopping.throwIfAborted()
    const span = windowAt(state.started_at)
    const known = await readKnown(ctx, calendar.provider, span)
    const { events, next } = await calendar.list(span, state.page)
    const reading = { calendar, contacts: await knownEmails(ctx, events), requireLease }
    const counts: Record<Outcome, number> = { created: 0, updated: 0, cancelled: 0, unchanged: 0 }
    for (const event of events) counts[await takeIn(ctx, reading, event, storedFor(known, event))]++
    await ctx.tx(async (tx) => {
      await requireLease(tx.sql)
      await markSeen(
        tx,
        calendar.provider,
        events.map(({ id }) => id),
        state.started_at,
      )
      await tx.sql`
        update calendar_syncs set page = ${next}, pages = pages + 1, is_listed = ${next === null}, read_at = ${tx.now()},
          created = created + ${counts.created}, updated = updated + ${counts.updated}, cancelled = cancelled + ${counts.cancelled}
        where site = ${ctx.site.id}`
    })
  }
}

/** Gives the run up, so that the next one begins again. @returns the failure */
async function endless({ sql, site }: Context): Promise<CalendarError> {
  await sql`update calendar_syncs set started_at = null where site = ${site.id}`
  return new CalendarError('failed', 'The calendar sends its events on too many pages.')
}

/** An event with the one that replaced it. */
async function takeIn(ctx: Context, reading: Reading, event: CalendarEvent, row: Stored | undefined): Promise<Outcome> {
  if (event.replacedBy === null) return await reconcile(ctx, reading, event, row)
  // The other one comes with its own id, and this one is over.
  if (!row || row.external_id !== event.id) return 'unchanged'
  const latest = await latestEvent(reading.calendar, event.id)
  return latest ? await reconcile(ctx, reading, latest, row) : 'unchanged'
}

const markSeen = async ({ sql, site }: Context, provider: string, ids: string[], at: number): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    update appointments set synced_at = greatest(synced_at, ${at})
    where site = ${site.id} and provider = ${provider} and external_id in ${sql(ids)}`
}

/** Looks up what was not listed, because half an answer must cancel nothing. @returns whether nothing is left */
async function lookUp(
  ctx: Context,
  calendar: Calendar,
  requireLease: RequireLease,
  until: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const { started_at } = await getState(ctx)
    const rows = await listUnseen(ctx, calendar.provider, started_at)
    if (rows.length === 0) return true
    for (const row of rows) {
      if (until.aborted) return false
      const event = await latestEvent(calendar, row.external_id as string)
      const contacts = event ? await knownEmails(ctx, [event]) : new Set<string>()
      const reading = { calendar, contacts, requireLease }
      const outcome = event ? await reconcile(ctx, reading, event, row) : await removeGone(ctx, reading, row)
      await ctx.tx(async (tx) => {
        await requireLease(tx.sql)
        await tx.sql`update appointments set synced_at = ${Math.max(tx.now(), started_at)} where id = ${row.id}`
        await tx.sql`update calendar_syncs set read_at = ${tx.now()} where site = ${ctx.site.id}`
        if (outcome !== 'unchanged')
          await tx.sql`update calendar_syncs set ${tx.sql(outcome)} = ${tx.sql(outcome)} + 1 where site = ${ctx.site.id}`
      })
    }
  }
}

/** The appointments of the window that this run has not seen, apart from those that are over or being changed. */
async function listUnseen({ sql, site }: Context, provider: string, startedAt: number): Promise<Stored[]> {
  const { start, end } = windowAt(startedAt)
  return await sql<Stored[]>`
    select a.*, false as is_moving from appointments a
    where a.site = ${site.id} and a.provider = ${provider} and a.external_id is not null and a.synced_at < ${startedAt}
      and a.status in ('confirmed', 'pending', 'busy') and a.held_until is null
      and a.starts_at > ${start - maxLength} and a.starts_at < ${end} and a.ends_at > ${start}
      and a.id not in (select m.moves from appointments m where m.site = ${site.id} and m.moves is not null)
    order by a.starts_at limit ${lookups}`
}

const endRun = (ctx: Context, requireLease: RequireLease) =>
  ctx.tx(async (tx) => {
    await requireLease(tx.sql)
    await tx.sql`
      update calendar_syncs set finished_at = ${tx.now()}, started_at = null, page = null, failing_since = null, error = null
      where site = ${ctx.site.id}`
    tx.emit('calendar.synced', { id: ctx.site.id })
  })

const maxError = 500

const noteFailure = ({ sql, site, now }: Context, provider: string, message: string) => sql`
  insert into calendar_syncs as s (site, provider, failing_since, error)
  values (${site.id}, ${provider}, ${now()}, ${message.slice(0, maxError)})
  on conflict (site) do update set failing_since = coalesce(s.failing_since, excluded.failing_since), error = excluded.error`

/** A sync that the queue runs. The provider's rate limit is waited for. */
async function syncInBackground(ctx: Context): Promise<void> {
  const calendar = ctx.site.settings.bookings.mode === 'picker' ? await calendarOf(ctx) : undefined
  if (!calendar) return
  try {
    await syncCalendar(ctx, calendar, ctx.signal)
  } catch (error) {
    if (error instanceof CalendarError && error.reason === 'busy')
      throw new NotYet(ctx.now() + Math.max(minute, error.retryAfter), error)
    throw error
  }
}

/** The sites whose calendar is due. */
async function listDue({ services, now }: Context) {
  const { sites, database } = services
  const ids = sites.ids()
  const rows = await database.sql<{ site: string; at: number }[]>`
    select site, finished_at as at from calendar_syncs where site in ${database.sql(ids)} and finished_at is not null`
  const last = new Map(rows.map(({ site, at }) => [site, at]))
  const found = await Promise.all(ids.map((id) => sites.find(id)))
  return found.flatMap((site) => {
    if (!site) return []
    const { mode, sync, syncMinutes } = site.settings.bookings
    const isDue = (last.get(site.id) ?? 0) + syncMinutes * minute <= now()
    return mode === 'picker' && sync !== 'none' && isDue ? [{ site: site.id, name: 'each', data: {} }] : []
  })
}

export const syncTasks = repeatForEach(syncTask, {
  lane: 'calls',
  limit: 10 * minute,
  every: minute,
  retry: [minute, 5 * minute, 15 * minute, 60 * minute],
  run: syncInBackground,
  forEach: listDue,
})

/** Takes in one booking that a webhook named. It is a hint: what counts is what the calendar says. */
export async function syncOne(ctx: Context, calendar: Calendar, id: string): Promise<void> {
  const { services } = ctx
  await withLease(services, `calendar sync ${ctx.site.id}`, services.stopping, async (requireLease) => {
    const first = await latestEvent(calendar, id)
    const known = await readKnown(ctx, calendar.provider, {
      externalIds: idsOf(first, id),
      id: first?.appointmentId ?? null,
    })
    // Read again, because what is stored may have changed after the first answer.
    const event = first && (await latestEvent(calendar, id))
    if (!event) return
    const row = storedFor(known, event) ?? known.byEvent.get(id)
    await reconcile(ctx, { calendar, contacts: await knownEmails(ctx, [event]), requireLease }, event, row)
    await ctx.tx(async (tx) => tx.emit('calendar.synced', { id: ctx.site.id }))
  })
}

/** The ids under which an appointment may know an event. */
const idsOf = (event: CalendarEvent | undefined, id: string): string[] =>
  [id, event?.id, event?.replaces].flatMap((one) => one ?? [])

/** The synced calendar, if it could not be read. */
export async function syncProblems({ sql, site }: Context): Promise<Problem[]> {
  const { mode, sync } = site.settings.bookings
  if (mode !== 'picker' || sync === 'none') return []
  const [row] = await sql<{ error: string }[]>`
    select error from calendar_syncs where site = ${site.id} and provider = ${sync} and failing_since is not null`
  if (!row) return []
  return [
    toProblem(
      'calendar_sync_failing',
      'The calendar cannot be read',
      failure('calendar_failed', row.error, { why: row.error }),
    ),
  ]
}
