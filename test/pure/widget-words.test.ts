import { describe, expect, test } from 'vitest'
import type { TalkState } from '../../widget/chat/talk.ts'
import { queueWords } from '../../widget/chat/view/parts/queue-bar.tsx'
import { activityWords, failureWords, presenceWords } from '../../widget/chat/view/state-words.ts'
import { words as de } from '../../widget/chat/words/de.ts'
import { words as en } from '../../widget/chat/words/en.ts'
import { words as es } from '../../widget/chat/words/es.ts'
import { words as fr } from '../../widget/chat/words/fr.ts'
import { chooseLanguage, fill, loadWords, withOwn } from '../../widget/chat/words/words.ts'

const others = Object.entries({ de, fr, es })
const marks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([mark]) => mark).sort()

describe('the languages of the chat', () => {
  test.each(others)('%s says the same things as English, with the same values in them', (_, words) => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort())
    for (const [name, text] of Object.entries(en))
      expect([name, marks(words[name as keyof typeof en])]).toEqual([name, marks(text)])
  })

  test.each([['en', en] as const, ...others])('%s says something everywhere, and shouts nowhere', (_, words) => {
    for (const text of Object.values(words)) expect(text).toMatch(/^[^!¡]+$/)
  })

  test('the page’s language comes first, then the browser’s, then the site’s, then English', () => {
    expect(chooseLanguage(['de-AT', 'fr', 'es'])).toBe('de')
    expect(chooseLanguage(['', 'fr-CA', 'en'])).toBe('fr')
    expect(chooseLanguage(['nl', 'ES'])).toBe('es')
    expect(chooseLanguage(['constructor', 'nl'])).toBe('en')
  })

  test('each is a file of its own', async () => {
    expect(await loadWords('de')).toEqual(de)
    expect(await loadWords('es', { send: 'Mandar' })).toEqual({ ...es, send: 'Mandar' })
  })
})

describe('words of the site', () => {
  test('take the place of those of the same name, and no other', () => {
    expect(withOwn(en, { talkToPerson: 'Call Anna', nothing: 'x', constructor: 'x' })).toEqual({
      ...en,
      talkToPerson: 'Call Anna',
    })
  })

  test('[R410] the product stays named', () => {
    expect(withOwn(en, { poweredBy: 'Made by us' }).poweredBy).toBe(en.poweredBy)
    expect(withOwn(en, { poweredBy: 'Hecho con Frontdesk' }).poweredBy).toBe('Hecho con Frontdesk')
    for (const words of [en, de, fr, es]) expect(words.poweredBy).toContain('Frontdesk')
  })
})

test('[R409] a template takes each answer as it is, and keeps what has none', () => {
  const answers = { bike: 'E-bike {fault}', fault: '$& $1 \\', 'a.b': 'c' }
  expect(fill('{bike}: {fault}, {fault}; {a.b} {day} {__proto__} { bike }', answers)).toBe(
    'E-bike {fault}: $& $1 \\, $& $1 \\; c {day} {__proto__} { bike }',
  )
})

describe('states in words', () => {
  const state = (more: object) =>
    ({ online: true, person: null, queue: null, activity: 'none', site: { live: false }, ...more }) as TalkState

  test('who answers', () => {
    expect(presenceWords(state({}), en)).toBe('Answers at once')
    expect(presenceWords(state({ site: { live: true } }), en)).toBe(en.liveStatus)
    expect(presenceWords(state({ person: { name: 'Anna' } }), en)).toBe('Anna is here')
    expect(presenceWords(state({ person: { name: '' } }), en)).toBe(en.teamHere)
    expect(presenceWords(state({ queue: { place: 1, minutes: null } }), en)).toBe('Asking for a person')
    expect(presenceWords(state({ online: false, person: { name: 'Anna' } }), en)).toBe('No connection')
  })

  test('what they do', () => {
    expect(activityWords(state({ activity: 'looking' }), en)).toBe('Looking it up')
    expect(activityWords(state({ activity: 'writing' }), en)).toBe('Writing')
    expect(activityWords(state({ activity: 'typing', person: { name: 'Anna' } }), en)).toBe('Anna is writing')
    expect(activityWords(state({ activity: 'typing', person: { name: '' } }), en)).toBe('Somebody is writing')
    expect(activityWords(state({}), en)).toBe('')
  })

  test.each([
    [0, null, 'Asking for a person'],
    [1, 4, 'You are next'],
    [2, 1, 'One person before you, about a minute'],
    [3, 3, '2 people before you, about 3 minutes'],
    [3, null, '2 people before you'],
  ])('place %d with %s minutes: %s', (place, minutes, said) => {
    expect(queueWords({ place, minutes }, en)).toBe(said)
  })

  test('a failure is said in the chat’s words, or the server’s', () => {
    expect(failureWords('unreachable', de)).toBe(de.unreachable)
    expect(failureWords('failed', en)).toBe(en.notAnswered)
    expect(failureWords('Too long.', de)).toBe('Too long.')
    expect(failureWords('constructor', en)).toBe('constructor')
  })
})
