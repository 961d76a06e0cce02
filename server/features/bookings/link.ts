import type { BookingMode, Bookings } from '../../../shared/booking.ts'
import type { Context } from '../../core/context.ts'

type Found = Bookings['found']

export type Effective = Bookings['effective'] & { found: Found }

/** How visitors book: as the owner chose, otherwise by the link that the owner entered or the website has. */
export async function effectiveBooking(ctx: Context): Promise<Effective> {
  const { mode, label } = ctx.site.settings.bookings
  const found = await findOnWebsite(ctx)
  const link = ctx.site.facts?.bookingUrl || found?.url || null
  const derived: BookingMode = link === null ? 'none' : 'link'
  return { mode: mode ?? derived, link: mode === 'none' ? null : link, label, chosen: mode !== null, found }
}

/** The booking link of the website: that of a known calendar, from the page with the shortest address. */
async function findOnWebsite({ sql, site }: Context): Promise<Found> {
  const [found] = await sql<NonNullable<Found>[]>`
    select booking_url as url, booking_provider as provider, coalesce(final_url, url) as page,
      coalesce(crawled_at, created_at) as at
    from pages where site = ${site.id} and booking_url is not null and status in ('indexed', 'unchanged')
    order by booking_provider = 'website', length(coalesce(final_url, url)), id limit 1`
  return found ?? null
}
