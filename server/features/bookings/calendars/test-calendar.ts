import type { Context } from '../../../core/context.ts'
import { getKey, type IntegrationKey } from '../../integrations/integrations.ts'
import { calcomEventTypes } from './calcom.ts'
import { CalendarError } from './calendar.ts'
import { calendlyEventTypes } from './calendly.ts'
import { googleArguments } from './google.ts'
import { calendarOf, integrationOf, type Sync } from './of-site.ts'
import { outlookArguments } from './outlook.ts'
import { callsOf } from './provider-calls.ts'

/** `eventTypes`: those that can be chosen in the settings; `duration` in minutes. */
export type CalendarTest = {
  ok: boolean
  detail: string
  eventTypes: { id: string; name: string; duration: number }[]
}

const week = 7 * 86_400_000

/**
 * Reads a calendar as a booking does, and lists its event types. Changes nothing there.
 * @throws 400 if its integration has no key
 */
export async function testCalendar(ctx: Context, sync: Sync): Promise<CalendarTest> {
  const key = await getKey(ctx, integrationOf[sync])
  const eventTypes: CalendarTest['eventTypes'] = []
  const { reading } = callsOf(ctx, integrationOf[sync])
  try {
    eventTypes.push(...(await reading(() => eventTypesOf(ctx, sync, key))))
    const missing = await reading(() => missingArguments(ctx, sync, key))
    if (missing.length > 0) {
      const detail = `The tools of Composio have changed: these arguments are missing: ${missing.join(', ')}.`
      return { ok: false, detail, eventTypes }
    }
    return { ok: true, detail: await readWeek(ctx, sync), eventTypes }
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    return { ok: false, detail: error.message, eventTypes }
  }
}

async function eventTypesOf({ services }: Context, sync: Sync, { key, baseUrl }: IntegrationKey) {
  const { calcom, calendly } = services.outside
  if (sync === 'calcom') return await calcomEventTypes(calcom.account(key, baseUrl))
  return sync === 'calendly' ? await calendlyEventTypes(calendly.account(key)) : []
}

async function missingArguments({ services }: Context, sync: Sync, { key }: IntegrationKey): Promise<string[]> {
  const project = services.outside.composio.project(key)
  if (sync === 'google') return await project.missingArguments('googleCreate', googleArguments)
  return sync === 'outlook' ? await project.missingArguments('outlookCreate', outlookArguments) : []
}

async function readWeek(ctx: Context, sync: Sync): Promise<string> {
  const start = ctx.now()
  const found = await (await calendarOf(ctx, sync))?.availability({ start, end: start + week })
  if (found?.kind === 'slots')
    return `${found.title}: ${counted(found.slots.length, 'free time')} in the next seven days.`
  return `The calendar can be read. It has ${counted(found?.busy.length ?? 0, 'busy time')} in the next seven days.`
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
