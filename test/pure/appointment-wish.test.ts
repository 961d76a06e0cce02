import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { asksForAppointment } from '../../server/language/appointment-wish.ts'

type Sentences = Record<string, { asks: string[]; asksNot: string[] }>
const read = (name: string) => JSON.parse(readFileSync(`test/${name}.json`, 'utf8')) as Sentences

/** Sentences of our own that ask for an appointment, and ones with the same words that do not. They decide the patterns. */
const sets = read('appointment-wishes')
/** Written before the patterns, and only counted. */
const heldOut = read('appointment-wishes-held-out')

test.each(Object.entries(heldOut))(
  'of sentences in %s that decided nothing, most are judged right',
  (_, { asks, asksNot }) => {
    expect(asks.filter((text) => asksForAppointment(text)).length).toBeGreaterThanOrEqual(0.9 * asks.length)
    expect(asksNot.filter((text) => asksForAppointment(text)).length).toBe(0)
  },
)

describe.each(Object.entries(sets))('a wish for an appointment in %s', (_, { asks, asksNot }) => {
  test.each(asks)('is recognised: %s', (text) => expect(asksForAppointment(text)).toBe(true))
  test.each(asksNot)('is not found where there is none: %s', (text) => expect(asksForAppointment(text)).toBe(false))
})

test.each(['termin ', 'haben sie ', 'book ', 'i would like to ', 'avez-vous ', 'quiero una ', 'an appointment, '])(
  'is searched for in a time that does not explode: %s',
  (words) => {
    const begun = performance.now()
    asksForAppointment(words.repeat(1000).slice(0, 1000))
    expect(performance.now() - begun).toBeLessThan(1000)
  },
)
