import type { AppointmentSync } from '../../../../shared/appointment.ts'
import type { Context } from '../../../core/context.ts'
import { badRequest } from '../../../core/error.ts'

/** Reads the synced calendar now. 400 without one. */
export async function syncNow(ctx: Context): Promise<AppointmentSync> {
  const { sync } = ctx.site.settings.bookings
  throw badRequest(
    sync === 'none' ? 'No calendar is synced: bookings.sync is `none`.' : `The calendar ${sync} is not connected.`,
    'sync_off',
  )
}
