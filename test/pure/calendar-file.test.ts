import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppointmentRow } from '../../server/features/bookings/appointment.ts'
import { calendarFile } from '../../server/features/bookings/ics.ts'

const about = { host: 'shop.example', business: 'Shop', organizer: 'desk@shop.example', description: '', now: 0 }
const none = null

const rowOf = (given: Partial<AppointmentRow> = {}): AppointmentRow => ({
  ...{ id: 'apt_1', site: 'demo', title: 'Visit', starts_at: 0, ends_at: 60_000, free_at: 60_000, timezone: 'UTC' },
  ...{
    status: 'confirmed',
    forced: false,
    source: 'api',
    provider: none,
    external_id: none,
    external_updated_at: none,
  },
  ...{ reschedule_url: none, synced_at: none, location: none, notes: none, attendee_name: none, attendee_email: none },
  ...{ attendee_phone: none, attendee_timezone: none, attendee_locale: none, answers: {}, conversation_id: none },
  ...{ job_id: none, lead_id: none, claim: none, request_id: none, sequence: 0, reminded_at: none, created_by: none },
  ...{ created_at: 0, updated_at: 0 },
  ...given,
})

type Property = { name: string; parameters: Record<string, string>; value: string }

/** The properties of a file, read as RFC 5545 says, by nothing that wrote it. */
function parse(file: string): Property[] {
  if (!file.endsWith('\r\n')) throw new Error('the last line has no end')
  const lines = file
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
    .slice(0, -1)
  return lines.map((line) => {
    const head = /^([A-Z-]+)((?:;[A-Z-]+=(?:"[^"]*"|[^";:,]*))*):([\s\S]*)$/.exec(line)
    if (!head) throw new Error(`not a property: ${JSON.stringify(line)}`)
    const [, name = '', parameters = '', value = ''] = head
    const named = [...parameters.matchAll(/;([A-Z-]+)=(?:"([^"]*)"|([^";:,]*))/g)]
    return {
      name,
      value,
      parameters: Object.fromEntries(named.map(([, key, quoted, plain]) => [key, quoted ?? plain])),
    }
  })
}

/** A value of the type TEXT. */
function unescaped(text: string): string {
  if (/(?<!\\)(?:\\\\)*[;,]/.test(text)) throw new Error(`not escaped: ${JSON.stringify(text)}`)
  return text.replaceAll(/\\([\s\S])/g, (_, one: string) => {
    if (one === 'n' || one === 'N') return '\n'
    if (!'\\;,'.includes(one)) throw new Error(`unknown escape: ${one}`)
    return one
  })
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a file must not contain any
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
/** What a calendar is expected to show of a text. */
const shown = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(controls, '')
    .replaceAll(/\r\n|\r/g, '\n')
const shownName = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(controls, '')
    .replaceAll(/["\r\n\t]/g, ' ')

/** Texts with all that has a meaning in such a file, in any order, and of any length. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        '\\',
        ';',
        ',',
        ':',
        '"',
        '\n',
        '\r\n',
        '\r',
        '\t',
        ' ',
        '\\n',
        'ä',
        '日本',
        '👩‍👩‍👧',
        '\ud800',
        'END:VEVENT',
        '\u2028',
      ),
      {
        maxLength: 200,
      },
    )
    .map((parts) => parts.join('')),
)

const email = 'ann+x@mail.example'

describe('a calendar file', () => {
  test('contains any title, place, text and names unchanged', () => {
    fc.assert(
      fc.property(
        fc.record({ title: hostile, location: hostile, description: hostile, name: hostile, business: hostile }),
        (given) => {
          const { title, location, description, name, business } = given
          const row = rowOf({ title, location, attendee_name: name, attendee_email: email })
          const properties = parse(calendarFile(row, { ...about, description, business }))
          const named = (wanted: string) => properties.filter((one) => one.name === wanted)
          const text = (wanted: string) => named(wanted).map(({ value }) => unescaped(value))
          expect(text('SUMMARY')).toEqual([shown(title)])
          expect(text('LOCATION')).toEqual(location ? [shown(location)] : [])
          expect(text('DESCRIPTION')).toEqual(description ? [shown(description)] : [])
          expect(named('ORGANIZER')).toEqual([
            { name: 'ORGANIZER', value: `mailto:${about.organizer}`, parameters: { CN: shownName(business) } },
          ])
          expect(named('ATTENDEE')).toEqual([
            {
              ...{ name: 'ATTENDEE', value: `mailto:${email}` },
              parameters: { CN: shownName(name || email), PARTSTAT: 'ACCEPTED', RSVP: 'FALSE' },
            },
          ])
          const parts = properties
            .filter((one) => ['BEGIN', 'END'].includes(one.name))
            .map((one) => `${one.name}:${one.value}`)
          expect(parts).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR'])
        },
      ),
      { numRuns: 300 },
    )
  })

  test('has lines of at most 75 octets, and splits no character', () => {
    fc.assert(
      fc.property(hostile, hostile, (title, location) => {
        const lines = calendarFile(rowOf({ title, location }), about).split('\r\n')
        for (const line of lines) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line.isWellFormed()).toBe(true)
          expect(line).not.toMatch(/[\r\n]/)
        }
      }),
    )
  })

  test('has times in UTC, and says what the appointment is', () => {
    const starts_at = Date.UTC(2031, 2, 30, 1, 30)
    const of = (given: Partial<AppointmentRow>, organizer: string | null = about.organizer) => {
      const row = rowOf({
        starts_at,
        ends_at: starts_at + 90 * 60_000,
        timezone: 'Europe/Berlin',
        sequence: 3,
        ...given,
      })
      return Object.fromEntries(
        parse(calendarFile(row, { ...about, organizer })).map(({ name, value }) => [name, value]),
      )
    }
    expect(of({})).toMatchObject({
      ...{ METHOD: 'REQUEST', STATUS: 'CONFIRMED', SEQUENCE: '3', UID: 'apt_1@shop.example', VERSION: '2.0' },
      ...{ DTSTART: '20310330T013000Z', DTEND: '20310330T030000Z', DTSTAMP: '19700101T000000Z' },
    })
    expect(of({ status: 'pending' })).toMatchObject({ METHOD: 'REQUEST', STATUS: 'TENTATIVE' })
    expect(of({ status: 'cancelled' })).toMatchObject({ METHOD: 'CANCEL', STATUS: 'CANCELLED' })
    const download = of({ attendee_email: email }, null)
    expect(download.METHOD).toBe('PUBLISH')
    expect(Object.keys(download)).not.toEqual(expect.arrayContaining(['ORGANIZER']))
    expect(Object.keys(download)).not.toEqual(expect.arrayContaining(['ATTENDEE']))
  })
})
