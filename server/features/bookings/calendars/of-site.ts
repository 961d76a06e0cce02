import type { Context } from '../../../core/context.ts'
import type { Calendar } from './calendar.ts'

/**
 * The calendar that the site's bookings are synced with.
 * @returns undefined without one
 */
export async function calendarOf(_ctx: Context): Promise<Calendar | undefined> {
  return undefined
}
