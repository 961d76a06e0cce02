import type { Context } from '../../core/context.ts'
import { invalidField } from '../../core/error.ts'
import type { Calendar, Span } from './calendars/calendar.ts'
import { callingCalendar, listBlocked, type Moving, timeTaken } from './free.ts'

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
