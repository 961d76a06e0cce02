import type { Appointment } from '../../../shared/appointment.ts'
import { clockOf, instantOf, minutesOf, wallAt } from '../ui/zone.ts'
import type { Faults } from './faults.ts'

const minute = 60_000

/** What is known about a new appointment from where it is created. */
export type AppointmentDefaults = {
  start?: number | undefined
  end?: number | undefined
  jobId?: string | undefined
  contactId?: string | undefined
  /** The label of the job or the contact. */
  attendee?: string | undefined
}

/** An appointment as typed. Its times are those of a zone. */
export type AppointmentDraft = {
  title: string
  date: string
  time: string
  /** In minutes. */
  duration: number
  location: string
  notes: string
  contact: { name: string; email: string; phone: string }
}

const quarter = 15 * minute

/** @param now the start is at the next full quarter, if none is known */
export function newDraft(zone: string, { start, end }: AppointmentDefaults, now: number): AppointmentDraft {
  const begins = start ?? Math.ceil((now + quarter) / quarter) * quarter
  const { date, minutes } = wallAt(zone, begins)
  const duration = start !== undefined && end !== undefined ? Math.round((end - start) / minute) : Number.NaN
  return {
    ...{ title: '', date, time: clockOf(minutes), duration, location: '', notes: '' },
    contact: { name: '', email: '', phone: '' },
  }
}

export function draftOf(zone: string, { title, start, end, location, notes }: Appointment): AppointmentDraft {
  const { date, minutes } = wallAt(zone, start)
  return {
    ...{ title, date, time: clockOf(minutes), duration: Math.round((end - start) / minute) },
    ...{ location: location ?? '', notes: notes ?? '', contact: { name: '', email: '', phone: '' } },
  }
}

/** The instant of the typed time; not a number if it is incomplete. */
export function startOf(zone: string, { date, time }: Pick<AppointmentDraft, 'date' | 'time'>): number {
  const minutes = minutesOf(time)
  return minutes === undefined || Number.isNaN(Date.parse(date)) ? Number.NaN : instantOf(zone, { date, minutes })
}

/** The typed date and time of an instant. */
export function typedTime(zone: string, at: number): Pick<AppointmentDraft, 'date' | 'time'> {
  const { date, minutes } = wallAt(zone, at)
  return { date, time: clockOf(minutes) }
}

/** The server's faults at the fields that show what it names. */
export const shownFaults = (faults: Faults): Faults =>
  new Map([...faults].map(([path, fault]) => [names[path] ?? path, fault]))

const names: Record<string, string> = { start: 'time', end: 'duration' }

const textOf = (value: string) => value.trim() || undefined

/** The appointment to create. What is no time or number is sent so that the server says what is wrong with it. */
export function newAppointmentOf(zone: string, draft: AppointmentDraft, { jobId, contactId }: AppointmentDefaults) {
  const { title, duration, location, notes, contact } = draft
  const person = { name: textOf(contact.name), email: textOf(contact.email), phone: textOf(contact.phone) }
  const isPerson = Object.values(person).some((text) => text !== undefined)
  return {
    start: startOf(zone, draft),
    duration: Number.isNaN(duration) ? undefined : duration,
    title: textOf(title),
    location: textOf(location),
    notes: textOf(notes),
    ...(jobId ? { jobId } : contactId ? { contactId } : isPerson && { contact: person }),
  }
}

/** The patch of what was changed. The zone of the calendar is not that of the appointment, so it is left out. */
export function patchOf(zone: string, draft: AppointmentDraft, changed: readonly string[]) {
  const { title, duration, location, notes } = draft
  const has = (...names: string[]) => names.some((name) => changed.includes(name))
  return {
    ...(has('title') && { title: title.trim() }),
    ...(has('date', 'time') && { start: startOf(zone, draft) }),
    ...(has('duration') && { duration }),
    ...(has('location') && { location: textOf(location) ?? null }),
    ...(has('notes') && { notes: textOf(notes) ?? null }),
  }
}
