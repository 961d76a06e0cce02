import type { z } from 'zod'
import type { IntegrationKind } from '../../../../shared/integration.ts'
import type { BookingSettings } from '../../../../shared/settings-section.ts'
import type { Context, Services } from '../../../core/context.ts'
import { findKey } from '../../integrations/integrations.ts'
import { calcomCalendar } from './calcom.ts'
import { type Calendar, CalendarError, type CalendarEvent } from './calendar.ts'
import { calendlyCalendar } from './calendly.ts'
import { googleCalendar } from './google.ts'
import { outlookCalendar } from './outlook.ts'

export type Sync = Exclude<z.output<typeof BookingSettings>['sync'], 'none'>

/** The integration that a calendar is reached through. */
export const integrationOf: Record<Sync, IntegrationKind> = {
  calcom: 'calcom',
  calendly: 'calendly',
  google: 'composio',
  outlook: 'composio',
}

type CalendarSource = (ctx: Context) => Calendar | undefined

const sources = new WeakMap<Services, CalendarSource>()

/** Lets a server take its calendars from elsewhere, as tests do that need one without a provider. */
export const setCalendarSource = (services: Services, source: CalendarSource): void =>
  void sources.set(services, source)

/**
 * The calendar that the site's bookings are synced with.
 * @param sync default: that of the settings
 * @returns undefined if there is none, or if its integration has no key
 */
export async function calendarOf(
  ctx: Context,
  sync: z.output<typeof BookingSettings>['sync'] = ctx.site.settings.bookings.sync,
): Promise<Calendar | undefined> {
  if (sync === 'none') return undefined
  const source = sources.get(ctx.services)
  if (source) return source(ctx)
  const found = await findKey(ctx, integrationOf[sync])
  if (!found) return undefined
  const { calcom, calendly, composio } = ctx.services.outside
  if (sync === 'calcom') return calcomCalendar(ctx, calcom.account(found.key, found.baseUrl))
  if (sync === 'calendly') return calendlyCalendar(ctx, calendly.account(found.key))
  const project = composio.project(found.key)
  return sync === 'google' ? googleCalendar(ctx, project) : outlookCalendar(ctx, project)
}

const maxHops = 20

/**
 * The event that a chain of rescheduled events ends with.
 * @returns undefined if the first one no longer exists
 * @throws CalendarError if the chain does not end
 */
export async function latestEvent(calendar: Calendar, id: string): Promise<CalendarEvent | undefined> {
  let event = await calendar.get(id)
  const seen = new Set([id])
  while (event?.replacedBy && seen.size < maxHops && !seen.has(event.replacedBy)) {
    seen.add(event.replacedBy)
    const next = await calendar.get(event.replacedBy)
    if (!next) return event
    event = next
  }
  if (event?.replacedBy) throw new CalendarError('failed', 'The calendar rescheduled an event without an end.')
  return event
}
