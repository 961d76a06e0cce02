import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { initialsOf, nameOf } from '../../desktop/renderer/live/row-words.ts'
import { awaySince } from '../../desktop/renderer/screens/inbox/list/away-since.ts'
import { ageWords, waitLength, waitWords } from '../../desktop/renderer/ui/format.ts'
import { de } from '../../desktop/renderer/words/de.ts'
import { en } from '../../desktop/renderer/words/en.ts'
import { rowNamed } from '../support/inbox-rows.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = new Date(2026, 10, 20, 15, 30).getTime()

describe('how old something is', () => {
  test.each([
    [0, 'now', 'jetzt'],
    [59_000, 'now', 'jetzt'],
    [4 * minute, '4 m', '4 min'],
    [3 * hour, '3 h', '3 Std.'],
    [20 * hour, 'Thu', 'Do'],
    [3 * day, 'Tue', 'Di'],
    [20 * day, 'Oct 31', '31. Okt.'],
    [400 * day, 'Oct 16, 25', '16. Okt. 25'],
  ])('%d ms: %s, %s', (passed, english, german) => {
    expect(ageWords(now - passed, now, 'en', en.inbox.time)).toBe(english)
    expect(ageWords(now - passed, now, 'de', de.inbox.time)).toBe(german)
  })
})

test.each([
  [7_000, '0:07'],
  [760_000, '12:40'],
  [3 * hour + 2 * minute + 11_000, '3:02:11'],
  [-5_000, '0:00'],
])('who waits for %d ms has waited %s', (passed, words) => {
  expect(waitWords(now - passed, now)).toBe(words)
})

test('a conversation is called by its contact, else by what was said first', () => {
  const called = (fields: Parameters<typeof rowNamed>[1]) => nameOf(rowNamed('a', fields), en.inbox)
  expect(called({ leadName: 'Maria', leadEmail: 'm@x.example' })).toBe('Maria')
  expect(called({ leadEmail: 'm@x.example' })).toBe('m@x.example')
  expect(called({ leadPhone: '0123' })).toBe('0123')
  expect(called({})).toBe('Hello')
  expect(called({ firstMessage: null })).toBe('Visitor')
})

test.each([
  ['Anna Marsh', 'AM'],
  ['anna@shop.example', 'A'],
  ['anna.marsh@shop.example', 'AM'],
  ['Ludwig van Beethoven', 'LB'],
  ['王小明', '王'],
  ['عبد الرحمن', 'عا'],
  ['🚲 Zoë', '🚲Z'],
  ['', ''],
])('%j is %j in short', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('whoever was gone for a quarter of an hour was away; nobody is at first', () => {
  expect(awaySince(0, now)).toBeNull()
  expect(awaySince(now - 14 * minute, now)).toBeNull()
  expect(awaySince(now - 16 * minute, now)).toBe(now - 16 * minute)
})

const folder = 'desktop/renderer/words'
const wordsOf = (language: 'en' | 'de', file: string): Promise<object> => import(`../../${folder}/${language}/${file}`)

/** The words that all screens have, and those that come with a screen of their own. */
describe.each(readdirSync(`${folder}/en`))('both languages: %s', async (file) => {
  const [en, de] = await Promise.all([wordsOf('en', file), wordsOf('de', file)])

  /** The name of each text, and whether it takes values. */
  const shapeOf = (words: object, path = ''): string[] =>
    Object.entries(words).flatMap(([name, word]) =>
      typeof word === 'object' ? shapeOf(word, `${path}${name}.`) : [`${path}${name}: ${typeof word}`],
    )

  test('say the same things', () => {
    expect(shapeOf(de).sort()).toEqual(shapeOf(en).sort())
  })

  test('say something wherever the other does', () => {
    const empty = (words: object): string[] =>
      Object.entries(words).flatMap(([name, word]) =>
        typeof word === 'object' ? empty(word).map((rest) => `${name}.${rest}`) : word === '' ? [name] : [],
      )
    expect(empty(de)).toEqual(empty(en))
  })
})

test.each([
  [-2, 'en', '0 sec'],
  [59, 'en', '59 sec'],
  [119, 'en', '1 min'],
  [3_905, 'en', '1 hr 5 min'],
  [125, 'de', '2 Min.'],
])('a wait of %i seconds in words', (seconds, language, words) => {
  expect(waitLength(1_000_000, 1_000_000 + seconds * 1_000, language)).toBe(words)
})
