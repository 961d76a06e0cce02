import { z } from 'zod'
import type {
  Appointment,
  AppointmentCancelled,
  AppointmentStatus,
  CancelAppointment,
  PatchAppointment,
} from '../../../shared/appointment.ts'
import { maxMinutes } from '../../../shared/appointment.ts'
import { covers } from '../../../shared/scope.ts'
import type { Context, Tx } from '../../core/context.ts'
import { AppError, badRequest, conflict, invalidField } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { type RequireLease, withLease } from '../../core/lease.ts'
import { defineTask } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { findNamed, readNamed } from '../contacts/leads/named.ts'
import { lockConversation } from '../conversations/conversation.ts'
import { unknown } from '../jobs/create.ts'
import { findJobs } from '../jobs/job.ts'
import { lockPipeline } from '../jobs/pipeline.ts'
import {
  type AppointmentRow,
  eventColumns,
  getAppointmentRow,
  lockAppointment,
  requirePicker,
  takesTime,
  toAppointment,
  toEvent,
  type WholeAppointment,
} from './appointment.ts'
import { dropHold, findHold, leaseOf, orTaken } from './book.ts'
import { type Calendar, CalendarError, type CalendarEvent } from './calendars/calendar.ts'
import { calendarOf, latestEvent } from './calendars/of-site.ts'
import { calendarFailed, callingCalendar, refuseUnavailable, timeTaken } from './free.ts'
import { recordChanged } from './record.ts'

type Patch = z.output<typeof PatchAppointment>

const minute = 60_000

/** What a patch makes of an appointment. */
type Change = {
  columns: Partial<AppointmentRow>
  isMoved: boolean
  isCancelled: boolean
  /** It takes time again. */
  isReopened: boolean
  /** Texts that a calendar keeps. */
  changesTexts: boolean
}

/**
 * Changes an appointment. A synced calendar is written first; if it fails, nothing changes. While it is written, a hold
 * keeps the new time.
 */
export async function patchAppointment(ctx: Context, { id, ...patch }: Patch & { id: string }): Promise<Appointment> {
  requirePicker(ctx)
  return toAppointment(await changeAppointment(ctx, id, patch))
}

/** The same for callers that were admitted otherwise. */
export async function changeAppointment(
  ctx: Context,
  id: string,
  patch: Patch,
  reason: string | null = null,
): Promise<WholeAppointment> {
  const { services } = ctx
  await checkNamed(ctx, patch)
  return await withLease(services, leaseOf(id), services.stopping, async (requireLease) => {
    // The time that an earlier attempt holds would count as taken.
    await callingCalendar(() => settleMoves(ctx, id, requireLease))
    const before = await getAppointmentRow(ctx, id)
    const change = changeOf(ctx, before, patch)
    const calendar = before.external_id === null ? undefined : await calendarOf(ctx)
    // A calendar that was connected since does not know the appointment, one that was replaced cannot change it, and a
    // cancelled appointment has no event.
    const isKept = calendar?.provider === before.provider && (before.status !== 'cancelled' || change.isReopened)
    if (!calendar || !isKept) {
      if (change.isReopened || (change.isMoved && takesTime(before.status)))
        await refuseUnavailable(ctx, undefined, timeOf(before, change), { force: patch.force, moving: before })
      return await storeAlone(ctx, before, patch, change, reason)
    }
    refuseByCalendar(calendar, before, patch, change)
    if (change.isMoved || change.isReopened)
      return await moveThrough(ctx, calendar, { before, patch, change, requireLease })
    await callingCalendar(async () => {
      const event = before.external_id as string
      if (change.isCancelled) await calendar.cancel(await latestId(calendar, event), reason)
      else if (change.changesTexts) await calendar.update?.(event, toEvent(ctx, { ...before, ...change.columns }))
    })
    return await ctx.tx(async (tx) => {
      await requireLease(tx.sql)
      return await store(tx, before, patch, change.columns, reason)
    })
  })
}

/** A booking that was rescheduled at the provider, and not read since, has a new id there. */
async function latestId(calendar: Calendar, id: string): Promise<string> {
  const latest = calendar.ownTypes ? await latestEvent(calendar, id) : undefined
  return latest?.id ?? id
}

const storeAlone = (ctx: Context, before: WholeAppointment, patch: Patch, change: Change, reason: string | null) =>
  orTaken(
    ctx,
    undefined,
    timeOf(before, change),
    () => ctx.tx((tx) => store(tx, before, patch, change.columns, reason)),
    before,
  )

const timeOf = (before: AppointmentRow, { columns }: Change) => ({
  start: columns.starts_at ?? before.starts_at,
  end: columns.ends_at ?? before.ends_at,
})

type Move = { before: WholeAppointment; patch: Patch; change: Change; requireLease: RequireLease }

const settleTask = defineTask('appointment.settleMove', z.object({ id: z.string() }), { target: () => 'calendar' })

/** Moves an event, or makes it again for an appointment that takes time again, while a hold keeps the new time. */
async function moveThrough(ctx: Context, calendar: Calendar, { before, patch, change, requireLease }: Move) {
  const span = timeOf(before, change)
  await refuseUnavailable(ctx, calendar, span, { force: patch.force, moving: before })
  const held = await orTaken(ctx, calendar, span, () => ctx.tx((tx) => holdTime(tx, before, change)), before)
  const wanted = toEvent(ctx, { ...before, ...change.columns })
  let event: CalendarEvent
  try {
    event = change.isReopened
      ? await calendar.create(wanted)
      : await calendar.move(await latestId(calendar, before.external_id as string), wanted)
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    // A lost answer is settled by the task, which reads the event.
    if (!error.unknown) await dropHold(ctx, held)
    if (error.reason === 'taken') throw await timeTaken(ctx, calendar, span, before)
    throw calendarFailed(error)
  }
  return await ctx.tx(async (tx) => {
    await requireLease(tx.sql)
    await dropHold(tx, held)
    const columns = { ...change.columns, ...asWritten, ...eventColumns(tx, calendar.provider, event) }
    return await store(tx, before, patch, columns, null)
  })
}

/** What the calendar has counts, although an event that overlaps may have been read from it since. */
const asWritten = { forced: true } as const

const holdFor = 2 * minute

/** Keeps the new time of an appointment until the calendar was written. */
async function holdTime(tx: Tx, before: WholeAppointment, { columns }: Change): Promise<string> {
  const after = { ...before, ...columns }
  const id = newId('apt')
  const at = tx.now()
  const row = {
    ...{ id, site: before.site, title: '', timezone: before.timezone, status: 'pending', source: before.source },
    ...{ starts_at: after.starts_at, ends_at: after.ends_at, free_at: after.free_at, forced: after.forced },
    ...{ held_until: at + holdFor, hold: tx.sql.json({}), moves: before.id, created_at: at, updated_at: at },
  }
  await tx.sql`insert into appointments ${tx.sql(row as never)}`
  await tx.enqueue(settleTask, { id }, { at: at + holdFor, name: id })
  return id
}

/** Finishes a move whose server died or got no answer. */
async function settleMove(ctx: Context, id: string): Promise<void> {
  const moved = (await findHold(ctx, id))?.moves
  if (!moved) return
  const { services } = ctx
  await withLease(services, leaseOf(moved), services.stopping, (requireLease) => settleMoves(ctx, moved, requireLease))
}

/** Finishes the moves of an appointment that nobody has finished: the calendar knows whether they happened. */
async function settleMoves(ctx: Context, id: string, requireLease: RequireLease): Promise<void> {
  const holds = await ctx.sql<AppointmentRow[]>`
    select * from appointments where moves = ${id} and site = ${ctx.site.id} order by id`
  for (const held of holds) await settleHeld(ctx, held, await getAppointmentRow(ctx, id), requireLease)
}

async function settleHeld(ctx: Context, held: AppointmentRow, before: WholeAppointment, requireLease: RequireLease) {
  const calendar = before.external_id === null ? undefined : await calendarOf(ctx)
  const event =
    before.status === 'cancelled'
      ? await calendar?.findCreated(toEvent(ctx, { ...before, starts_at: held.starts_at, ends_at: held.ends_at }))
      : calendar && (await latestEvent(calendar, before.external_id as string))
  const isThere = event?.start === held.starts_at && event.end === held.ends_at && event.status !== 'cancelled'
  await ctx.tx(async (tx) => {
    await requireLease(tx.sql)
    const { count } = await dropHold(tx, held.id)
    if (!calendar || !event || !isThere || count === 0) return
    const times = { starts_at: held.starts_at, ends_at: held.ends_at, free_at: held.free_at, ...asWritten }
    const reopened = before.status === 'cancelled' ? { status: 'confirmed' as const } : {}
    const columns = {
      ...times,
      ...reopened,
      sequence: before.sequence + 1,
      ...eventColumns(tx, calendar.provider, event),
    }
    await store(tx, before, { force: false }, columns, null)
  })
}

/** Stores a change with its history and events. The row must still be as it was when the change was decided. */
async function store(
  tx: Tx,
  before: WholeAppointment,
  { jobId, contactId }: Patch,
  columns: Partial<AppointmentRow>,
  reason: string | null,
): Promise<WholeAppointment> {
  if (before.conversation_id !== null) await lockConversation(tx, before.conversation_id)
  const contact = contactId ? await findNamed(tx, contactId) : undefined
  if (contactId && !contact) throw unknown('contactId', 'contact')
  await lockPipeline(tx)
  if (jobId && (await findJobs(tx, [jobId])).length === 0) throw unknown('jobId', 'job')
  const now = await lockAppointment(tx, before.id)
  if (now.updated_at !== before.updated_at || now.status !== before.status)
    throw conflict('The appointment was changed by somebody else at the same time.', 'appointment_changed')
  const mayRead = covers(tx.actor.scopes, 'leads:read')
  const all = {
    ...columns,
    ...(jobId !== undefined && { job_id: jobId }),
    ...(contactId !== undefined && { lead_id: contactId, claim: contact && !mayRead ? tx.sql.json({}) : null }),
    ...(contact &&
      mayRead && { attendee_name: contact.name, attendee_email: contact.email, attendee_phone: contact.phone }),
  }
  if (Object.keys(all).length === 0) return now
  await tx.sql`update appointments set ${tx.sql({ ...all, updated_at: tx.now() } as never)} where id = ${before.id}`
  return await recordChanged(tx, now, reason)
}

/** Refuses an unknown job or contact before a calendar is written. */
async function checkNamed(ctx: Context, { jobId, contactId }: Patch): Promise<void> {
  if (jobId && (await findJobs(ctx, [jobId])).length === 0) throw unknown('jobId', 'job')
  if (contactId && !(await readNamed(ctx, contactId))) throw unknown('contactId', 'contact')
}

/** The statuses that an appointment may have next. */
const next: Record<AppointmentStatus, readonly AppointmentStatus[]> = {
  confirmed: ['pending', 'completed', 'no_show', 'cancelled'],
  pending: ['confirmed', 'completed', 'no_show', 'cancelled'],
  completed: ['no_show'],
  no_show: ['completed'],
  cancelled: ['confirmed'],
  busy: [],
}

/** What the patch changes. 400 for what is not possible, 409 for busy time. */
function changeOf(ctx: Context, before: WholeAppointment, patch: Patch): Change {
  if (before.status === 'busy')
    throw conflict('This is busy time of the synced calendar. Change it there.', 'busy_time')
  const status = patch.status ?? before.status
  if (status !== before.status && !next[before.status].includes(status))
    throw invalidField('status', {
      error: `An appointment that is ${before.status} cannot become ${status}.`,
      params: { reason: 'not_valid' },
    })
  const times = timesOf(before, patch)
  const isMoved = times.starts_at !== before.starts_at || times.ends_at !== before.ends_at
  const isReopened = takesTime(status) && !takesTime(before.status)
  const isCancelled = status === 'cancelled' && before.status !== 'cancelled'
  const texts = changed(before, {
    ...(patch.title !== undefined && { title: patch.title }),
    ...(patch.location !== undefined && { location: patch.location || null }),
    ...(patch.notes !== undefined && { notes: patch.notes || null }),
  })
  const free_at = times.ends_at + ctx.site.settings.bookings.buffer * minute
  const columns = {
    ...texts,
    ...changed(before, { status, ...(patch.timezone !== undefined && { timezone: patch.timezone }) }),
    ...(isMoved && { ...times, free_at }),
    ...((isMoved || isReopened) && { forced: patch.force }),
    ...((isMoved || isReopened || isCancelled) && { sequence: before.sequence + 1 }),
  }
  return { columns, isMoved, isCancelled, isReopened, changesTexts: Object.keys(texts).length > 0 }
}

const changed = <T extends Partial<AppointmentRow>>(before: AppointmentRow, given: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => before[name as keyof AppointmentRow] !== value),
  ) as Partial<T>

function timesOf(before: AppointmentRow, { start, end, duration }: Patch) {
  const starts_at = start ?? before.starts_at
  const length = duration === undefined ? before.ends_at - before.starts_at : duration * minute
  const ends_at = end ?? starts_at + length
  checkLength(starts_at, ends_at)
  return { starts_at, ends_at }
}

/** 400 for an end that is not after the start, or too long after it. */
export function checkLength(start: number, end: number): void {
  if (end <= start) throw invalidField('end', { error: 'Must be after the start.', params: { reason: 'not_valid' } })
  if (end - start > maxMinutes * minute)
    throw invalidField('end', {
      error: 'Must be at most 31 days after the start.',
      params: { reason: 'not_valid' },
    })
}

/** What a calendar with its own event types does not allow. */
function refuseByCalendar(calendar: Calendar, before: WholeAppointment, patch: Patch, change: Change): void {
  if (change.isReopened && calendar.ownTypes)
    throw invalidField('status', {
      error: 'The calendar cannot reopen a cancelled booking. Book again.',
      params: { reason: 'not_valid' },
    })
  if (!change.isMoved) return
  if (!calendar.canMove)
    throw badRequest(
      `The calendar moves appointments on its own page only: ${before.reschedule_url ?? 'no link is known'}.`,
      'moved_by_link',
      { url: before.reschedule_url ?? '' },
    )
  const { start, end } = timeOf(before, change)
  if (!calendar.ownTypes) return
  if (patch.force)
    throw invalidField('force', {
      error: "The calendar's event type decides which times can be booked.",
      params: { reason: 'not_valid' },
    })
  if (end - start !== before.ends_at - before.starts_at)
    throw invalidField('duration', {
      error: "The calendar's event type decides the length.",
      params: { reason: 'not_valid' },
    })
}

/** Cancels an appointment. Repeating it changes nothing. Works for those left over when appointments are off. */
export async function cancelAppointment(
  ctx: Context,
  { id, reason }: CancelAppointment,
): Promise<AppointmentCancelled> {
  const answer = { id, deleted: true, status: 'cancelled' } as const
  const { status } = await getAppointmentRow(ctx, id)
  if (status === 'cancelled') return answer
  if (status === 'completed' || status === 'no_show')
    throw conflict('The appointment has taken place already.', 'appointment_over')
  try {
    await changeAppointment(ctx, id, { status: 'cancelled', force: false }, reason || null)
  } catch (error) {
    // Somebody else cancelled it at the same time.
    const isSame = error instanceof AppError && (await getAppointmentRow(ctx, id)).status === 'cancelled'
    if (!isSame) throw error
  }
  return answer
}

export const moveTasks = [
  siteTask(settleTask, {
    lane: 'calls',
    retry: [minute, 5 * minute, 30 * minute, ...Array.from({ length: 20 }, () => 6 * 60 * minute)],
    run: (ctx, { id }) => settleMove(ctx, id),
    gaveUp: (tx, { id }) => dropHold(tx, id),
  }),
]
