import { z } from 'zod'
import { Milliseconds } from './page.ts'
import { IsoTime } from './time.ts'

export const AppointmentStatus = z
  .enum(['confirmed', 'pending', 'cancelled', 'completed', 'no_show', 'busy'])
  .describe('busy: time blocked by another event in the synced calendar.')
export type AppointmentStatus = z.infer<typeof AppointmentStatus>

export const Appointment = z
  .object({
    id: z.string().describe('Begins with `apt_`.'),
    title: z.string(),
    start: Milliseconds,
    end: Milliseconds,
    startIso: IsoTime,
    endIso: IsoTime,
    timezone: z.string(),
    status: AppointmentStatus,
    source: z.string().describe('For example `chat` or `api`.'),
    provider: z.string().nullable(),
    externalId: z.string().nullable(),
    location: z.string().nullable(),
    notes: z.string().nullable(),
    attendee: z
      .object({ name: z.string().nullable(), email: z.string().nullable(), phone: z.string().nullable() })
      .nullable(),
    job: z.object({ id: z.string(), number: z.int(), title: z.string() }).nullable(),
    contact: z.object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() }).nullable(),
    conversationId: z.string().nullable(),
    rescheduleUrl: z.string().nullable(),
    createdBy: z.string().nullable(),
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
    syncedAt: Milliseconds.nullable(),
  })
  .meta({ id: 'Appointment' })
export type Appointment = z.infer<typeof Appointment>
