import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountIn } from '../../desktop/renderer/form/amount.ts'
import { cursorSpot, jobBeside } from '../../desktop/renderer/screens/jobs/board-cursor.ts'
import { daysInStage, isOverdue } from '../../desktop/renderer/screens/jobs/board-due.ts'
import { edgeSpeed, nearest, placeAt } from '../../desktop/renderer/screens/jobs/board-place.ts'
import { ranged, toggled } from '../../desktop/renderer/screens/jobs/board-selection.ts'
import { type Columns, findJob } from '../../desktop/renderer/screens/jobs/board-state.ts'
import { jobNamed, stageNamed } from '../support/board-jobs.ts'

const height = 128

describe('the place under the pointer', () => {
  test.each([
    [-300, 0],
    [0, 0],
    [63, 0],
    [64, 1],
    [128, 1],
    [200, 2],
    [9_999, 3],
  ])('%i pixels below the beginning is %i of 3', (top, place) => {
    expect(placeAt(top, height, 3)).toBe(place)
  })

  test('behind the last card of a stage that goes on is before it', () => {
    expect([placeAt(9_999, height, 3, true), placeAt(9_999, height, 0, true)]).toEqual([2, 0])
  })

  test('is where the gap is: a card that rests in the gap stays there', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 }), (place, count) => {
        fc.pre(place <= count)
        expect(placeAt(place * height, height, count)).toBe(place)
      }),
    )
  })

  test('is in the stage under the pointer, otherwise in the nearest', () => {
    const spans = [
      { start: 0, end: 100 },
      { start: 110, end: 210 },
    ]
    expect([-50, 50, 104, 107, 150, 400].map((x) => nearest(x, spans))).toEqual([0, 0, 0, 1, 1, 1])
    expect(nearest(5, [])).toBe(-1)
  })
})

test('a drag scrolls near the edges, faster the nearer, and never in the middle', () => {
  const span = { start: 0, end: 1_000 }
  expect([500, 56, 944].map((at) => edgeSpeed(at, span))).toEqual([0, 0, 0])
  expect(edgeSpeed(0, span)).toBe(-18)
  expect(edgeSpeed(-400, span)).toBe(-18)
  expect(edgeSpeed(1_200, span)).toBe(18)
  expect(edgeSpeed(970, span)).toBeGreaterThan(0)
  expect(edgeSpeed(5, { start: 5, end: 5 })).toBe(0)
})

const board: Columns = [
  { stage: stageNamed('new'), items: ['a', 'b', 'c'].map((id) => jobNamed(id)) },
  { stage: stageNamed('going'), items: [] },
  { stage: stageNamed('won', 'won'), items: [jobNamed('d')] },
]

describe('the cursor', () => {
  const beside = (id: string, to: 'up' | 'down' | 'left' | 'right') => jobBeside(board, findJob(board, id)!, to)?.id

  test('stops at the ends of a stage, and skips stages without jobs', () => {
    expect([beside('a', 'up'), beside('a', 'down'), beside('c', 'down')]).toEqual(['a', 'b', 'c'])
    expect([beside('c', 'right'), beside('d', 'left'), beside('a', 'left'), beside('d', 'right')]).toEqual([
      ...['d', 'a'],
      ...[undefined, undefined],
    ])
  })

  test('goes to what took the place of its job', () => {
    expect(cursorSpot(board, 'gone', { at: 0, place: 1 })?.job.id).toBe('b')
    expect(cursorSpot(board, 'gone', { at: 0, place: 9 })?.job.id).toBe('c')
    expect(cursorSpot(board, 'gone', { at: 1, place: 0 })?.job.id).toBe('a')
    expect(cursorSpot([], 'gone', { at: 0, place: 0 })).toBeUndefined()
  })
})

test('a selection toggles, and a range goes from where it began', () => {
  const order = ['a', 'b', 'c', 'd']
  const chosen = (selection: { chosen: ReadonlySet<string> }) => [...selection.chosen].sort()
  const one = toggled({ chosen: new Set(), anchor: null }, 'c')
  expect(chosen(ranged(one, 'a', order))).toEqual(['a', 'b', 'c'])
  expect(chosen(ranged({ chosen: new Set(), anchor: null }, 'b', order))).toEqual(['b'])
  expect(chosen(ranged(one, 'gone', order))).toEqual(['c'])
  expect(chosen(toggled(one, 'c'))).toEqual([])
})

test('an open job is overdue after its time, or after its whole day', () => {
  const day = Date.UTC(2030, 0, 7)
  const due = (dueAt: number | null, now: number, status: 'open' | 'won' = 'open') => isOverdue({ status, dueAt }, now)
  const endOfDay = new Date(2030, 0, 8).getTime()
  expect([due(day, endOfDay - 1), due(day, endOfDay), due(day, endOfDay, 'won')]).toEqual([false, true, false])
  expect([due(day + 1, day + 1), due(day + 1, day + 2), due(null, day)]).toEqual([false, true, false])
  expect([daysInStage({ stageChangedAt: 0 }, 12.9 * 86_400_000), daysInStage({ stageChangedAt: 5 }, 0)]).toEqual([
    12, 0,
  ])
})

test.each([
  ['1250', 'en', 1250],
  ['1250.5', 'en', 1250.5],
  ['1,250.50', 'en', 1250.5],
  ['1.250,50', 'en', 1250.5],
  ['1,250', 'en', 1250],
  ['1.250', 'de', 1250],
  ['1,25', 'de', 1.25],
  ['1250.5', 'de', 1250.5],
  ['1 250 000', 'de', 1_250_000],
  ['1.250.000', 'de', 1_250_000],
  ["1'250.5", 'de', 1250.5],
  ['12.', 'en', 12],
  ['', 'en', Number.NaN],
  ['-5', 'en', Number.NaN],
  ['five', 'en', Number.NaN],
  ['1e9', 'en', Number.NaN],
  ['1.2.3', 'en', Number.NaN],
])('%j in %s is the amount %d', (text, language, amount) => {
  expect(amountIn(text, language)).toBe(amount)
})
