import { type ChatWorld, createChatWorld } from './chat.ts'
import { type FakeCalcom, startFakeCalcom } from './fake-calcom.ts'
import { type FakeCalendly, startFakeCalendly } from './fake-calendly.ts'
import { type FakeComposio, startFakeComposio } from './fake-composio.ts'

export type CalendarWorld = ChatWorld & {
  calcom: FakeCalcom
  calendly: FakeCalendly
  composio: FakeComposio
  /** Saves the key that a stand-in accepts. */
  connect(kind: 'calcom' | 'calendly' | 'composio'): Promise<void>
  /** Ends all trouble, and removes all bookings, keys and limits. */
  reset(): Promise<void>
}

/** A server with stand-ins of all calendar providers. */
export async function createCalendarWorld(): Promise<CalendarWorld> {
  let now = () => 0
  const calcom = await startFakeCalcom(() => now())
  const calendly = await startFakeCalendly(() => now())
  const composio = await startFakeComposio()
  const all = [calcom, calendly, composio]
  const world = await createChatWorld({
    file: {
      providers: { calcom: `${calcom.url}/v2`, calendly: calendly.url, composio: composio.url },
      outbound: { allow: all.map(({ url }) => new URL(url).host) },
    },
  })
  now = world.clock.now
  const keys = { calcom: calcom.key, calendly: calendly.token, composio: composio.key }
  return {
    ...world,
    ...{ calcom, calendly, composio },
    async connect(kind) {
      const { body } = await world.api('PUT', `/integrations/${kind}?site=demo`, { body: { key: keys[kind] } })
      if (!body.check?.ok) throw new Error(JSON.stringify(body))
    },
    async reset() {
      // Limits are per minute.
      world.clock.move(3_700_000)
      await world.services.database.sql`delete from integrations`
      for (const one of all) {
        one.well()
        one.seen.length = 0
      }
      resetCalcom(calcom)
      resetCalendly(calendly)
      resetComposio(composio)
    },
    async close() {
      await world.close()
      for (const one of all) await one.close()
    },
  }
}

function resetCalcom(calcom: FakeCalcom): void {
  calcom.bookings.clear()
  Object.assign(calcom, { needsConfirmation: false, isUnlicensed: false, remaining: 120, busy: [] })
  calcom.types.length = 1
}

function resetCalendly(calendly: FakeCalendly): void {
  calendly.events.clear()
  calendly.invitees.clear()
  calendly.types.length = 1
  Object.assign(calendly, { used: 0, limit: 50, refusesBookings: undefined })
  for (const name of ['users:read', 'event_types:read', 'availability:read'].concat(eventScopes))
    calendly.scopes.add(name)
}

const eventScopes = ['scheduled_events:read', 'scheduled_events:write']

function resetComposio(composio: FakeComposio): void {
  composio.google.clear()
  composio.outlook.clear()
  Object.assign(composio, { wraps: 'response_data', shiftsBy: 0, shifts: Number.POSITIVE_INFINITY })
  for (const one of composio.accounts) Object.assign(one, { status: 'ACTIVE' })
  composio.accounts.length = 2
  composio.authConfigs.length = 0
}
