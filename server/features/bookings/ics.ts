import type { AppointmentRow } from './appointment.ts'

/** What a calendar file says beside the appointment. */
type About = {
  /** Part of the id by which calendars know the event again. */
  host: string
  business: string
  /** The address that the email comes from. Without it, the file is for download. */
  organizer: string | null
  description: string
  now: number
}

const maxOctets = 75

/**
 * An appointment as a calendar file (RFC 5545). Its id stays the same and its sequence grows, so calendars replace the
 * event that they have. Times are in UTC.
 */
export function calendarFile(row: AppointmentRow, about: About): string {
  const method = about.organizer === null ? 'PUBLISH' : row.status === 'cancelled' ? 'CANCEL' : 'REQUEST'
  return fileOf([`METHOD:${method}`], eventLines(row, about))
}

/**
 * Appointments as one calendar file that others subscribe to. It changes only with the appointments.
 * @param name what calendars call it
 */
export function calendarFeed(rows: readonly AppointmentRow[], { host, name }: { host: string; name: string }): string {
  const about = { host, business: name, organizer: null, description: '' }
  const head = [
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    // The second one is for Outlook.
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
  ]
  return fileOf(
    head,
    rows.flatMap((row) => eventLines(row, { ...about, now: row.updated_at })),
  )
}

function fileOf(head: readonly string[], events: readonly string[]): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Frontdesk//Frontdesk//EN', 'CALSCALE:GREGORIAN'],
    ...head,
    ...events,
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function eventLines(row: AppointmentRow, { host, business, organizer, description, now }: About): string[] {
  const status = row.status === 'cancelled' ? 'CANCELLED' : row.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED'
  return [
    'BEGIN:VEVENT',
    `UID:${row.id}@${host}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(row.starts_at)}`,
    `DTEND:${utc(row.ends_at)}`,
    `SEQUENCE:${row.sequence}`,
    `STATUS:${status}`,
    `SUMMARY:${escaped(row.title)}`,
    ...(row.location ? [`LOCATION:${escaped(row.location)}`] : []),
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(organizer === null ? [] : [`ORGANIZER;CN=${quoted(business)}:mailto:${organizer}`]),
    ...(organizer === null || row.attendee_email === null ? [] : [attendeeLine(row.attendee_name, row.attendee_email)]),
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ]
}

/** The visitor accepted by booking. Nobody reads answers by email. */
const attendeeLine = (name: string | null, email: string): string =>
  `ATTENDEE;CN=${quoted(name || email)};PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${email}`

const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line of the file must not contain any
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(controls, '')
    .replaceAll(/[\\;,]/g, (one) => `\\${one}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')

/** A parameter cannot contain quotes or line breaks. */
const quoted = (text: string): string =>
  `"${text
    .toWellFormed()
    .replaceAll(controls, '')
    .replaceAll(/["\r\n\t]/g, ' ')}"`

/** Lines have at most 75 octets; a character is never split. */
function folded(line: string): string {
  const parts = ['']
  let octets = 0
  for (const one of line) {
    const size = Buffer.byteLength(one)
    if (octets + size > maxOctets) {
      parts.push(' ')
      octets = 1
    }
    parts[parts.length - 1] += one
    octets += size
  }
  return parts.join('\r\n')
}
