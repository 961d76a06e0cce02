import type { VisitorAppointment } from '../../shared/booking.ts'

const statuses: unknown[] = ['confirmed', 'pending', 'cancelled', 'completed', 'no_show']

/** The appointment of a card; undefined if the message has none, or one that cannot be shown. */
export function readAppointment(message: object): VisitorAppointment | undefined {
  const { appointment: given } = message as { appointment?: Partial<VisitorAppointment> | null }
  if (typeof given !== 'object' || given === null) return undefined
  const { id, title, start, end, timezone, location, status, rescheduleUrl } = given
  if (typeof id !== 'string' || typeof title !== 'string' || typeof timezone !== 'string') return undefined
  if (!isMoment(start) || !isMoment(end) || !statuses.includes(status)) return undefined
  return {
    ...{ id, title, start, end, timezone, status: status as VisitorAppointment['status'] },
    location: typeof location === 'string' && location !== '' ? location : null,
    rescheduleUrl: typeof rescheduleUrl === 'string' ? rescheduleUrl : null,
  }
}

/** What dates can express, in milliseconds. */
const isMoment = (value: unknown): value is number => Number.isFinite(value) && Math.abs(value as number) < 8.64e15
