import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createCrawling, paragraph } from './support/crawling.ts'
import { fileRead, sendFile } from './support/files.ts'
import { patience } from './support/live.ts'
import { pageOf } from './support/website.ts'

const { website, world, key, post, crawl, pages, clear, close } = await createCrawling()
const { sql } = world.services.database
beforeEach(clear)
afterAll(close)

test('a run that fails five times for a reason of the server itself ends as failed, and the next one works', async () => {
  website.put('/', pageOf('Welcome', paragraph('The shop')))
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$`
  await sql`
    create trigger refuse before update on crawl_runs for each row when (new.status = 'running') execute function refuse()`
  const { run } = await crawl({}, 60_000)
  await sql`drop function refuse cascade`
  expect(run).toMatchObject({ status: 'failed', done: 0, reason: 'crawl_gave_up', params: { times: 5 } })
  expect((await crawl()).run).toMatchObject({ status: 'done', done: 1 })
  expect((await pages())['/']?.status).toBe('indexed')
})

test('a file that fails four times for a reason of the server itself ends as an error, and the next one is read', async () => {
  const reading = vi.spyOn(world.services.reader, 'readFile').mockRejectedValue(new Error('out of order'))
  const send = async (name: string) => (await sendFile(world, { name, bytes: 'A dry haircut.', key })).body.id
  const first = await send('a.txt')
  await expect.poll(() => reading.mock.calls.length, patience).toBe(1)
  const next = await send('b.txt')
  for (const pause of [1_000, 10_000, 60_000]) {
    const { length } = reading.mock.calls
    world.clock.move(pause)
    await expect.poll(() => reading.mock.calls.length, patience).toBeGreaterThan(length)
  }
  reading.mockRestore()
  expect(await fileRead(world, first)).toMatchObject({ status: 'error', reason: 'file_gave_up', params: { times: 4 } })
  expect(await fileRead(world, next)).toMatchObject({ status: 'indexed' })
})

test('the pages of a website without a sitemap are not suggested while its first page cannot be read, and why', async () => {
  website.put('/', { status: 500 })
  const { status, body } = await post('/knowledge/discover')
  expect(status).toBe(200)
  expect(body).toMatchObject({ reachable: true, sitemaps: [], urls: [{ url: `${website.url}/` }] })
  expect(body.warnings).toEqual([
    expect.stringMatching(/^There is no sitemap, and the first page could not be read\. ./),
  ])
})
