import { z } from 'zod'
import { EventEnvelope, publicEvents } from './event.ts'
import { wholeNumber } from './page.ts'

export const EventQuery = z.object({
  after: z
    .string()
    .max(40)
    .optional()
    .describe('Id of the last event you have. Without it, the list starts at the oldest event.'),
  limit: wholeNumber(1, 500).default(100),
  wait: wholeNumber(0, 25).default(0).describe('Long polling: seconds to wait for events if there are none.'),
})
export type EventQuery = z.infer<typeof EventQuery>

const PublicEvent = EventEnvelope.extend({ type: z.enum(publicEvents) }).meta({ id: 'Event' })

export const EventList = z.object({
  items: z.array(PublicEvent),
  next: z.string().describe('Pass it as `after` in the next call.'),
})
export type EventList = z.infer<typeof EventList>
