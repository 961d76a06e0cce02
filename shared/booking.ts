import { z } from 'zod'
import { rule } from './fault.ts'

const day = z.iso.date().describe('YYYY-MM-DD.')

/** A date, or all dates from one to another, in the zone of the hours. */
export const DayOff = z.union([
  day,
  z
    .object({ from: day, to: day })
    .refine(({ from, to }) => from <= to, { ...rule('not_valid', 'Must not be before the first day.'), path: ['to'] }),
])
export type DayOff = z.infer<typeof DayOff>

export const DaysOff = z
  .array(DayOff)
  .max(100)
  .describe('Days without appointments: dates as YYYY-MM-DD, or `{from, to}`, both included.')
