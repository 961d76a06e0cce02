import { describe, expect, test } from 'vitest'
import { latestRun } from '../../desktop/renderer/live/knowledge-run.ts'
import {
  changesOf,
  type FoundPage,
  groupPages,
  linesOf,
  pathOfPage,
} from '../../desktop/renderer/screens/knowledge/choice.ts'
import { noticeText } from '../../desktop/renderer/screens/knowledge/notice-text.ts'
import { isGood, placesOf, readTrace } from '../../desktop/renderer/screens/knowledge/search-trace.ts'
import { failures as german } from '../../desktop/renderer/words/de/failures.ts'
import { pages as germanPages } from '../../desktop/renderer/words/de/pages.ts'
import { failures as english } from '../../desktop/renderer/words/en/failures.ts'
import { failureText } from '../../desktop/renderer/words/failure-words.ts'
import type { CrawlRun } from '../../shared/crawl.ts'
import type { ErrorParams } from '../../shared/error.ts'
import type { FailureReason } from '../../shared/failure.ts'
import type { SearchAnswer } from '../../shared/knowledge.ts'

const found = (path: string, category: string | null, selected = true): FoundPage => ({
  ...{ url: `https://shop.example${path}`, category, selected, suggested: selected },
  ...{ status: null, title: null, error: null, reason: null, params: null },
})

describe('pages to choose from', () => {
  const all = [found('/blog/a', 'blog'), found('/', null), found('/blog/b', 'blog', false), found('/shop/x', 'shop')]
  const groups = groupPages(all)

  test('stand in groups of at least two: the top level with all single ones, then the largest', () => {
    expect(groups.map(({ name, pages }) => [name, pages.length])).toEqual([
      ['', 2],
      ['blog', 2],
    ])
  })

  test('are seen where their group is open, or where they hold what is searched', () => {
    const seen = (open: string[], wanted: string) =>
      linesOf(groups, new Set(open), wanted).map((line) =>
        line.kind === 'group' ? `[${line.group.name}]` : pathOfPage(line.page.url),
      )
    expect(seen([], '')).toEqual(['[]', '[blog]'])
    expect(seen(['blog'], '')).toEqual(['[]', '[blog]', '/blog/a', '/blog/b'])
    expect(seen([], ' BLOG/b')).toEqual(['[blog]', '/blog/b'])
  })

  test('only what differs from what the server knows is told to it', () => {
    const chosen = new Set(['https://shop.example/blog/b', 'https://shop.example/'])
    expect(changesOf(all, chosen)).toEqual({
      taken: ['https://shop.example/blog/b'],
      left: ['https://shop.example/blog/a', 'https://shop.example/shop/x'],
    })
  })

  test('a path is shown as people read it, and as it is where it is broken', () => {
    expect(pathOfPage('https://shop.example/%C3%BCber?a=1')).toBe('/über?a=1')
    expect(pathOfPage('https://shop.example/%E0%A4%A')).toBe('/%E0%A4%A')
  })
})

describe('the run that is shown', () => {
  const run = (id: string, status: CrawlRun['status'], done = 0, startedAt: number | null = 1): CrawlRun => ({
    ...{ id, status, done, startedAt, trigger: 'api', total: 9, failed: 0, chunks: 0, finishedAt: null },
    ...{ error: null, reason: null, params: null },
  })

  test.each<[string, CrawlRun | null, CrawlRun | undefined, 'read' | 'told']>([
    ['what was told is ahead of what was read', run('a', 'running', 2), run('a', 'running', 5), 'told'],
    ['what was read is ahead', run('a', 'running', 5), run('a', 'running', 2), 'read'],
    ['its end was read', run('a', 'done', 9), run('a', 'running', 8), 'read'],
    ['another began', run('a', 'done', 9), run('b', 'queued', 0, null), 'told'],
    ['another was read, the one before was told of last', run('b', 'running', 1, 5), run('a', 'running', 8), 'read'],
    ['it ended and was told of before another ended', run('b', 'done', 9, 5), run('a', 'running', 8, 1), 'read'],
    ['none was read', null, run('a', 'running', 1), 'told'],
    ['none was told of', run('a', 'done'), undefined, 'read'],
  ])('%s', (_, read, told, shown) => {
    expect(latestRun(read, told)).toBe(shown === 'read' ? read : told)
  })
})

describe('why something was not learned', () => {
  test('is the text of its reason, whatever the sentence', () => {
    const said = (reason: FailureReason | null, params: ErrorParams | null = {}) =>
      [english, german].map((words) => failureText({ reason, params }, 'The sentence.', words))
    expect(said('robots_disallows')).toEqual([english.robots_disallows, german.robots_disallows])
    expect(said('answer_too_large', { bytes: 10_485_760 })).toEqual([
      'It is larger than 10 MB.',
      'Es ist größer als 10 MB.',
    ])
    expect(said('page_forbidden', { status: 403 })).toEqual([
      'The website denies access (status 403).',
      'Die Website verweigert den Zugriff (Status 403).',
    ])
    expect(said('file_columns', { max: 1000 })).toEqual([
      'It has more than 1,000 columns.',
      'Sie hat mehr als 1.000 Spalten.',
    ])
  })

  test('is the sentence without a reason, and with one of a newer server', () => {
    const said = (reason: string | null) => failureText({ reason, params: null }, 'Something new.', german)
    expect([said(null), said('newer'), said('constructor')]).toEqual(Array(3).fill('Something new.'))
  })

  test('a sitemap that cannot be read is named before its reason, unless the sentence names it', () => {
    const notice = { message: 'The sitemap /a could not be read: status 404.', sitemap: '/a', params: { status: 404 } }
    const said = (reason: FailureReason | null) => noticeText({ ...notice, reason }, germanPages, german)
    expect(said('answer_status')).toBe('Die Sitemap /a lässt sich nicht lesen. Die Antwort hat den Status 404.')
    expect(said(null)).toBe(notice.message)
    expect(noticeText({ ...notice, sitemap: null, reason: 'no_sitemap' }, germanPages, german)).toBe(german.no_sitemap)
  })
})

describe('how passages were found', () => {
  const trace = {
    ...{ vector: [], reranked: [], errors: ['The reranker did not answer.'], threshold: 0.4, ms: { keyword: 2 } },
    keyword: [
      { id: 'b', score: 3 },
      { id: 'a', score: 2 },
    ],
    fused: [
      { id: 'a', score: 0.3, relevance: 0.5, duplicate: false },
      { id: 'b', score: 0.2, relevance: 0.3, duplicate: false },
    ],
    // Steps that are read by their form alone.
    corrected: [{ from: 'repiar', to: 'repair' }],
    mystery: [{ id: 'a', score: 1 }],
  } as SearchAnswer['trace']

  test('each step with passages is read, also one that is new; notes and figures by themselves', () => {
    const { stages, notes, figures, times } = readTrace(trace)
    expect(stages.map(({ name }) => name)).toEqual(['keyword', 'fused', 'mystery'])
    expect(notes).toEqual([
      { name: 'errors', texts: ['The reranker did not answer.'] },
      { name: 'corrected', texts: ['repiar → repair'] },
    ])
    expect([figures, times]).toEqual([[['threshold', 0.4]], [['keyword', 2]]])
  })

  test('a passage has its place in each step, and is good enough from the threshold on', () => {
    expect(placesOf('b', readTrace(trace).stages)).toEqual([
      { name: 'keyword', place: 1 },
      { name: 'fused', place: 2 },
    ])
    expect([isGood('a', trace), isGood('b', trace), isGood('c', trace)]).toEqual([true, false, false])
  })
})
