import { z } from 'zod'
import { EventEnvelope, publicEvents } from './event.ts'
import { wholeNumber } from './page.ts'

export const EventQuery = z.object({
  after: z.string().max(40).optional().describe('The id of the last event that you have; left out: from the oldest.'),
  limit: wholeNumber(1, 500).default(100),
  wait: wholeNumber(0, 25).default(0).describe('Seconds to hold an empty answer back until something happens.'),
})
export type EventQuery = z.infer<typeof EventQuery>

const PublicEvent = EventEnvelope.extend({ type: z.enum(publicEvents) }).meta({ id: 'Event' })

export const EventList = z.object({
  items: z.array(PublicEvent),
  next: z.string().describe('Pass it as `after` on the next call.'),
})
export type EventList = z.infer<typeof EventList>
