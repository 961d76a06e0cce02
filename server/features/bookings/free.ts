import type { Context } from '../../core/context.ts'
import { AppError, conflict, connectorError, invalidField } from '../../core/error.ts'
import type { Sql } from '../../database/database.ts'
import { zoneOf } from './appointment.ts'
import { listBusy } from './busy.ts'
import { type Calendar, CalendarError, type Question, type Span } from './calendars/calendar.ts'
import { freeSlots, type SlotRules } from './slots.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** The longest appointment with its buffer; see the constraint of the table. */
const maxLength = 32 * day

/** An appointment whose own time counts as free, because it is being moved. */
export type Moving = { id: string; external_id: string | null; starts_at: number; ends_at: number }

export type Offer = { slots: Span[]; title: string; duration: number; questions: Question[] }

export const rulesOf = (ctx: Pick<Context, 'site'>): SlotRules => ({
  ...ctx.site.settings.bookings,
  timezone: zoneOf(ctx),
})

/**
 * The free times that begin in a span, with what they are called and what the calendar asks for. The calendar's own event
 * type decides, or the hours without appointments and busy time. Reads the calendar, so it must not run in a transaction.
 * @param moving an appointment whose own time counts as free
 * @throws CalendarError
 */
export async function findFree(
  ctx: Context,
  calendar: Calendar | undefined,
  { start, end }: Span,
  moving?: Moving,
): Promise<Offer> {
  const { bookings } = ctx.site.settings
  const now = ctx.now()
  const span = { start: Math.max(start, now), end: Math.min(end, now + (bookings.daysAhead + 2) * day) }
  const offer = { title: bookings.title, duration: bookings.duration, questions: [] }
  if (span.start >= span.end) return { ...offer, slots: [] }
  const found = await calendar?.availability(span, moving?.external_id ?? undefined)
  const around = { start: span.start, end: span.end + 2 * day }
  const taken = [...(await listTaken(ctx, around, moving?.id)), ...(await listBlocked(ctx, around, moving))]
  if (found?.kind !== 'slots')
    return { ...offer, slots: freeSlots(rulesOf(ctx), { ...span, now, taken: [...taken, ...(found?.busy ?? [])] }) }
  const { title, duration, questions } = found
  const slots = found.slots.filter(
    (slot) => slot.start >= span.start && slot.start < span.end && !taken.some((one) => overlaps(one, slot)),
  )
  return { title: title || bookings.title, duration, questions, slots: slots.toSorted((a, b) => a.start - b.start) }
}

const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end

/** What takes time in a span: appointments with their buffers, holds, and busy time of the synced calendar. */
async function listTaken({ sql, site }: Context, span: Span, except: string | undefined): Promise<Span[]> {
  return await sql<Span[]>`
    select a.starts_at as start, a.free_at as "end" from appointments a
    where ${overlapping(sql, site.id, span)} ${
      except === undefined ? sql`` : sql`and a.id <> ${except} and a.moves is distinct from ${except}`
    }`
}

/**
 * Busy time of calendar files in a span. A file may have the appointment that is being moved, without its id, as an
 * event at exactly its time.
 */
export async function listBlocked(ctx: Context, span: Span, moving: Moving | undefined): Promise<Span[]> {
  const busy = await listBusy(ctx, span)
  return busy.filter(({ start, end }) => start !== moving?.starts_at || end !== moving.ends_at)
}

const overlapping = (sql: Sql, site: string, { start, end }: Span) => sql`
  a.site = ${site} and a.status in ('confirmed', 'pending', 'busy') and a.starts_at > ${start - maxLength}
  and a.starts_at < ${end} and a.free_at > ${start}`

const maxConflicts = 10
const maxNext = 5
/** How far the next free times are looked for. */
const ahead = 14 * day

/** 409 for a time that is not free: the appointments that take it, by times alone, and the next free times. */
export async function timeTaken(
  ctx: Context,
  calendar: Calendar | undefined,
  span: Span,
  moving?: Moving,
): Promise<AppError> {
  const { sql, site } = ctx
  const conflicts = await sql<(Span & { id: string })[]>`
    select a.id, a.starts_at as start, a.ends_at as "end" from appointments a
    where ${overlapping(sql, site.id, span)} and a.held_until is null and a.id is distinct from ${moving?.id ?? null}
    order by a.starts_at, a.id limit ${maxConflicts}`
  const at = `${new Date(span.start).toISOString()} to ${new Date(span.end).toISOString()}`
  return conflict(`The time from ${at} is taken.`, 'time_taken', {
    params: { start: span.start, end: span.end },
    extra: { conflicts: [...conflicts], next: await nextFree(ctx, calendar, span.start, moving) },
  })
}

async function nextFree(ctx: Context, calendar: Calendar | undefined, from: number, moving?: Moving): Promise<Span[]> {
  try {
    const start = Math.max(from, ctx.now())
    return (await findFree(ctx, calendar, { start, end: start + ahead }, moving)).slots.slice(0, maxNext)
  } catch (error) {
    // The refusal matters more than the proposals.
    if (!(error instanceof CalendarError)) throw error
    ctx.log.warn({ err: error, site: ctx.site.id }, 'could not read the next free times')
    return []
  }
}

/** The answer to a failed call of the calendar, apart from a taken time. */
export function calendarFailed(error: CalendarError): AppError {
  if (error.reason === 'elsewhere' && error.url !== null)
    return new AppError(409, 'conflict', 'This calendar only takes bookings on its own page.', {
      reason: 'book_elsewhere',
      params: { url: error.url },
      extra: { url: error.url },
      cause: error,
    })
  return connectorError(`The calendar failed: ${error.message}`, 'calendar_failed', {
    params: { why: error.message.slice(0, 300) },
    cause: error,
  })
}

/** Runs calls of the calendar and answers their failures. */
export async function callingCalendar<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CalendarError) throw calendarFailed(error)
    throw error
  }
}

type Given = { force: boolean; moving?: Moving }

/**
 * Asks the calendar whether a time is free, and whether the calendar files of the settings leave it free, before it is
 * held. The database then keeps others from taking it.
 * @param calendar undefined if none is synced
 * @throws 409 with the next free times
 */
export async function refuseUnavailable(
  ctx: Context,
  calendar: Calendar | undefined,
  span: Span,
  { force, moving }: Given,
): Promise<void> {
  if (calendar?.ownTypes && span.start <= ctx.now())
    throw invalidField('start', { error: 'Must be in the future.', params: { reason: 'not_valid' } })
  // What has been cannot be double-booked.
  if (span.end <= ctx.now()) return
  const blocked = force ? [] : await listBlocked(ctx, span, moving)
  if (blocked.length > 0) throw await timeTaken(ctx, calendar, span, moving)
  if (!calendar) return
  const found = await callingCalendar(() => calendar.availability(span, moving?.external_id ?? undefined))
  const isFree =
    found.kind === 'slots'
      ? found.slots.some(({ start }) => start === span.start)
      : force || !found.busy.some(({ start, end }) => start < span.end && span.start < end)
  if (!isFree) throw await timeTaken(ctx, calendar, span, moving)
}

/** Whether the database refused a row because its time is taken. */
export const isOverlap = (error: unknown): boolean => (error as { code?: string } | null)?.code === '23P01'
