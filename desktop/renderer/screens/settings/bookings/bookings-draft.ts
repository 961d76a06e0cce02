import type { DayOff } from '../../../../../shared/booking.ts'
import type { Settings, SettingsPatch } from '../../../../../shared/settings.ts'
import type { Fault, Faults } from '../../../form/faults.ts'
import { days, faultOf, inOrder } from '../../../form/hours.ts'
import { patchOf } from '../../../form/settings-form.tsx'
import { isDate } from '../../../ui/zone.ts'
import type { BookingsWords } from '../../../words/en/bookings.ts'

export type Bookings = Settings['bookings']

/** Days off as two fields. A single day has no last day. */
export type DayOffRow = { from: string; to: string }

/** The settings of bookings as their fields show them. */
export type BookingsDraft = { bookings: Omit<Bookings, 'daysOff'> & { daysOff: DayOffRow[] } }

export const draftOf = (saved: Bookings): BookingsDraft => ({
  bookings: {
    ...saved,
    daysOff: saved.daysOff.map((one) => (typeof one === 'string' ? { from: one, to: '' } : one)),
  },
})

const dayOffOf = ({ from, to }: DayOffRow): DayOff => (to === '' || to === from ? from : { from, to })

/** What is sent: hours in order, and lists without empty rows. */
export function inputOf({ bookings }: BookingsDraft, changed: readonly string[]): SettingsPatch {
  const hours = Object.fromEntries(days.map((day) => [day, inOrder(bookings.hours[day])])) as Bookings['hours']
  const daysOff = bookings.daysOff.filter(({ from, to }) => from !== '' || to !== '').map(dayOffOf)
  const busyUrls = bookings.busyUrls.filter((url) => url.trim() !== '')
  return patchOf({ bookings: { ...bookings, hours, daysOff, busyUrls } }, changed)
}

/** The limits of the numbers. */
export const limits = {
  duration: [5, 1440],
  buffer: [0, 1440],
  notice: [0, 525_600],
  daysAhead: [1, 365],
  syncMinutes: [1, 1440],
} as const satisfies Partial<Record<keyof Bookings, readonly [number, number]>>

/** What is wrong with the fields while they are typed. */
export function faultsIn({ bookings }: BookingsDraft, words: BookingsWords): Faults {
  const faults = new Map<string, Fault>()
  for (const [name, [min, max]] of Object.entries(limits)) {
    const value = bookings[name as keyof typeof limits]
    const isFine = Number.isInteger(value) && value >= min && value <= max
    if (!isFine) faults.set(`bookings.${name}`, { message: words.between(min, max) })
  }
  for (const [place, { from, to }] of bookings.daysOff.entries()) {
    const path = `bookings.daysOff.${place}`
    if (from === '' && to === '') continue
    if (!isDate(from)) faults.set(`${path}.from`, { message: words.incompleteDay })
    else if (to !== '' && to < from) faults.set(`${path}.to`, { message: words.backwardDays })
  }
  return faults
}

/** Whether the hours of every day are complete and in order. The editor says what is wrong. */
export const areHoursFine = ({ bookings: { hours } }: BookingsDraft): boolean =>
  days.every((day) => faultOf(hours[day]) === undefined)
