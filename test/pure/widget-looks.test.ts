import { describe, expect, test } from 'vitest'
import { accentColours, contrast, luminance, parseHex } from '../../shared/accent.ts'
import type { FormField } from '../../shared/form.ts'
import { answerWords } from '../../shared/form-words.ts'
import type { Entry } from '../../widget/chat/talk.ts'
import { contactOf, faultOf, readAnswer } from '../../widget/chat/view/parts/answers.ts'
import { dayWords, rowsOf, timeWords } from '../../widget/chat/view/rows.ts'
import { words as de } from '../../widget/chat/words/de.ts'
import { words as en } from '../../widget/chat/words/en.ts'
import { words as es } from '../../widget/chat/words/es.ts'
import { words as fr } from '../../widget/chat/words/fr.ts'
import { words as laterEn } from '../../widget/chat/words/later/en.ts'

const light = (colour: string) => luminance(parseHex(colour)!)

describe('a site’s accent', () => {
  const accents = ['#0f766e', '#fde047', '#fff', '#000000', '#f97316', '#2563eb', '#808080', '#ff0000', '#767676']

  test.each(accents)('%s has text on it that can be read, and can be read itself on light and dark', (accent) => {
    const colours = accentColours(accent)!
    expect(contrast(light(colours['--accent']), light(colours['--on-accent']))).toBeGreaterThanOrEqual(4.5)
    for (const [name, least] of [
      ['--accent-text', 4.5],
      ['--accent-edge', 3],
    ] as const) {
      const [onLight = '', onDark = ''] = colours[name].match(/#[0-9a-f]{6}/g) ?? []
      expect(contrast(light(onLight), 0.94)).toBeGreaterThanOrEqual(least)
      expect(contrast(light(onDark), 0.025)).toBeGreaterThanOrEqual(least)
    }
  })

  test('what is no colour is none', () => {
    for (const text of ['', 'red', '#12', '#12345', '#gggggg', 'url(x)', '#fff;x:1'])
      expect(accentColours(text)).toBeUndefined()
    expect(parseHex('#0Af')).toEqual([0, 170, 255])
  })
})

describe('rows of a conversation', () => {
  const now = new Date(2026, 10, 20, 15, 0).getTime()
  const minute = 60_000
  const said = (ago: number, role: 'user' | 'agent', agentName?: string): Entry => ({
    id: `${ago}`,
    ts: now - ago * minute,
    role,
    type: 'text',
    text: 'x',
    ...(agentName ? { meta: { human: true, agentName } } : {}),
  })

  test('what one author says within two minutes is a group', () => {
    const rows = rowsOf([said(9, 'user'), said(8, 'user'), said(5, 'user'), said(4.5, 'agent')], now)
    expect(rows.map(({ isFirst }) => isFirst)).toEqual([true, false, true, true])
    const people = rowsOf([said(3, 'agent'), said(2, 'agent', 'Anna'), said(1, 'agent', 'Ben')], now)
    expect(people.map(({ isFirst }) => isFirst)).toEqual([true, true, true])
  })

  test('the day is said where it changes, and first unless it is today', () => {
    const day = 24 * 60
    const starts = (...entries: Entry[]) => rowsOf(entries, now).map(({ startsDay }) => startsDay)
    expect(starts(said(2, 'user'), said(1, 'agent'))).toEqual([false, false])
    expect(starts(said(2 * day, 'user'), said(2 * day - 1, 'agent'), said(1, 'user'))).toEqual([true, false, true])
  })

  test('days have the names that people use', () => {
    expect(dayWords(now - 60 * minute, now, en)).toBe('Today')
    expect(dayWords(now - 20 * 60 * minute, now, de)).toBe('Gestern')
    expect(dayWords(now - 5 * 24 * 60 * minute, now, en)).toBe('Sunday, November 15')
  })

  test.each(Object.entries({ en, de, fr, es }))('%s says times and dates as the browser would', (language, words) => {
    const long = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' })
    const short = new Intl.DateTimeFormat(language, {
      hour: language === 'en' ? 'numeric' : '2-digit',
      minute: '2-digit',
    })
    for (let month = 0; month < 12; month++) {
      const ts = new Date(2025, month, 1 + 2 * month, 2 * month, month).getTime()
      expect(dayWords(ts, now, words).toLowerCase()).toBe(long.format(ts).toLowerCase())
      expect(timeWords(ts, language)).toBe(short.format(ts))
    }
  })
})

describe('answers of a form', () => {
  const field = (type: FormField['type'], required = true) => ({ type, required })

  test.each([
    ['text', '', 'missing'],
    ['checkbox', '', 'notTicked'],
    ['select', '', 'choose'],
    ['email', 'a@b', 'notEmail'],
    ['email', 'a b@c.example', 'notEmail'],
    ['tel', 'soon', 'notPhone'],
    ['number', 'ten', 'notNumber'],
    ['date', 'tomorrow', 'notDate'],
    ['email', 'anna@shop.example', undefined],
    ['tel', '+44 (0)1632 960-112', undefined],
    ['number', '2.5', undefined],
    ['date', '2026-03-31', undefined],
    ['checkbox', 'true', undefined],
  ] as const)('%s %j: %s', (type, answer, fault) => {
    expect(faultOf(field(type), answer)).toBe(fault)
    expect(faultOf(field(type, false), '')).toBeUndefined()
  })

  test('a number may be written with a comma', () => {
    expect(readAnswer({ type: 'number' }, ' 2,5 ')).toBe('2.5')
    expect(readAnswer({ type: 'text' }, ' a,b ')).toBe('a,b')
  })

  test('an email is said as the server keeps it', () => {
    expect(readAnswer({ type: 'email' }, ' Anna@Shop.Example ')).toBe('anna@shop.example')
  })

  const fields: FormField[] = [
    { name: 'who', label: 'Your name:', type: 'text', required: true },
    { name: 'mail', label: 'Email', type: 'email', required: false },
    { name: 'phone', label: 'Telephone', type: 'tel', required: false },
    { name: 'work', label: 'Telephone at work', type: 'tel', required: false },
    { name: 'kind', label: 'Kind', type: 'select', required: false, options: [{ label: 'A bike', value: 'b' }] },
    { name: 'news', label: 'News', type: 'checkbox', required: false },
  ]
  const answers = { who: 'Anna', mail: 'a@b.example', work: '1', kind: 'b', news: 'true' }

  test('are said line by line, as they were shown', () => {
    expect(answerWords(fields, answers, laterEn.yes)).toBe(
      'Your name: Anna\nEmail: a@b.example\nTelephone at work: 1\nKind: A bike\nNews: yes',
    )
    expect(answerWords(fields.slice(-1), { news: 'true' })).toBe('News: ✓')
    expect(answerWords(fields.slice(-1), { news: 'false' })).toBe('News: –')
  })

  test('are a contact’s details by their name, or else their kind', () => {
    expect(contactOf(fields, answers)).toEqual({
      who: 'Anna',
      email: 'a@b.example',
      work: '1',
      kind: 'b',
      news: 'true',
    })
  })
})
