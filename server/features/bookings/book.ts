import { z } from 'zod'
import { allScopes, covers } from '../../../shared/scope.ts'
import { createActor } from '../../core/actor.ts'
import type { Context, Tx } from '../../core/context.ts'
import { conflict, unavailable } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { type RequireLease, withLease } from '../../core/lease.ts'
import { defineTask } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { type AppointmentRow, eventColumns, findAppointment, toEvent, type WholeAppointment } from './appointment.ts'
import { type Calendar, CalendarError, type CalendarEvent, type Span } from './calendars/calendar.ts'
import { calendarOf } from './calendars/of-site.ts'
import { calendarFailed, isOverlap, type Moving, timeTaken } from './free.ts'
import { type Attendee, actingAs, attach, type Who } from './parties.ts'
import { recordCreated } from './record.ts'

/** What is booked. The time was checked already, and is checked again when it is stored. */
export type Booking = Span & {
  /** The id of an earlier attempt of the same request. */
  id?: string | undefined
  title: string
  timezone: string
  location: string | null
  notes: string | null
  force: boolean
  source: 'chat' | 'api' | 'manual'
  who: Who
  attendee: Attendee & { timezone: string | null; locale: string | null }
  answers: Record<string, string>
  requestId: string | null
}

/** What a hold becomes once the calendar has its event. */
export type Hold = {
  who: Who
  /** Whether the caller may read contacts. */
  mayRead: boolean
  /** The caller was told that the booking failed, so an event that appears later is cancelled. */
  abandoned?: boolean
}

export type HeldRow = AppointmentRow & { hold: Hold; moves: string | null }

const minute = 60_000
/** How long the calendar may take to answer. After that, a task looks for the event. */
const holdFor = 2 * minute

export const holdTask = defineTask('appointment.settle', z.object({ id: z.string() }), { target: () => 'calendar' })

/**
 * Books an appointment. A synced calendar is written first, while a hold keeps the time: two servers cannot hold the
 * same. The hold is confirmed with contact, job and events in one transaction; if the calendar refuses, it is deleted.
 * @throws 409 `conflict` for a time that is taken, with the next free ones; 502 `connector_error` if the calendar fails
 */
export async function bookAppointment(
  ctx: Context,
  calendar: Calendar | undefined,
  given: Booking,
): Promise<WholeAppointment> {
  const booking = { ...given, id: given.id ?? newId('apt') }
  if (!calendar) {
    return await orTaken(ctx, undefined, booking, () =>
      ctx.tx(async (tx) => {
        const parties = await attach(tx, booking.who, booking.attendee)
        await insertAppointment(tx, { ...rowOf(tx, booking), ...parties, status: 'confirmed' })
        return await recordCreated(tx, booking.id)
      }),
    )
  }
  const { services } = ctx
  return await withLease(services, leaseOf(booking.id), services.stopping, async (requireLease) => {
    const held = await orTaken(ctx, calendar, booking, () => ctx.tx((tx) => hold(tx, booking)))
    const event = await create(ctx, calendar, held)
    return await ctx.tx((tx) => completeHold(tx, held, calendar, event, requireLease))
  })
}

export const leaseOf = (id: string) => `appointment ${id}`

/** Runs a transaction that takes time. 409 with the next free times if it is taken. */
export async function orTaken<T>(
  ctx: Context,
  calendar: Calendar | undefined,
  span: Span,
  work: () => Promise<T>,
  moving?: Moving,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isOverlap(error)) throw await timeTaken(ctx, calendar, span, moving)
    throw error
  }
}

/** A booking with the id of its appointment. */
type Identified = Booking & { id: string }

function rowOf(tx: Tx, booking: Identified) {
  const { id, start, end, title, timezone, location, notes, force, source, attendee, answers } = booking
  const at = tx.now()
  return {
    ...{ id, site: tx.site.id, title, starts_at: start, ends_at: end, timezone },
    free_at: end + tx.site.settings.bookings.buffer * minute,
    ...{ forced: force, source, location, notes, answers: tx.sql.json(answers) },
    ...{ attendee_name: attendee.name, attendee_email: attendee.email, attendee_phone: attendee.phone },
    ...{ attendee_timezone: attendee.timezone, attendee_locale: attendee.locale },
    ...{ conversation_id: booking.who.conversationId ?? null, request_id: booking.requestId },
    ...{ created_by: tx.actor.id, created_at: at, updated_at: at },
  }
}

const insertAppointment = ({ sql }: Tx, { claim, ...row }: Record<string, unknown>) =>
  sql`insert into appointments ${sql({ ...row, ...(claim ? { claim: sql.json(claim as never) } : {}) } as never)}`

/** Stores a hold, with the task that settles it if this server dies. */
async function hold(tx: Tx, booking: Identified): Promise<HeldRow> {
  const mayRead = covers(tx.actor.scopes, 'leads:read')
  const { id } = booking
  const held = { held_until: tx.now() + holdFor, hold: tx.sql.json({ who: booking.who, mayRead } as never) }
  await insertAppointment(tx, { ...rowOf(tx, booking), ...held, status: 'pending' })
  await tx.enqueue(holdTask, { id }, { at: held.held_until, name: id })
  return (await findHold(tx, id)) as HeldRow
}

export async function findHold({ sql, site }: Context, id: string): Promise<HeldRow | undefined> {
  const [row] = await sql<HeldRow[]>`
    select * from appointments where id = ${id} and site = ${site.id} and held_until is not null`
  return row
}

/** Writes the event. A lost answer is looked up before anything else. */
async function create(ctx: Context, calendar: Calendar, held: HeldRow): Promise<CalendarEvent> {
  const wanted = toEvent(ctx, held)
  try {
    return await calendar.create(wanted)
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    if (error.unknown) {
      const found = await findLost(ctx, calendar, held)
      if (found) return found
      throw calendarFailed(error)
    }
    await dropHold(ctx, held.id)
    if (error.reason === 'taken') throw await timeTaken(ctx, calendar, { start: held.starts_at, end: held.ends_at })
    throw calendarFailed(error)
  }
}

/** Looks for the event. If it is still not there, the task looks again, and cancels what appears later. */
async function findLost(ctx: Context, calendar: Calendar, held: HeldRow): Promise<CalendarEvent | undefined> {
  try {
    const found = await calendar.findCreated(toEvent(ctx, held))
    if (found && found.status !== 'cancelled') return found
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    ctx.log.warn({ err: error, appointment: held.id }, 'could not look for an event of the calendar')
  }
  await ctx.sql`update appointments set hold = hold || '{"abandoned": true}' where id = ${held.id} and hold is not null`
  return undefined
}

/** Deletes a hold. Its task finds nothing then. */
export const dropHold = ({ sql }: Pick<Context, 'sql'>, id: string) =>
  sql`delete from appointments where id = ${id} and held_until is not null`

/** Makes an appointment of a hold, with contact, job and events. */
async function completeHold(
  given: Tx,
  { id, hold: { who, mayRead }, created_by, ...held }: HeldRow,
  calendar: Calendar,
  event: CalendarEvent,
  requireLease: RequireLease,
): Promise<WholeAppointment> {
  await requireLease(given.sql)
  const rights = mayRead ? allScopes : []
  const tx =
    given.actor.id === created_by
      ? given
      : actingAs(given, createActor({ kind: 'system', id: created_by ?? 'system', scopes: new Set(rights) }))
  const attendee = { name: held.attendee_name, email: held.attendee_email, phone: held.attendee_phone }
  const { claim, ...parties } = await attach(tx, who, attendee)
  const columns = {
    ...{ ...parties, claim: claim && tx.sql.json(claim), held_until: null, hold: null },
    status: event.status === 'pending' ? 'pending' : 'confirmed',
    location: held.location ?? event.location,
    ...eventColumns(tx, calendar.provider, event),
  }
  const { count } = await tx.sql`
    update appointments set ${tx.sql(columns as never)} where id = ${id} and held_until is not null`
  if (count === 0) throw unavailable('The booking was ended by another server. Try again.', 'taken_over')
  return await recordCreated(tx, id)
}

/**
 * Finishes what a booking left behind: completes it if the calendar has its event, otherwise deletes the hold. Waits
 * while a server still works on it.
 * @param isWanted whether the caller repeats a booking that failed, so that an event found late counts after all
 */
export async function settleHold(ctx: Context, id: string, isWanted = false): Promise<WholeAppointment | undefined> {
  const { services } = ctx
  return await withLease(services, leaseOf(id), services.stopping, async (requireLease) => {
    const held = await findHold(ctx, id)
    if (!held || held.moves !== null) return await findAppointment(ctx, id)
    const calendar = await calendarOf(ctx)
    const event = await calendar?.findCreated(toEvent(ctx, held))
    const exists = event && event.status !== 'cancelled'
    if (calendar && exists && (isWanted || !held.hold.abandoned))
      return await ctx.tx((tx) => completeHold(tx, held, calendar, event, requireLease))
    if (calendar && exists) await calendar.cancel(event.id, null)
    await ctx.tx(async (tx) => {
      await requireLease(tx.sql)
      await dropHold(tx, id)
    })
    return undefined
  })
}

/** The answer to a repeated request: the appointment that it made, or undefined if it made none. */
export async function settleRepeat(ctx: Context, id: string): Promise<WholeAppointment | undefined> {
  try {
    return await settleHold(ctx, id, true)
  } catch (error) {
    if (error instanceof CalendarError) throw calendarFailed(error)
    throw error
  }
}

/** The visitor pressed twice: the booking with this id of their page. */
export async function findRequested(
  { sql }: Context,
  conversationId: string,
  requestId: string,
): Promise<{ id: string; start: number } | undefined> {
  const [row] = await sql<{ id: string; start: number }[]>`
    select id, starts_at as start from appointments where conversation_id = ${conversationId} and request_id = ${requestId}`
  return row
}

/** 409 for another booking under the id of an earlier one. */
export const otherRequest = () =>
  conflict('This bookingId was already used for another time.', 'idempotency_key_reused')

export const holdTasks = [
  siteTask(holdTask, {
    lane: 'calls',
    // A calendar may be unreachable for days; until then, the time stays taken.
    retry: [minute, 5 * minute, 30 * minute, ...Array.from({ length: 20 }, () => 6 * 60 * minute)],
    async run(ctx, { id }) {
      await settleHold(ctx, id)
    },
    gaveUp: (tx, { id }) => dropHold(tx, id),
  }),
]
