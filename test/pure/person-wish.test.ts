import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { asksForPerson } from '../../server/language/person-wish.ts'

type Sentences = Record<string, { asks: string[]; asksNot: string[] }>
const read = (name: string) => JSON.parse(readFileSync(`test/${name}.json`, 'utf8')) as Sentences

/** Sentences of our own that ask for a person, and ones with the same words that do not. They decide the patterns. */
const sets = read('person-wishes')
/** They are counted, not read: they show about how well the patterns judge sentences they never saw. */
const heldOut = read('person-wishes-held-out')

/** The share of them that was found when it was measured last. A lower one is a regression. */
const found: Record<string, number> = { en: 0.91, de: 0.88, fr: 0.92, es: 0.98 }

test.each(Object.entries(heldOut))(
  'of sentences in %s that decided nothing, most are judged right',
  (language, { asks, asksNot }) => {
    expect(asks.filter((text) => asksForPerson(text)).length).toBeGreaterThanOrEqual(found[language]! * asks.length)
    expect(asksNot.filter((text) => asksForPerson(text)).length).toBeLessThanOrEqual(0.025 * asksNot.length)
  },
)

describe.each(Object.entries(sets))('a wish for a person in %s', (_, { asks, asksNot }) => {
  test.each(asks)('is recognised: %s', (text) => expect(asksForPerson(text)).toBe(true))
  test.each(asksNot)('is not found where there is none: %s', (text) => expect(asksForPerson(text)).toBe(false))
})

test.each([
  'HUMAN!!!',
  'i   want\tto talk  to a “real person”',
  'Thanks for nothing 😡 Let me speak to someone.',
  'Where is my order 1234?\nI want to talk to a person.',
  'Ich möchte mit\u00a0einem Menschen sprechen',
  'Je veux parler à quelqu’un',
  'Je veux parler a quelqu un de réel, un conseiller svp',
  '¡¡Quiero hablar con una persona!!',
  'me puede atender alguien',
  'gib mir nen menschen',
  'id like to speak to someone',
  'i dont want to talk to a bot',
  'jai besoin d un conseiller',
])('however it is written: %s', (text) => expect(asksForPerson(text)).toBe(true))

test.each([
  '',
  '?!',
  'Please call me Ann',
  'Please don’t call me',
  'Bitte rufen Sie mich nicht an',
  'No quiero que me llamen',
  'Can someone help me choose a saddle?',
  'Personal',
  'Personalausweis',
])('other messages are questions or remarks: “%s”', (text) => expect(asksForPerson(text)).toBe(false))

/** A filler that repeats made the time of a match grow exponentially. */
test.each([
  'hi ',
  'ok, ',
  'bitte ',
  'une ',
  'hola ',
  'is anyone there to talk ',
  'hay alguien que me ayude ',
  'please call someone ',
  "m'aider m'appeler svp quelqu'un ",
  'bitte, ruf mich jemand an, ',
])('a long message is judged in no time: %s…', (word) => {
  const start = performance.now()
  asksForPerson(`${word.repeat(300).slice(0, 990)} zzz`)
  expect(performance.now() - start).toBeLessThan(500)
})
