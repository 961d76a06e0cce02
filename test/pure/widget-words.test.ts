import { describe, expect, test } from 'vitest'
import type { TalkState } from '../../widget/chat/talk.ts'
import { queueWords } from '../../widget/chat/view/parts/queue-bar.tsx'
import { activityWords, failureWords, presenceWords } from '../../widget/chat/view/state-words.ts'
import { words as en } from '../../widget/chat/words/en.ts'
import { type AllWords, loadAllWords } from '../../widget/chat/words/later/all-words.ts'
import { words as laterEn } from '../../widget/chat/words/later/en.ts'
import { chooseLanguage, fill, languages, loadWords, withOwn } from '../../widget/chat/words/words.ts'

const all = new Map<string, AllWords>()
for (const language of languages) all.set(language, await loadAllWords(language))
const english = all.get('en')!
const de = all.get('de')!
const others = [...all].filter(([language]) => language !== 'en')
const marks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([mark]) => mark).sort()

describe('the languages of the chat', () => {
  test.each(others)('%s says the same things as English, with the same values in them', (_, words) => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort())
    for (const [name, text] of Object.entries(english))
      expect([name, marks(words[name as keyof AllWords])]).toEqual([name, marks(text)])
  })

  test.each([...all])('%s says something everywhere, and shouts nowhere', (_, words) => {
    for (const text of Object.values(words)) expect(text).toMatch(/^[^!¡]+$/)
  })

  test('the page’s language comes first, then the browser’s, then the site’s, then English', () => {
    expect(chooseLanguage(['de-AT', 'fr', 'es'])).toBe('de')
    expect(chooseLanguage(['', 'fr-CA', 'en'])).toBe('fr')
    expect(chooseLanguage(['ja', 'ES'])).toBe('es')
    expect(chooseLanguage([undefined, 'ar-EG', 'en'])).toBe('ar')
    expect(chooseLanguage(['constructor', 'ja'])).toBe('en')
  })

  test('each is a file of its own', async () => {
    expect(await loadWords('en')).toEqual(en)
    expect(await loadAllWords('en', { send: 'Go', sent: 'Gone' })).toEqual({
      ...en,
      ...laterEn,
      send: 'Go',
      sent: 'Gone',
    })
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
    for (const words of all.values()) expect(words.poweredBy).toContain('Frontdesk')
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
    expect(presenceWords(state({}), en)).toBe('Replies instantly')
    expect(presenceWords(state({ site: { live: true } }), en)).toBe(en.liveStatus)
    expect(presenceWords(state({ person: { name: 'Anna' } }), en)).toBe('Anna is here')
    expect(presenceWords(state({ person: { name: '' } }), en)).toBe(en.teamHere)
    expect(presenceWords(state({ queue: { place: 1, minutes: null } }), en)).toBe('Finding someone for you')
    expect(presenceWords(state({ online: false, person: { name: 'Anna' } }), en)).toBe('No connection')
  })

  test('what they do', () => {
    expect(activityWords(state({ activity: 'looking' }), en)).toBe('Looking it up…')
    expect(activityWords(state({ activity: 'writing' }), en)).toBe('Typing…')
    expect(activityWords(state({ activity: 'typing', person: { name: 'Anna' } }), en)).toBe('Anna is typing…')
    expect(activityWords(state({ activity: 'typing', person: { name: '' } }), en)).toBe('Somebody is typing…')
    expect(activityWords(state({}), en)).toBe('')
  })

  test.each([
    [0, null, 'Finding someone for you'],
    [1, 4, 'You’re next'],
    [2, 1, 'One person ahead of you, about a minute'],
    [3, 3, '2 people ahead of you, about 3 minutes'],
    [3, null, '2 people ahead of you'],
  ])('place %d with %s minutes: %s', (place, minutes, said) => {
    expect(queueWords({ place, minutes }, english)).toBe(said)
  })

  test('a failure is said in the chat’s words, or the server’s', () => {
    expect(failureWords('unreachable', de)).toBe(de.unreachable)
    expect(failureWords('failed', en)).toBe(en.notAnswered)
    expect(failureWords('Too long.', de)).toBe('Too long.')
    expect(failureWords('constructor', en)).toBe('constructor')
  })
})
