import { describe, expect, test } from 'vitest'
import { bookingPhrases } from '../../server/language/booking.ts'
import { emailsIn, isDialled, phonesIn } from '../../server/language/contacts.ts'
import { emailPhrases } from '../../server/language/email.ts'
import { allLanguages, languageCode, languageFor } from '../../server/language/languages.ts'
import { numberWords, withDigits } from '../../server/language/numbers.ts'

describe.each(allLanguages.map((language) => [language.name, language] as const))('%s', (_, language) => {
  test('has all days, months and numbers, and patterns without groups', () => {
    const { calendar, numbers, units, money, spokenTimes, otherWords } = language
    expect([calendar.days.length, calendar.shortDays.length]).toEqual([7, 7])
    expect([calendar.months, calendar.shortMonths].map((names) => names.split(' ').length)).toEqual([12, 12])
    expect([numbers.small, numbers.tens].map((words) => words.split(' ').length)).toEqual([20, 8])
    const { months: _long, shortMonths: _short, days, shortDays, ...patterns } = calendar
    const all = [
      ...[...days, ...shortDays, ...Object.values(patterns), ...Object.values(units), ...Object.values(money)],
      ...[...Object.keys(otherWords), ...Object.keys(spokenTimes)],
      ...[language.introduces, language.trials],
    ]
    for (const pattern of all) {
      expect(new RegExp(`${pattern}|`, 'iu').exec('')).toHaveLength(1)
      expect(() => new RegExp(pattern, 'iu'), pattern).not.toThrow()
    }
    expect(Object.keys(spokenTimes).every((saying) => saying.split('#').length === 2)).toBe(true)
  })
})

test.each([
  ['twenty-one', '21'],
  ['ninety nine', '99'],
  ['siebenundachtzig', '87'],
  ['einundzwanzig', '21'],
  ['vingt et un', '21'],
  ['soixante-douze', '72'],
  ['quatre-vingt-dix-neuf', '99'],
  ['quatre-vingt-treize', '93'],
  ['treinta y cinco', '35'],
  ['veintidós', '22'],
  ['noventa y nueve', '99'],
])('%s is %s', (words, digits) => {
  expect(withDigits(words)).toBe(digits)
})

test('words with other meanings are not numbers', () => {
  for (const word of ['one', 'once', 'eins', 'une', 'uno']) expect(numberWords.has(word), word).toBe(false)
  expect(withDigits('Some tend to often seventh-day tenors')).toBe('Some tend to often seventh-day tenors')
})

test('a locale uses its language, and unsupported ones English', () => {
  expect([languageCode('de-AT'), languageCode(null, 'fr'), languageCode('nl', 'es_MX'), languageCode('nl')]).toEqual([
    ...['de', 'fr', 'es', 'en'],
  ])
  expect(languageFor('pt').name).toBe('english')
})

test('telephone numbers and emails are found as people write them', () => {
  const text =
    'Call 030/123 45 67, +44 (0)1632 960417 or (555) 123-4567; order 4711-0815 of 03.05.2026; a.b+c@mail.example.'
  expect(phonesIn(text)).toEqual(['030/123 45 67', '+44 (0)1632 960417', '(555) 123-4567'])
  expect(phonesIn(text).map(isDialled)).toEqual([true, true, false])
  expect(emailsIn(text)).toEqual(['a.b+c@mail.example'])
  const begun = performance.now()
  for (const hostile of ['0 1 2 3 4 ', '+1', '(0(', 'a@', 'a.', '0'.repeat(1000)]) {
    phonesIn(hostile.repeat(100_000 / hostile.length))
    emailsIn(hostile.repeat(100_000 / hostile.length))
  }
  expect(performance.now() - begun).toBeLessThan(5000)
})

type Text = { path: string; write: (...given: string[]) => string; count: number }

/** All texts of an object, with the number of values that they contain. */
const textsIn = (value: unknown, path = ''): Text[] => {
  if (typeof value === 'string') return [{ path, write: () => value, count: 0 }]
  if (typeof value === 'function') return [{ path, write: value as Text['write'], count: value.length }]
  return Object.entries(value ?? {}).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`))
}

const visitorLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ar']

test.each([
  ...allLanguages.map(({ name, phrases, suggestions, button, handover, summary, transcript, details, telegram }) => ({
    name: `The chat in ${name}`,
    texts: textsIn({ phrases, suggestions, button, handover, summary, transcript, details, telegram }),
  })),
  ...visitorLanguages.map((code) => ({
    name: `The emails and appointments in ${code}`,
    texts: textsIn([emailPhrases(code), bookingPhrases(code, 'en')]),
  })),
])('$name contains every name, address, title and time it is given', ({ texts }) => {
  const given = ['Ada & Söhne', 'desk@shop.example']
  for (const { path, write, count } of texts) {
    const text = write(...given)
    expect(text.trim(), path).not.toBe('')
    expect(
      given.filter((one) => text.includes(one)),
      path,
    ).toEqual(given.slice(0, count))
  }
})

test.each(allLanguages)('In $name, a person without a name is described', ({ handover, summary }) => {
  for (const text of [handover.joined(null), summary.callBack('')]) expect(text).toMatch(/^\p{L}.{12,}\.$/u)
  expect(handover.joined(null)).not.toContain('null')
})
