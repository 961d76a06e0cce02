import { describe, expect, test } from 'vitest'
import { changeOf } from '../../desktop/renderer/screens/overview/change.ts'
import { overviewOf, rangeOf } from '../../desktop/renderer/screens/overview/range.ts'
import { heightOf, lineThrough, middleOf, placeAt, topOf } from '../../desktop/renderer/screens/overview/scale.ts'
import { remedyFor } from '../../desktop/renderer/screens/settings/telegram-facts.ts'
import { parseRoute } from '../../desktop/renderer/ui/route.ts'
import { failures as germanFailures } from '../../desktop/renderer/words/de/failures.ts'
import { overview as german } from '../../desktop/renderer/words/de/overview.ts'
import { overview as english } from '../../desktop/renderer/words/en/overview.ts'
import { failureText } from '../../desktop/renderer/words/failure-words.ts'
import type { ErrorParams } from '../../shared/error.ts'
import type { FailureReason } from '../../shared/failure.ts'
import { problemPages } from '../../shared/overview.ts'

describe('a scale', () => {
  test.each([
    [[], 1],
    [[0, 0], 1],
    [[1], 1],
    [[2], 2],
    [[3, 1], 4],
    [[7], 8],
    [[9], 10],
    [[11], 20],
    [[41], 60],
    [[100], 100],
    [[123_456_789], 200_000_000],
  ])('of %j ends at %d', (values, top) => {
    expect(topOf(values)).toBe(top)
  })

  test('holds every value, and is halved without a rest', () => {
    for (let value = 2; value < 3_000; value++) {
      const top = topOf([value])
      expect([top >= value, top < 2.5 * value, top % 2]).toEqual([true, true, 0])
    }
  })
})

test('a line goes through the middle of each place, the ground below; one point is a dot', () => {
  expect(lineThrough([0, 5, 10, 10], 10)).toBe('M12.5,100L37.5,50L62.5,0L87.5,0')
  expect(lineThrough([5], 10)).toBe('M50,50h0')
  expect([heightOf(1, 3), heightOf(-2, 3), middleOf(0, 3)]).toEqual([33.33, 0, 16.67])
})

test('the pointer stands on the place below it, and on the last ones beyond the edges', () => {
  expect([-0.2, 0, 0.24, 0.25, 0.99, 1, 1.3].map((share) => placeAt(share, 4))).toEqual([0, 0, 0, 1, 3, 3, 3])
})

test('a figure beside the one before: a share of it, or that there was none', () => {
  expect(changeOf(15, 10)).toEqual({ kind: 'more', by: 0.5 })
  expect(changeOf(0, 8)).toEqual({ kind: 'less', by: 1 })
  expect(changeOf(8, 8)).toEqual({ kind: 'same' })
  expect(changeOf(3, 0)).toEqual({ kind: 'first' })
  expect(changeOf(0, 0)).toEqual({ kind: 'none' })
})

test.each([
  ['', 30],
  ['days=7', 7],
  ['days=365', 365],
  ['days=366', 30],
  ['days=0', 30],
  ['days=-1', 30],
  ['days=1e2', 30],
  ['days=%3Cb%3E', 30],
  ['other=1&days=45', 45],
])('the address with “%s” shows %d days', (query, days) => {
  expect(rangeOf(query).days).toBe(days)
})

test.each(Object.entries(problemPages))(
  '[R192] %s leads to a page that there is, and is said in both languages',
  (kind, page) => {
    expect(parseRoute(page)).not.toBeNull()
    for (const words of [english, german]) expect(words.health.kinds).toHaveProperty(kind)
  },
)

test.each<[reason: FailureReason, params: ErrorParams, said: RegExp]>([
  ['budget_used_up', {}, /^Bis Mitternacht/],
  ['budget_low', {}, /kürzer/],
  ['database_full', {}, /^Die Festplatte der Datenbank ist voll/],
  ['database_refuses', { code: '53200' }, /keine Änderungen an \(53200\)/],
  ['database_refuses', { code: '' }, /keine Änderungen an\. /],
  ['daily_cap', { limit: 500 }, /500/],
  ['knowledge_empty', {}, /^Importieren Sie/],
  ['tasks_late', { minutes: 5 }, /5 Minuten/],
  ['files_failed', { names: 'a.pdf, b.pdf' }, /^Nicht gelernt: a\.pdf, b\.pdf$/],
  ['model_unreachable', { url: 'http://a:1' }, /^Der Modellserver http:\/\/a:1 antwortet nicht/],
  ['model_slow', { url: 'http://a:1', seconds: 60 }, /60 s/],
  ['backend_status', { status: 500 }, /Status 500/],
  ['host_unresolved', { host: 'a.example' }, /a\.example/],
])('%s %j is said in German', (reason, params, expected) => {
  expect(failureText({ reason, params }, 'The sentence.', germanFailures)).toMatch(expected)
})

test.each<[FailureReason | null, string]>([
  ['telegram_token', 'token'],
  ['telegram_chat', 'chat'],
  ['telegram_topics', 'other'],
  ['host_unreachable', 'other'],
  [null, 'other'],
])('a bot that fails because of %s is helped by: %s', (reason, remedy) => {
  expect(remedyFor(reason)).toBe(remedy)
})

test('an address names the day besides the number of days, and today is left out', () => {
  for (const day of ['today', 'yesterday'] as const) {
    const { query } = overviewOf({ days: 7, day }) as { query: string }
    expect([query.includes('day='), rangeOf(query)]).toEqual([day === 'yesterday', { days: 7, day }])
  }
  expect(rangeOf('day=tomorrow')).toEqual({ days: 30, day: 'today' })
})
