/**
 * How fast a website is learned: fetching pages, reading them, cutting passages, and storing each page in a
 * transaction.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../server/core/clock.ts'
import { silentLog } from '../server/core/log.ts'
import type { Reader } from '../server/core/reader.ts'
import { createIsolatedReader } from '../server/features/knowledge/reading/isolated.ts'
import { type Crawling, createCrawling } from '../test/support/crawling.ts'
import { pageOf } from '../test/support/website.ts'
import { interleave, type Line, type Row } from './row.ts'
import { random, wordsOf } from './texts.ts'

/** Pages learned per round. */
const pages = 200
const atOnce = 2

/** A page of about 700 words in ten parts. */
function writePages(count: number): string[] {
  const next = random(count)
  const word = wordsOf(20_000, next)
  const words = (many: number) => Array.from({ length: many }, word).join(' ')
  const part = () => `<h2>${words(4)}</h2><p>${words(40)}.</p><p>${words(30)}.</p>`
  return Array.from({ length: count }, () => pageOf(words(5), Array.from({ length: 10 }, part).join('')))
}

/** The goal is the maximum pace at which a website is crawled. */
async function measureCrawl(): Promise<Line[]> {
  const crawling = await createCrawling()
  const reader = createIsolatedReader(systemClock, silentLog)
  try {
    const perSecond = async (learn: (paths: string[]) => Promise<void>) => {
      await crawling.clear()
      const paths = writePages(pages).map((page, at) => {
        crawling.website.put(`/page/${at}`, page)
        return `/page/${at}`
      })
      const begun = performance.now()
      await learn(paths)
      return (1000 * pages) / (performance.now() - begun)
    }
    const kept = await interleave(
      () => perSecond((paths) => readAlone(crawling.website.url, paths, reader)),
      () => perSecond((urls) => learn(crawling, urls)),
    )
    const what = `learning a website, pages a second; the floor fetches and reads them and keeps nothing`
    return [{ what, database: 'Postgres', unit: '/s', ...kept, goal: { of: 'ours', bound: 'least', value: 10 } }]
  } finally {
    await reader.close()
    await crawling.close()
  }
}

async function readAlone(website: string, paths: string[], reader: Reader): Promise<void> {
  const left = [...paths]
  const readOn = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop())
      await reader.readPage(await (await fetch(website + path)).text(), website + path)
  }
  await Promise.all(Array.from({ length: atOnce }, readOn))
}

/** The clock runs fast, so that the work is measured, not the polite pace. */
async function learn({ world, post, get }: Crawling, urls: string[]): Promise<void> {
  const { status, body } = await post('/knowledge/crawl', { urls })
  if (status !== 202) throw new Error(`The crawl did not begin: ${JSON.stringify(body)}`)
  for (let at = 0; ; at++) {
    world.clock.move(100)
    await wait(4)
    if (at % 20 > 0) continue
    const { run } = (await get('/knowledge/status')).body
    if (run.id !== body.runId || !['done', 'failed'].includes(run.status)) continue
    if (run.failed > 0 || run.done < urls.length) throw new Error(`Not all was learned: ${JSON.stringify(run)}`)
    return
  }
}

export const crawl: Row[] = [{ name: 'crawl', measure: measureCrawl }]
