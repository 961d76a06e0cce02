import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseRoute } from '../../desktop/renderer/app/route.ts'
import { changeOf } from '../../desktop/renderer/screens/overview/change.ts'
import { detailWords } from '../../desktop/renderer/screens/overview/health-words.ts'
import { overviewOf, rangeOf } from '../../desktop/renderer/screens/overview/range.ts'
import { heightOf, lineThrough, middleOf, placeAt, topOf } from '../../desktop/renderer/screens/overview/scale.ts'
import { overview as german } from '../../desktop/renderer/words/de/overview.ts'
import { pages as germanPages } from '../../desktop/renderer/words/de/pages.ts'
import { overview as english } from '../../desktop/renderer/words/en/overview.ts'
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

test.each([
  [
    'ai_budget',
    'Until midnight UTC, visitors see your contact details and a form to request a callback.',
    /^Bis Mitternacht/,
  ],
  [
    'database_failing',
    'The database cannot write: its disk is full (53100).',
    /^Die Festplatte der Datenbank ist voll/,
  ],
  ['database_failing', 'The database cannot write: it is out of memory (53200).', /keine Änderungen an \(53200\)/],
  ['database_failing', 'The database cannot write: permission denied.', /keine Änderungen an\. /],
  ['ai_budget', 'Answers are shorter until midnight UTC. When the budget is used up, …', /kürzer/],
  ['daily_cap', 'Visitors cannot send messages until midnight UTC. The limit is 500 messages a day.', /500/],
  ['knowledge_empty', 'Import your website, upload files or write an entry.', /^Importieren Sie/],
  ['jobs_late', 'What is done in the background waits for more than five minutes.', /Hintergrund/],
  [
    'ai_backend',
    'The model server at http://a:1 does not answer (ECONNREFUSED).',
    /^Der Modellserver http:\/\/a:1 antwortet nicht/,
  ],
  ['ai_backend', 'The model server at http://a:1 did not finish its answer within 60 s.', /60 s/],
  ['ai_backend', 'The model server at http://a:1 has no such model or path (404): no.', /hat dieses Modell nicht/],
  ['ai_backend', 'The model server at http://a:1 wants another key (401)', /Schlüssel/],
  ['ai_backend', 'The model server at http://a:1 takes no more for now (503)', /ausgelastet/],
  ['ai_backend', 'The model server at http://a:1 fails (500)', /Status 500/],
  [
    'embedding_failing',
    'The model server at http://a:1 broke off in the middle of an answer.',
    /mitten in einer Antwort/,
  ],
  ['ai_backend', 'The AI backend answers with the status 500.', /Status 500/],
  ['ai_backend', 'The AI backend failed. a.example cannot be reached.', /Ihr KI-Backend/],
  ['crawl_failed', 'There is no host a.example.', /a\.example/],
] as const)('%s: “%s” is said in German', (kind, detail, expected) => {
  const { text, isOwn } = detailWords({ kind, detail }, german.health.details, germanPages.why)
  expect([text, isOwn]).toEqual([expect.stringMatching(expected), true])
  expect(text).not.toBe(detail)
})

test('these sentences are those of the server', () => {
  const read = (path: string) => readFileSync(path, 'utf8')
  const problems = read('server/features/overview/problems.ts')
  for (const sentence of [
    'Until midnight UTC, visitors see your contact details',
    'Answers are shorter until midnight UTC',
    'messages a day.',
    'Import your website, upload files',
    'What is done in the background waits',
  ])
    expect(problems).toContain(sentence)
  expect(read('server/core/write-probe.ts')).toContain('The database cannot write: ${')
  expect(read('server/database/fault.ts')).toContain("'its disk is full'")
  const model = `${read('server/outside/model-call.ts')}${read('server/outside/ollama-chat.ts')}`
  for (const words of ['does not answer', 'has no such model or path', 'wants another key', 'takes no more for now'])
    expect(model).toContain(words)
  expect(read('server/outside/connector.ts')).toContain('The AI backend answers with the status')
})

test('what has no words of its own is said as the server says it, and known to be English', () => {
  const problem = { kind: 'file_failed', detail: 'a.pdf: It is no PDF.' } as const
  const words = detailWords(problem, german.health.details, germanPages.why)
  expect(words).toEqual({ text: problem.detail, isOwn: false })
})

test('an address names the day besides the number of days, and today is left out', () => {
  for (const day of ['today', 'yesterday'] as const) {
    const { query } = overviewOf({ days: 7, day }) as { query: string }
    expect([query.includes('day='), rangeOf(query)]).toEqual([day === 'yesterday', { days: 7, day }])
  }
  expect(rangeOf('day=tomorrow')).toEqual({ days: 30, day: 'today' })
})
