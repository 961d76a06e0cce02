import type { VisitorAppointment } from '../../../../shared/booking.ts'

/**
 * An appointment as an iCalendar file (RFC 5545), in UTC, which every calendar program converts. A later file with the
 * same `UID` replaces an earlier one.
 */
export function calendarFile(
  { id, title, start, end, location, status }: VisitorAppointment,
  { site, now }: { site: string; now: number },
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Frontdesk//Bookings//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${safeText(id)}@${safeText(site)}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SEQUENCE:${Math.floor(now / 1000) % 2_147_483_648}`,
    `SUMMARY:${safeText(title)}`,
    ...(location === null ? [] : [`LOCATION:${safeText(location)}`]),
    `STATUS:${status === 'pending' ? 'TENTATIVE' : status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

const stamp = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Without control characters, so that a hostile title cannot add lines. */
const safeText = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
    .replace(/[\u0000-\u001f\u007f]/g, '')

const maxBytes = 75

/** Lines have at most 75 bytes; the next one begins with a space. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > maxBytes) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
