import { systemActor } from '../../../core/actor.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { newId } from '../../../core/ids.ts'
import { type RequireLease, withLease } from '../../../core/lease.ts'
import { type FoundContact, listByEmail } from '../../contacts/leads/named.ts'
import { lockPipeline } from '../../jobs/pipeline.ts'
import {
  type AppointmentRow,
  eventColumns,
  findAppointment,
  lockAppointment,
  takesTime,
  zoneOf,
} from '../appointment.ts'
import { leaseOf } from '../book.ts'
import { actingAs, attach } from '../parties.ts'
import { recordChanged, recordCreated } from '../record.ts'
import type { Calendar, CalendarEvent, Span } from './calendar.ts'

const minute = 60_000
/** The table stores no longer ones. Free times come from the calendar itself. */
export const maxLength = 31 * 24 * 60 * minute
/** How much later the calendar must have changed an event that was cancelled here, to bring it back. */
const afterCancelling = minute

export type Outcome = 'created' | 'updated' | 'cancelled' | 'unchanged'

export type Stored = AppointmentRow & { held_until: number | null; is_moving: boolean }

/** What is stored about events. It is read before the events, so that changes in between are noticed. */
export type Known = { byEvent: ReadonlyMap<string, Stored>; byId: ReadonlyMap<string, Stored> }

/** The appointments of a calendar and the holds that may overlap a span, or those of some events. */
export async function readKnown(
  { sql, site }: Context,
  provider: string,
  where: Span | { externalIds: string[]; id: string | null },
): Promise<Known> {
  const rows = await sql<Stored[]>`
    select a.*, a.id in (
      select m.moves from appointments m where m.site = ${site.id} and m.moves is not null
    ) as is_moving from appointments a
    where a.site = ${site.id} and ${
      'externalIds' in where
        ? sql`(a.provider = ${provider} and a.external_id in ${sql(where.externalIds)} or a.id = ${where.id})`
        : sql`(a.provider = ${provider} or a.held_until is not null)
            and a.starts_at > ${where.start - maxLength} and a.starts_at < ${where.end}`
    }`
  return {
    byEvent: new Map(rows.flatMap((row) => (row.external_id === null ? [] : [[row.external_id, row] as const]))),
    byId: new Map(rows.map((row) => [row.id, row])),
  }
}

/** What was read of a calendar. */
export type Reading = {
  calendar: Calendar
  /** The attendees' emails that are contacts. */
  contacts: ReadonlySet<string>
  /** Of the sync: a server that lost it must not store what it read before. */
  requireLease: RequireLease
}

/** The appointment of an event, by its id, the one that it replaces, or our own id in it. */
export function storedFor({ byEvent, byId }: Known, event: CalendarEvent): Stored | undefined {
  const row = byEvent.get(event.id) ?? (event.replaces === null ? undefined : byEvent.get(event.replaces))
  if (row) return row
  const own = event.appointmentId === null ? undefined : byId.get(event.appointmentId)
  // A copy of an event contains our id too.
  return own?.external_id === null ? own : undefined
}

/**
 * Brings what is stored in line with an event of the calendar, whose time counts. Repeating it changes nothing and sends
 * nothing. Does nothing if the appointment was changed since `row` was read, as the event may be older than that.
 */
export async function reconcile(
  ctx: Context,
  reading: Reading,
  event: CalendarEvent,
  row: Stored | undefined,
): Promise<Outcome> {
  const { calendar, requireLease } = reading
  const { provider, ownTypes } = calendar
  if (!row) return await importEvent(ctx, provider, event, requireLease)
  // Its own task settles it.
  if (row.held_until !== null || row.is_moving) return 'unchanged'
  if (row.status === 'busy') return await reconcileBusy(ctx, reading, event, row)
  const columns = changesOf(ctx, row, event, ownTypes)
  if (Object.keys(columns).length === 0) return 'unchanged'
  return await changing(ctx, row, requireLease, async (tx) => {
    const all = { ...columns, ...eventColumns(tx, provider, event), updated_at: tx.now() }
    await tx.sql`update appointments set ${tx.sql(all as never)} where id = ${row.id}`
    await recordChanged(tx, row, event.reason)
    return columns.status === 'cancelled' ? 'cancelled' : 'updated'
  })
}

/** An event that the calendar no longer has. */
export async function removeGone(ctx: Context, { requireLease }: Reading, row: Stored): Promise<Outcome> {
  if (row.held_until !== null || row.is_moving) return 'unchanged'
  return await changing(ctx, row, requireLease, async (tx) => {
    if (row.status === 'busy') return await deleteBusy(tx, row)
    const columns = { status: 'cancelled', sequence: row.sequence + 1, synced_at: tx.now(), updated_at: tx.now() }
    await tx.sql`update appointments set ${tx.sql(columns as never)} where id = ${row.id}`
    await recordChanged(tx, row, null)
    return 'cancelled'
  })
}

/** Runs a change if the appointment is still as it was read. */
async function changing(
  ctx: Context,
  row: Stored,
  requireLease: RequireLease,
  work: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome> {
  const { services } = ctx
  return await withLease(services, leaseOf(row.id), services.stopping, (requireOwn) =>
    ctx.tx(async (given) => {
      await requireLease(given.sql)
      await requireOwn(given.sql)
      const tx = actingAs(given, systemActor)
      await lockPipeline(tx)
      if (!(await findAppointment(tx, row.id))) return 'unchanged'
      const now = await lockAppointment(tx, row.id)
      const isSame =
        now.updated_at === row.updated_at && now.sequence === row.sequence && now.external_id === row.external_id
      return isSame ? await work(tx) : 'unchanged'
    }),
  )
}

/** What an event changes of its appointment. Title and place are ours alone if the calendar has event types. */
function changesOf(ctx: Context, row: Stored, event: CalendarEvent, ownTypes: boolean): Partial<AppointmentRow> {
  // What the calendar had when we wrote it last is no news.
  const isOld = event.id === row.external_id && (event.updatedAt ?? Infinity) < (row.external_updated_at ?? 0)
  if (isOld) return {}
  const status = statusAfter(row, event)
  const isMoved = event.status !== 'cancelled' && (event.start !== row.starts_at || event.end !== row.ends_at)
  const isReopened = takesTime(status) && !takesTime(row.status)
  const columns: Partial<AppointmentRow> = {
    ...(event.id !== row.external_id && { external_id: event.id }),
    ...(event.rescheduleUrl !== row.reschedule_url && { reschedule_url: event.rescheduleUrl }),
    ...(isMoved && { starts_at: event.start, ends_at: event.end, free_at: freeAt(ctx, event) }),
    // The calendar may hold what overlaps.
    ...((isMoved || isReopened) && { forced: true }),
    ...(status !== row.status && { status }),
    ...(!ownTypes && event.status !== 'cancelled' && textsOf(row, event)),
  }
  const counts = isMoved || status !== row.status
  // What is over stays as the team recorded it.
  if (row.status === 'cancelled' && status === 'cancelled') return {}
  return { ...columns, ...(counts && { sequence: row.sequence + 1 }) }
}

function statusAfter(row: Stored, { status, updatedAt }: CalendarEvent): AppointmentRow['status'] {
  if (row.status === 'completed' || row.status === 'no_show') return status === 'no_show' ? status : row.status
  if (row.status === 'cancelled') {
    const isNewer = takesTime(status) && updatedAt !== null && updatedAt > row.updated_at + afterCancelling
    return isNewer ? status : row.status
  }
  // The team's confirmation of a pending event stays, unless the calendar says otherwise.
  return status
}

const textsOf = (row: Stored, { title, location }: CalendarEvent): Partial<AppointmentRow> => ({
  ...(title !== '' && title !== row.title && { title }),
  ...(location !== row.location && { location }),
})

const freeAt = (ctx: Context, { end }: Span) => end + ctx.site.settings.bookings.buffer * minute

/** An event that nobody booked here: an appointment of a known contact, or busy time. */
async function importEvent(
  ctx: Context,
  provider: string,
  event: CalendarEvent,
  requireLease: RequireLease,
): Promise<Outcome> {
  if (event.status === 'cancelled' || event.end <= event.start) return 'unchanged'
  return await ctx.tx(async (given) => {
    await requireLease(given.sql)
    const tx = actingAs(given, systemActor)
    if (await isBeingBooked(tx, event)) return 'unchanged'
    const contact = await attendingContact(tx, event)
    const id = newId('apt')
    const [row] = await tx.sql`
      insert into appointments ${tx.sql({ ...rowOf(tx, id, event), ...eventColumns(tx, provider, event) } as never)}
      on conflict do nothing returning id`
    if (!row || !contact) return 'unchanged'
    return await makeAppointment(tx, id, event, contact)
  })
}

/**
 * Whether a hold is about to become the appointment of this event. The hold is older than the event, but may be newer
 * than what was read before.
 */
async function isBeingBooked({ sql, site }: Tx, { appointmentId, start, end }: CalendarEvent): Promise<boolean> {
  const [hold] = await sql`
    select from appointments
    where site = ${site.id} and held_until is not null
      and (id = ${appointmentId} or moves = ${appointmentId} or (starts_at = ${start} and ends_at = ${end})) limit 1`
  return hold !== undefined
}

/** Details of others' events are not stored. */
function rowOf(tx: Tx, id: string, { start, end }: CalendarEvent) {
  const at = tx.now()
  return {
    ...{ id, site: tx.site.id, title: '', status: 'busy', source: 'calendar', forced: true },
    ...busyTime({ start, end }),
    ...{ timezone: zoneOf(tx), created_by: null, created_at: at, updated_at: at },
  }
}

function busyTime({ start, end }: Span) {
  const until = Math.min(end, start + maxLength)
  return { starts_at: start, ends_at: until, free_at: until }
}

/** Makes an appointment of busy time, with a job, because an attendee is a contact. */
async function makeAppointment(tx: Tx, id: string, event: CalendarEvent, contact: FoundContact): Promise<Outcome> {
  const attendee = event.attendee ?? contact
  const { claim: _, ...parties } = await attach(tx, { contactId: contact.id }, attendee)
  const columns = {
    ...{ ...parties, status: event.status, title: event.title || tx.site.settings.bookings.title },
    ...{ starts_at: event.start, ends_at: Math.min(event.end, event.start + maxLength), location: event.location },
    free_at: freeAt(tx, { start: event.start, end: Math.min(event.end, event.start + maxLength) }),
    ...{ attendee_name: attendee.name, attendee_email: attendee.email, attendee_phone: attendee.phone },
    updated_at: tx.now(),
  }
  await tx.sql`update appointments set ${tx.sql(columns as never)} where id = ${id}`
  await recordCreated(tx, id)
  return 'created'
}

const emailsOf = ({ attendees, attendee }: CalendarEvent): string[] =>
  [...new Set([...attendees, attendee?.email ?? ''].map((email) => email.toLowerCase()))].filter(Boolean)

/** Those of the attendees' emails that are contacts. */
export async function knownEmails(ctx: Context, events: readonly CalendarEvent[]): Promise<Set<string>> {
  const contacts = await listByEmail(ctx, [...new Set(events.flatMap(emailsOf))])
  return new Set(contacts.flatMap(({ email }) => email ?? []))
}

const attendingContact = async (tx: Tx, event: CalendarEvent): Promise<FoundContact | undefined> =>
  (await listByEmail(tx, emailsOf(event)))[0]

async function reconcileBusy(
  ctx: Context,
  { calendar: { provider }, contacts, requireLease }: Reading,
  event: CalendarEvent,
  row: Stored,
): Promise<Outcome> {
  const time = busyTime(event)
  const isSame = time.starts_at === row.starts_at && time.ends_at === row.ends_at && event.id === row.external_id
  const isGone = event.status === 'cancelled' || event.end <= event.start
  if (isSame && !isGone && !emailsOf(event).some((email) => contacts.has(email))) return 'unchanged'
  return await changing(ctx, row, requireLease, async (tx) => {
    if (isGone) return await deleteBusy(tx, row)
    const columns = { ...time, ...eventColumns(tx, provider, event), updated_at: tx.now() }
    await tx.sql`update appointments set ${tx.sql(columns as never)} where id = ${row.id}`
    const contact = await attendingContact(tx, event)
    if (contact) return await makeAppointment(tx, row.id, event, contact)
    return 'unchanged'
  })
}

/** Busy time has no history, so nobody is told that it ended. */
async function deleteBusy({ sql }: Tx, { id }: Stored): Promise<Outcome> {
  await sql`delete from appointments where id = ${id}`
  return 'unchanged'
}
