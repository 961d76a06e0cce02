import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { latestRun } from '../../desktop/renderer/live/knowledge-run.ts'
import {
  changesOf,
  type FoundPage,
  groupPages,
  linesOf,
  pathOfPage,
} from '../../desktop/renderer/screens/knowledge/choice.ts'
import { isGood, placesOf, readTrace } from '../../desktop/renderer/screens/knowledge/search-trace.ts'
import { whyFile } from '../../desktop/renderer/screens/knowledge/why-file.ts'
import { files as german } from '../../desktop/renderer/words/de/files.ts'
import { pages } from '../../desktop/renderer/words/en/pages.ts'
import { whyWords } from '../../desktop/renderer/words/page-faults.ts'
import type { CrawlRun } from '../../shared/crawl.ts'
import type { SearchAnswer } from '../../shared/knowledge.ts'

const found = (path: string, category: string | null, selected = true): FoundPage => ({
  ...{ url: `https://shop.example${path}`, category, selected, suggested: selected },
  ...{ status: null, title: null, error: null },
})

describe('pages to choose from', () => {
  const all = [found('/blog/a', 'blog'), found('/', null), found('/blog/b', 'blog', false), found('/shop/x', 'shop')]
  const groups = groupPages(all)

  test('stand in groups: the top level, then the largest', () => {
    expect(groups.map(({ name, pages }) => [name, pages.length])).toEqual([
      ['', 1],
      ['blog', 2],
      ['shop', 1],
    ])
  })

  test('are seen where their group is open, or where they hold what is searched', () => {
    const seen = (open: string[], wanted: string) =>
      linesOf(groups, new Set(open), wanted).map((line) =>
        line.kind === 'group' ? `[${line.group.name}]` : pathOfPage(line.page.url),
      )
    expect(seen([], '')).toEqual(['[]', '[blog]', '[shop]'])
    expect(seen(['blog'], '')).toEqual(['[]', '[blog]', '/blog/a', '/blog/b', '[shop]'])
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
    ...{ id, status, done, startedAt, trigger: 'api', total: 9, failed: 0, chunks: 0, error: null, finishedAt: null },
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

describe('why a page is not learned', () => {
  test.each([
    ['The website’s robots.txt does not let it be read.', pages.why.robots],
    ['The page asks not to be learned.', pages.why.noindex],
    ['The answer is larger than 10485760 bytes.', 'It is larger than 10 MB.'],
    ['The server answers with the status 500.', 'It answers with the status 500.'],
    ['The server does not let it be read.', 'The website denies access (status 403).'],
    ['There is no host shop.example (ENOTFOUND).', 'The host shop.example does not exist.'],
    ['There is no host shop.example.', 'The host shop.example does not exist.'],
    ['It is no page but image/gif.', 'It is not a page but image/gif.'],
    ['shop.example did not answer wholly within 30 s.', pages.why.slow],
    [
      'The website cannot be read. Its robots.txt answers with the status 503.',
      'The website cannot be read. Its robots.txt answers with the status 503.',
    ],
    ['Something that is new', 'Something that is new'],
  ])('%s', (said, words) => {
    expect(whyWords(said, pages.why, { httpStatus: 403 })).toBe(words)
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

describe('why a file was not learned', () => {
  test('is told in the words of the screen, whatever the server may say of it', () => {
    const sources = globSync('server/features/knowledge/{reading,files}/*.ts').map((file) => readFileSync(file, 'utf8'))
    const said = sources.flatMap((text) =>
      [...text.matchAll(/new Unreadable\(\s*(?:type === 'pdf' \? )?(['`])(.+?)\1/g)].map(([, , words = '']) =>
        words.replace(/\$\{[^}]+\}/g, '1,000'),
      ),
    )
    expect(said.length).toBeGreaterThan(8)
    const known = said.map((words) => whyFile(words, german.why))
    expect(known.filter((words, place) => words === said[place])).toEqual([])
    expect(whyFile('It has more than 500 columns.', german.why)).toBe('Sie hat mehr als 500 Spalten.')
    expect(whyFile('Something new.', german.why)).toBe('Something new.')
  })
})
