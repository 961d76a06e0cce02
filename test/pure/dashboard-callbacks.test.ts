import { describe, expect, test } from 'vitest'
import {
  closerWords,
  contactWay,
  nameOf,
  shownIn,
  ticksEvery,
  waitedWords,
  withCallback,
} from '../../desktop/renderer/screens/callbacks/rows.ts'
import { callbacks as de } from '../../desktop/renderer/words/de/callbacks.ts'
import { callbacks as en } from '../../desktop/renderer/words/en/callbacks.ts'
import type { Callback } from '../../shared/callback.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const callback = (id: string, requestedAt: number, change: Partial<Callback> = {}): Callback => ({
  ...{ id, requestedAt, status: 'open', name: null, phone: null, email: null, reason: null, note: null, pageUrl: null },
  ...{ conversationId: null, leadId: null, closedAt: null, closedBy: null },
  ...change,
})
const none = new Map<string, Callback>()
const idsOf = (rows: Callback[]) => rows.map(({ id }) => id)

describe('what a list shows', () => {
  const [a, b, c] = [callback('a', 1), callback('b', 2), callback('c', 3)]

  test('[R173] open ones oldest first, others newest first, each once though it came in two pages', () => {
    expect(idsOf(shownIn('open', [c, a, b, b], none, null))).toEqual(['a', 'b', 'c'])
    const done = [a, b, c].map((one) => ({ ...one, status: 'done' as const }))
    expect(idsOf(shownIn('done', done, none, null))).toEqual(['c', 'b', 'a'])
  })

  test('what a person left for another list is gone at once, and there at once', () => {
    const left = new Map([['b', { ...b, status: 'done' as const }]])
    expect(idsOf(shownIn('open', [a, b, c], left, null))).toEqual(['a', 'c'])
    expect(idsOf(shownIn('done', [], left, null))).toEqual(['b'])
    // Opened again before the list was read anew.
    expect(idsOf(shownIn('open', [a, c], new Map([['b', b]]), null))).toEqual(['a', 'b', 'c'])
  })

  test('what the server answered stands in every list that was read until that is read anew, and shows where it belongs', () => {
    const read = (...items: Callback[]) => ({ pages: [{ items: items.slice(0, 1) }, { items: items.slice(1) }] })
    const shown = (status: 'open' | 'done', { pages }: ReturnType<typeof read>) =>
      idsOf(
        shownIn(
          status,
          pages.flatMap(({ items }) => items),
          none,
          null,
        ),
      )
    const done = { ...b, status: 'done' as const }
    expect(shown('open', withCallback(read(a, b, c), done))).toEqual(['a', 'c'])
    expect(shown('done', withCallback(read(), done))).toEqual(['b'])
    expect(shown('open', withCallback(read(a, c), b))).toEqual(['a', 'b', 'c'])
  })

  test('one whose note is being written stays, closed by another or by oneself', () => {
    expect(idsOf(shownIn('open', [a, c], none, b))).toEqual(['a', 'b', 'c'])
    expect(idsOf(shownIn('open', [a, b, c], new Map([['b', { ...b, status: 'done' }]]), b))).toEqual(['a', 'b', 'c'])
    expect(shownIn('open', [a, { ...b, phone: 'new' }], none, b)[1]?.phone).toBe('new')
  })
})

test.each([
  [7_000, '0:07', '0:07', 1_000],
  [59 * minute, '59:00', '59:00', 1_000],
  [3 * hour + 12 * minute, '3 h 12 min', '3 Std. 12 min', minute],
  [2 * day + 4 * hour, '2 d 4 h', '2 T. 4 Std.', minute],
  [-3_000, '0:00', '0:00', 1_000],
])('who waits for %d ms has waited %s, in German %s', (passed, english, german, every) => {
  const now = Date.UTC(2026, 10, 22)
  expect(waitedWords(now - passed, now, en)).toBe(english)
  expect(waitedWords(now - passed, now, de)).toBe(german)
  expect(ticksEvery(now - passed, now)).toBe(every)
})

test('whoever asked is called by their name, else by how they are reached', () => {
  expect(nameOf({ name: 'Ada', phone: '1', email: 'a@b.example' }, 'Visitor')).toBe('Ada')
  expect(nameOf({ name: null, phone: '1', email: 'a@b.example' }, 'Visitor')).toBe('1')
  expect(nameOf({ name: null, phone: null, email: 'a@b.example' }, 'Visitor')).toBe('a@b.example')
  expect(nameOf({ name: null, phone: null, email: null }, 'Visitor')).toBe('Visitor')
  expect([contactWay({ phone: null, email: 'a@b.example' }), contactWay({ phone: null, email: null })]).toEqual([
    'a@b.example',
    null,
  ])
})

test('who closed one is said in words: a name where it is known, else what there is', () => {
  const names = new Map([['ben@shop.example', 'Ben Ode']])
  const words = (by: string | null) => closerWords(by, { ...en, me: 'anna@shop.example', names })
  expect(
    [
      ...['anna@shop.example', 'ben@shop.example', 'gone@shop.example', 'cli', 'key:admin', 'key:a1b2c3d4e5f6'],
      null,
    ].map(words),
  ).toEqual([
    ...['you', 'Ben Ode', 'gone@shop.example', 'the command line', 'the admin key', 'the key a1b2c3d4e5f6'],
    'somebody',
  ])
})
