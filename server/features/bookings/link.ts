import type { BookingMode, Bookings } from '../../../shared/booking.ts'
import type { Context, Site } from '../../core/context.ts'

type Found = Bookings['found']

export type Effective = Bookings['effective'] & { found: Found }

/** How visitors book: as the owner chose, otherwise by the link that the owner entered or the website has. */
export async function effectiveBooking(ctx: Context): Promise<Effective> {
  const { mode: chosen, label } = ctx.site.settings.bookings
  const found = await findOnWebsite(ctx)
  const mode = bookingMode(ctx.site, found !== null)
  const link = ctx.site.facts?.bookingUrl || found?.url || null
  return { mode, link: mode === 'none' ? null : link, label, chosen: chosen !== null, found }
}

/** How the visitors of a site book, by whether its website has a booking link. */
export function bookingMode({ settings, facts }: Site, isLinked: boolean): BookingMode {
  return settings.bookings.mode ?? (facts?.bookingUrl || isLinked ? 'link' : 'none')
}

/** The booking link of the website: that of a known calendar, from the page with the shortest address. */
async function findOnWebsite({ sql, site }: Context): Promise<Found> {
  const [found] = await sql<NonNullable<Found>[]>`
    select booking_url as url, booking_provider as provider, coalesce(final_url, url) as page,
      coalesce(crawled_at, created_at) as at
    from pages where site = ${site.id} and booking_url is not null
    order by booking_provider = 'website', length(coalesce(final_url, url)), id limit 1`
  return found ?? null
}
