import type { Context } from '../../../core/context.ts'
import { NotYet } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import { readBookingTask } from '../../integrations/calcom-webhook.ts'
import { CalendarError } from './calendar.ts'
import { calendarOf } from './of-site.ts'
import { syncOne, syncTasks } from './sync.ts'

const minute = 60_000

/** Reads the booking that a webhook named, and takes it in. */
async function readBooking(ctx: Context, { uid }: { uid: string }): Promise<void> {
  if (ctx.site.settings.bookings.sync !== 'calcom') return
  const calendar = await calendarOf(ctx)
  if (!calendar) return
  try {
    await syncOne(ctx, calendar, uid)
  } catch (error) {
    if (error instanceof CalendarError && error.reason === 'busy')
      throw new NotYet(ctx.now() + Math.max(minute, error.retryAfter), error)
    throw error
  }
}

/** The background tasks of calendars. In a file of its own: tasks import calendars, which import integrations. */
export const calendarTasks = [
  ...syncTasks,
  siteTask(readBookingTask, { lane: 'calls', retry: [minute, 5 * minute, 30 * minute], run: readBooking }),
]
