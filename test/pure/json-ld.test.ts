import { expect, test } from 'vitest'
import { readDetails } from '../../server/features/knowledge/reading/json-ld.ts'
import { readPage } from '../../server/features/knowledge/reading/page.ts'

const salon = { '@type': 'HairSalon', telephone: '01632 960417' }
const read = (...things: unknown[]) => readDetails(things.map((thing) => JSON.stringify(thing)))
const open = (dayOfWeek: unknown, opens: unknown, closes: unknown, more = {}) => ({ dayOfWeek, opens, closes, ...more })
const hoursOf = (...openingHoursSpecification: unknown[]) => read({ ...salon, openingHoursSpecification })?.hours

test('a business is found at the top level, in a list and in a graph; a person, a product or an event is ignored', () => {
  for (const thing of [
    salon,
    [salon],
    { '@graph': [{ '@type': 'WebSite' }, salon] },
    { ...salon, '@type': ['A', 'Store'] },
  ])
    expect(read(thing)).toEqual({ phones: ['01632 960417'], emails: [], address: null, hours: null })
  for (const type of [
    'Person',
    'https://schema.org/Person',
    'MusicEvent',
    'Product',
    ['Person', 'Store'],
    7,
    undefined,
  ])
    expect(read({ ...salon, '@type': type })).toBeNull()
})

test('its numbers and addresses, including those of its contact points, without duplicates', () => {
  const contactPoint = [{ telephone: '+44 1632 960418' }, { email: 'help@salon.example.com' }]
  const details = read({ ...salon, email: 'mailto:Hello@salon.example.com', contactPoint }, salon)
  expect(details?.phones).toEqual(['01632 960417', '+44 1632 960418'])
  expect(details?.emails).toEqual(['hello@salon.example.com', 'help@salon.example.com'])
})

test('an address on one line, in the order of its country', () => {
  const address = (given: unknown) => read({ ...salon, address: given })?.address
  expect(address({ streetAddress: 'Hauptstr. 1', postalCode: '10115', addressLocality: 'Berlin' })).toBe(
    'Hauptstr. 1, 10115 Berlin',
  )
  const us = { streetAddress: '1 Elm St', addressLocality: 'Salem', addressRegion: 'OR', postalCode: '97301' }
  expect(address(us)).toBe('1 Elm St, Salem OR 97301')
  expect(address('14 Ropewalk, Wrenmouth WX7 4RW')).toBe('14 Ropewalk, Wrenmouth WX7 4RW')
  expect(address({ addressLocality: 'Berlin' })).toBeNull()
})

test('weekly hours: a break at noon, midnight, a closed day; without seasons and impossible times', () => {
  expect(
    hoursOf(
      open(['Monday', 'https://schema.org/Tuesday'], '13:00', '18:00:00'),
      open('Monday', '09:00', '12:00'),
      open('Friday', '18:00', '00:00'),
      open('Sunday', '00:00', '00:00'),
      open('Monday', '10:00', '11:00', { validFrom: '2026-12-24' }),
    ),
  ).toMatchObject({ mon: ['09:00-12:00', '13:00-18:00'], tue: ['13:00-18:00'], fri: ['18:00-24:00'], sun: [] })
  expect(hoursOf(open('Monday', '18:00', '09:00'))).toBeNull()
  expect(hoursOf(open('Someday', '09:00', '18:00'), open({}, 9, null))).toBeNull()
})

test('[threats 3, 13, 16] any other content does no harm', () => {
  const nested = (opening: string, closing: string, count: number) => opening.repeat(count) + closing.repeat(count)
  for (const script of [
    '',
    '{',
    'null',
    '<!-- {} -->',
    nested('[', ']', 50_000),
    `${'{"@graph":'.repeat(9_000)}1${'}'.repeat(9_000)}`,
    '{"__proto__":{"telephone":"01632 960417","@type":"Store"},"constructor":{}}',
    JSON.stringify({ '@type': 'Store', telephone: { a: 1 }, email: 7, address: [[]], openingHoursSpecification: 'Mo' }),
    JSON.stringify({ '@type': 'Store', telephone: '<script>alert(1)</script>0123456', email: 'javascript:alert(1)' }),
    JSON.stringify({
      '@type': 'Store',
      address: '<img src=x onerror=alert(1)> 1, 12345 Town',
      telephone: '1'.repeat(5000),
    }),
    JSON.stringify({ '@type': 'Store', address: '{{user.email}}, 12345 Town', telephone: '\u0000123456' }),
  ])
    expect(readDetails([script]), script.slice(0, 80)).toBeNull()
  const many = Array.from({ length: 100_000 }, (_, at) => ({ ...salon, telephone: `01632 ${100_000 + at}` }))
  expect(read(many)?.phones).toHaveLength(10)
})

test('[threat 13] a page with endless scripts is read all the same', () => {
  const script = (text: string) => `<script type="application/ld+json">${text}</script>`
  const page = (scripts: string) =>
    readPage(`<html><body>${scripts}<p>We cut hair.</p></body></html>`, 'https://a.example/')
  const good = script(JSON.stringify(salon))
  expect(page(good)).toMatchObject({ markdown: 'We cut hair.', details: { phones: ['01632 960417'] } })
  expect(page(script('['.repeat(300_000)) + good).details?.phones).toEqual(['01632 960417'])
  expect(page(script('[]').repeat(5_000) + good)).toMatchObject({ markdown: 'We cut hair.', details: null })
})
