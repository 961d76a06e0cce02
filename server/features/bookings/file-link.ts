import { z } from 'zod'
import type { Context, Services } from '../../core/context.ts'
import { parseJson } from '../../core/json.ts'
import { systemContext } from '../../core/transaction.ts'
import { type AppointmentRow, findAppointment } from './appointment.ts'
import { calendarFile } from './ics.ts'

const purpose = 'appointment file'
const maxToken = 400
const Token = z.tuple([z.string(), z.string()])

/** The address at which a calendar file of the appointment can be downloaded. It does not expire. */
export const fileLink = ({ services, site }: Context, id: string): string =>
  `${services.config.baseUrl}/appointment.ics?token=${services.seal.close(purpose, JSON.stringify([site.id, id]))}`

/** The calendar file of a link, as the appointment is now. Undefined if there is none. */
export async function readFileLink(services: Services, token: string): Promise<string | undefined> {
  const named = readToken(services, token)
  const site = named && (await services.sites.find(named[0]))
  if (!named || !site) return undefined
  const ctx = systemContext(services, site)
  const row: AppointmentRow | undefined = await findAppointment(ctx, named[1])
  if (!row || row.status === 'busy') return undefined
  return calendarFile(row, {
    ...{ host: new URL(services.config.baseUrl).hostname, business: site.settings.businessName || site.name },
    ...{ organizer: null, description: '', now: ctx.now() },
  })
}

function readToken({ seal }: Services, token: string): [site: string, id: string] | undefined {
  try {
    if (token.length > maxToken) return undefined
    return Token.parse(parseJson(seal.open(purpose, token)))
  } catch {
    return undefined
  }
}
