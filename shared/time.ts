import { z } from 'zod'
import { rule } from './fault.ts'
import { line } from './text.ts'

function isTimeZone(name: string): boolean {
  // Some runtimes know these too, but not all that compute with zones do.
  if (!/^(?!SystemV\/|Factory$)[a-z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1
  } catch {
    return false
  }
}

export const TimeZone = line(64, 1)
  // In a union, zod reports a schema's own rule only if no member continues after its error.
  .refine(isTimeZone, { error: 'Must be an IANA time zone such as Europe/Berlin.', abort: true })
  .describe('An IANA time zone.')

const widest = 14 * 60

/** Queries contain text: a whole number of minutes, or a name. */
const Minutes = z
  .int()
  .min(-widest)
  .max(widest)
  .refine((minutes) => minutes % 15 === 0)
/** Queries contain text. */
const MinutesAsText = z
  .string()
  .regex(/^-?\d{1,3}$/)
  .transform(Number)
  .pipe(Minutes)

/** A time zone: minutes to add to UTC, or an IANA name. */
export const Zone = z.union(
  [Minutes, MinutesAsText, TimeZone],
  'Must be minutes to add to UTC, a multiple of 15 between -840 and 840, or a time zone such as Europe/Berlin.',
)
export type Zone = z.infer<typeof Zone>

/** A time zone. Empty uses the zone of another setting. */
export const TimeZoneOrEmpty = line(64).refine(
  (name) => name === '' || isTimeZone(name),
  'Must be an IANA time zone such as Europe/Berlin, or empty.',
)

export const Locale = line(35, 1)
  .refine(isLocale, 'Must be a language tag such as de or en-GB.')
  .describe('A BCP 47 language tag.')

const range = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/

/** Whether the ranges are sorted and do not overlap. Zero-padded times compare as text. */
function areInOrder(ranges: string[]): boolean {
  const times = ranges.flatMap((entry) => entry.split('-'))
  return times.every(
    (time, place) => place === 0 || (place % 2 === 1 ? time > times[place - 1]! : time >= times[place - 1]!),
  )
}

const endsOnItsDay = (entry: string): boolean => {
  const [from = '', to = ''] = entry.split('-')
  return from < to
}

const Day = z
  .array(
    z
      .string()
      .regex(range, { error: 'Must be a range such as 09:00-17:30.', abort: true })
      .refine(
        endsOnItsDay,
        rule('past_midnight', 'Must end on the same day: end it at 24:00, and begin the next day at 00:00.'),
      ),
  )
  .max(4, 'Must have at most four ranges.')
  .refine(areInOrder, 'Ranges must be in order and must not overlap.')
  .describe('Up to four ranges `HH:MM-HH:MM` in order. An empty list means closed.')
  .default([])

const days = { mon: Day, tue: Day, wed: Day, thu: Day, fri: Day, sat: Day, sun: Day }

export const Hours = z
  .strictObject(days, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `Unknown day: ${issue.keys.join(', ')}. Days are mon to sun.` : undefined,
  })
  .meta({ id: 'Hours', description: 'Opening hours by weekday. A missing day is closed.' })
export type Hours = z.infer<typeof Hours>

const week = (workday: string[], weekend: string[]): Hours => ({
  mon: workday,
  tue: workday,
  wed: workday,
  thu: workday,
  fri: workday,
  sat: weekend,
  sun: weekend,
})

export const officeHours = week(['09:00-17:00'], [])
export const allDay = week(['00:00-24:00'], ['00:00-24:00'])

/** An ISO 8601 time in UTC, as used in events. */
export const IsoTime = z.iso.datetime().describe('ISO 8601, UTC.')
