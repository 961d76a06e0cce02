import { z } from 'zod'
import { exact } from './text.ts'

/** One open dashboard. A person may have several, on several machines. */
export const WindowId = exact(64, 1).describe('Made by the dashboard, one for each of its windows.')

export const SetPresence = z
  .object({ window: WindowId, available: z.boolean().describe('Whether visitors may be given to this person.') })
  .meta({ id: 'SetPresence' })
export type SetPresence = z.infer<typeof SetPresence>

export const Presence = z
  .object({
    email: z.string(),
    name: z.string().nullable(),
    available: z.boolean().describe('While at least one of their dashboards is open and set to available.'),
  })
  .meta({ id: 'Presence' })
export type Presence = z.infer<typeof Presence>

export const Viewers = z
  .object({
    conversationId: z.string(),
    viewers: z.array(z.object({ email: z.string(), name: z.string().nullable() })),
  })
  .meta({ id: 'Viewers', description: 'Who of the team has a conversation open at this moment.' })
export type Viewers = z.infer<typeof Viewers>
