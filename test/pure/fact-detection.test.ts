import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findAddress,
  findBooking,
  findEmails,
  findPhones,
  findProfiles,
} from '../../server/features/assistant/detection/contact.ts'
import { findHours } from '../../server/features/assistant/detection/hours.ts'
import { Hours } from '../../shared/time.ts'

const workdays = (...ranges: string[]) => ({ mon: ranges, tue: ranges, wed: ranges, thu: ranges, fri: ranges })

describe('the hours of a week', () => {
  test.each([
    [
      'Mo–Fr 8–12 und 14–18 Uhr, Sa 9-13 Uhr, So geschlossen',
      { ...workdays('08:00-12:00', '14:00-18:00'), sat: ['09:00-13:00'], sun: [] },
    ],
    [
      'Mon-Fri: 9am-5pm\n\nSat: 10 am to 2 pm\n\nSun: closed',
      { ...workdays('09:00-17:00'), sat: ['10:00-14:00'], sun: [] },
    ],
    [
      'Lundi au vendredi : 9h–12h30, 14h–18h; samedi 9h à 13h; fermé le dimanche',
      { ...workdays('09:00-12:30', '14:00-18:00'), sat: ['09:00-13:00'], sun: [] },
    ],
    ['Mon closed, Tue–Sun 9–17', { ...workdays('09:00-17:00'), mon: [], sat: ['09:00-17:00'], sun: ['09:00-17:00'] }],
    ['Open daily 10:00 - 22:00', { ...workdays('10:00-22:00'), sat: ['10:00-22:00'], sun: ['10:00-22:00'] }],
    [
      'Tuesday to Friday 9:00–18:00, Thursday until 20:00; closed on Sunday and Monday',
      { ...workdays('09:00-18:00'), mon: [], thu: ['09:00-20:00'], sat: [], sun: [] },
    ],
    [
      '| Tag | Laden | Werkstatt |\n| --- | --- | --- |\n| Montag bis Freitag | 9–18 | 8–12 |\n| Samstag | 9–14 | – |',
      { ...workdays('09:00-18:00'), sat: ['09:00-14:00'], sun: [] },
    ],
  ])('%s', (text, expected) => {
    expect(findHours(text)).toEqual(expected)
  })

  test.each(['Come on Monday at 9.', 'April to October every day 8:30–18:30', 'We moved on Friday 3.5.2026.', ''])(
    'are not in: %s',
    (text) => expect(findHours(text)).toBeNull(),
  )

  test('are valid for any input, and read quickly', () => {
    const piece = fc.constantFrom(
      'Mon',
      'Fri',
      ' to ',
      '–',
      '9',
      '25:61',
      ' closed ',
      '5pm',
      ' until ',
      ', ',
      '\n',
      'so',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const hours = findHours(pieces.join(''))
        expect(hours === null || Hours.safeParse(hours).success).toBe(true)
      }),
    )
    const begun = performance.now()
    for (const text of ['Mon '.repeat(250_000), '9-'.repeat(500_000), 'Mon 9–'.repeat(5).concat('\n').repeat(30_000)])
      findHours(text)
    expect(performance.now() - begun).toBeLessThan(20_000)
  })
})

test('telephone numbers are distinguished from dates, orders and amounts', () => {
  const text =
    'Tel. +49 (0)30 / 123 45 67-0 or (555) 123-4567, on 03.05.2026, order 012345, 1,200.50, call 01632 960417'
  expect(findPhones(text)).toEqual(['+49 (0)30 / 123 45 67-0', '(555) 123-4567', '01632 960417'])
})

test('the most frequent one comes first', () => {
  expect(findPhones('01632 960418, 01632 960417 and 01632-960417')).toEqual(['01632 960417', '01632 960418'])
  expect(findEmails('a@x.example, Info@X.example, info@x.example.')).toEqual(['info@x.example', 'a@x.example'])
})

test.each([
  ['**Wrenmouth**  \n14 Ropewalk  \nWrenmouth WX7 4RW', '14 Ropewalk, Wrenmouth WX7 4RW'],
  ['**Address:** 12 rue de la Paix, 75002 Paris.', '12 rue de la Paix, 75002 Paris'],
  ['Muster GmbH\nHauptstraße 5\n10115 Berlin', 'Hauptstraße 5, 10115 Berlin'],
  ['1 Main Street\nSpringfield, IL 62701', '1 Main Street, Springfield, IL 62701'],
  ['We have 12000 Customers.', null],
])('an address: %j', (text, expected) => {
  expect(findAddress(text)).toBe(expected)
})

test('profiles and calendars are distinguished from other links', () => {
  const text =
    '[Us](https://www.instagram.com/us) [Again](https://www.instagram.com/us) [Shop](https://x.example/) ' +
    '[Book now](https://x.example/book) [Nasty](https://facebook.com.evil.example/)'
  expect(findProfiles(text)).toEqual([{ label: 'Us', url: 'https://www.instagram.com/us' }])
  expect(findBooking(text)).toBe('https://x.example/book')
  expect(findBooking('[Here](https://calendly.com/us)')).toBe('https://calendly.com/us')
  expect(findBooking('[Book now](javascript:alert(1))')).toBeNull()
})
