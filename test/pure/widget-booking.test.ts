import { describe, expect, test } from 'vitest'
import type { VisitorAppointment } from '../../shared/booking.ts'
import { readAppointment } from '../../widget/chat/appointment.ts'
import { targetOf } from '../../widget/chat/view/booking/arrows.ts'
import { calendarFile } from '../../widget/chat/view/booking/calendar-file.ts'
import { cityOf, formatsOf, zonesOf } from '../../widget/chat/view/booking/formats.ts'
import { loadBookingWords } from '../../widget/chat/words/booking/booking-words.ts'
import { loadAllWords } from '../../widget/chat/words/later/all-words.ts'
import { languages } from '../../widget/chat/words/words.ts'

const start = Date.UTC(2026, 10, 27, 10)
const appointment: VisitorAppointment = {
  ...{ id: 'apt_1', title: 'Bike fitting', start, end: start + 1_800_000, timezone: 'Europe/Berlin' },
  ...{ location: '1 High Street', status: 'confirmed', rescheduleUrl: null },
}

describe('texts of the calendar', () => {
  test('each language has the same, with the same values, and none that hides another text', async () => {
    const english = await loadBookingWords('en')
    const marks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([mark]) => mark).sort()
    for (const language of languages) {
      const words = await loadBookingWords(language)
      const others = await loadAllWords(language)
      expect(Object.keys(words)).toEqual(Object.keys(english))
      for (const [name, text] of Object.entries(english)) {
        const own = words[name as keyof typeof words]
        expect([language, name, marks(own)]).toEqual([language, name, marks(text)])
        expect(own).toMatch(/^[^!¡]+$/)
      }
      expect(Object.keys(words).filter((name) => Object.hasOwn(others, name))).toEqual([])
    }
  })
})

describe('[R341] times in a zone', () => {
  const hour = 3_600_000

  test('are written as the locale does', () => {
    expect(formatsOf('en-GB', 'Europe/Berlin').time(start)).toBe('11:00')
    expect(formatsOf('en-US', 'America/New_York').time(start)).toMatch(/^5:00\sAM$/)
    expect(formatsOf('de', 'Europe/Berlin').day(start)).toBe('Freitag, 27. November')
    expect(formatsOf('en-GB', 'Europe/Berlin').span(start, start + hour)).toMatch(
      /Friday.*27 November 2026.*11:00.*12:00/,
    )
  })

  test('the offset tells apart the two hours when the clocks go back, and changes when they go forward', () => {
    const { time, offset: given } = formatsOf('en-GB', 'Europe/London')
    // Written in two ways in winter.
    const offset = (at: number) => given(at).replace('GMT+0', 'GMT')
    const back = Date.UTC(2026, 9, 25, 0, 30)
    expect([time(back), time(back + hour)]).toEqual(['01:30', '01:30'])
    expect([offset(back), offset(back + hour)]).toEqual(['GMT+1', 'GMT'])
    const forward = Date.UTC(2026, 2, 29, 0, 30)
    expect([time(forward), time(forward + hour)]).toEqual(['00:30', '02:30'])
    expect([offset(forward), offset(forward + hour)]).toEqual(['GMT', 'GMT+1'])
  })

  test('a zone that the browser does not know is UTC', () => {
    expect(formatsOf('en-GB', 'Mars/Base').time(start)).toBe('10:00')
    expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
    expect(zonesOf('Mars/Base', undefined, 'Europe/Berlin', 'Mars/Base').slice(0, 2)).toEqual([
      'Mars/Base',
      'Europe/Berlin',
    ])
  })
})

describe('the file for the visitor’s calendar', () => {
  const linesOf = (one: Partial<VisitorAppointment>) =>
    calendarFile({ ...appointment, ...one }, { site: 'shop', now: start - 86_400_000 }).split('\r\n')

  test('has the appointment in UTC', () => {
    expect(linesOf({})).toEqual(
      expect.arrayContaining([
        'UID:apt_1@shop',
        'DTSTAMP:20261126T100000Z',
        'DTSTART:20261127T100000Z',
        'DTEND:20261127T103000Z',
        'SUMMARY:Bike fitting',
        'LOCATION:1 High Street',
        'STATUS:CONFIRMED',
      ]),
    )
    expect(linesOf({ status: 'pending' })).toContain('STATUS:TENTATIVE')
    expect(linesOf({ location: null }).some((line) => line.startsWith('LOCATION'))).toBe(false)
  })

  test('a hostile title adds no lines, and long ones are folded at 75 bytes', () => {
    const lines = linesOf({ title: 'A;b,c\\n\nATTACH:http://x.example\r\u0007' })
    expect(lines).toContain('SUMMARY:A\\;b\\,c\\\\n\\nATTACH:http://x.example\\n')
    const long = linesOf({ title: 'ä€😀'.repeat(60) })
    expect(Math.max(...long.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(long.join('\r\n').replaceAll('\r\n ', '')).toContain('ä€😀'.repeat(60))
  })
})

describe('an appointment of a message', () => {
  test('is shown only if it is complete', () => {
    expect(readAppointment({ appointment })).toEqual(appointment)
    expect(readAppointment({ appointment: { ...appointment, location: 7, rescheduleUrl: {} } })).toEqual({
      ...appointment,
      location: null,
    })
    const wrong = [
      null,
      'x',
      { start: 'soon' },
      { start: 1e300 },
      { end: Number.NaN },
      { status: 'busy' },
      { title: 1 },
    ]
    for (const one of wrong)
      expect(
        readAppointment({ appointment: typeof one === 'object' && one ? { ...appointment, ...one } : one }),
      ).toBeUndefined()
    expect(readAppointment({})).toBeUndefined()
  })
})

describe('arrow keys', () => {
  const buttons = [0, 0, 0, 40, 40].map((offsetTop, at) => ({ offsetTop, at }) as unknown as HTMLElement)
  const led = (key: string, at: number, isRightToLeft = false) => {
    const target = targetOf(key, buttons, at, isRightToLeft)
    return target && buttons.indexOf(target)
  }

  test('lead along the row and to the next one, as the text runs', () => {
    expect(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => led(key, 1))).toEqual([
      2,
      0,
      4,
      undefined,
      0,
      4,
    ])
    expect([led('ArrowRight', 1, true), led('ArrowLeft', 1, true)]).toEqual([0, 2])
    expect([led('Enter', 1), led('ArrowRight', 4)]).toEqual([undefined, undefined])
  })
})
