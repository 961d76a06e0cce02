/**
 * Measures the memory of a server while it crawls a website at its polite pace: `node bench/crawl-memory.ts`, or with
 * fewer pages than 10,000: `node bench/crawl-memory.ts --pages=1000`. `--database=embedded` uses the embedded database.
 * Prints a line after each tenth: the heap after garbage collection, and the memory of the whole process.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { call } from '../test/support/call.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { startServer } from '../test/support/server.ts'
import { startChild } from './child.ts'
import { inspected, openHeap } from './heap.ts'
import { memoryOf } from './sockets.ts'

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '10000' }, database: { type: 'string', default: 'server' } },
})
const pages = Number(values.pages)
const database = values.database === 'embedded' ? 'embedded' : 'server'
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`

async function learnAll(): Promise<void> {
  await using website = await startChild('large-website.ts', [String(pages)])
  const config = {
    ...{ ai: { provider: 'none' }, sites: [{ id: 'bench', website: website.url }] },
    outbound: { allow: [new URL(website.url).host] },
  }
  await using server = await startServer({ runtime: 'node', database, config, env: inspected })
  const heap = await openHeap(server)
  const begun = performance.now()
  const say = async (done: number) => {
    const seconds = Math.round((performance.now() - begun) / 1000)
    const line = `${done} pages, ${seconds} s: heap ${megabytes(await heap.used())}, process ${megabytes(memoryOf(server.pid))}`
    console.log(line)
  }
  await say(0)
  await call(server, 'POST', '/api/v1/knowledge/crawl', {})
  let [said, tenth] = [0, pages / 10]
  for (;;) {
    // Slow enough for the rate limit of a key.
    await wait(2000)
    const { body } = await call(server, 'GET', '/api/v1/knowledge/status')
    if (body.error) throw new Error(`The status cannot be read: ${JSON.stringify(body.error)}`)
    const { status, done, failed, error } = body.run
    if (done >= said + tenth) {
      said = done - (done % tenth)
      await say(done)
    }
    if (status === 'queued' || status === 'running') continue
    if (status !== 'done' || failed > 0) throw new Error(`Not all was learned: ${status}, ${failed} failed, ${error}`)
    break
  }
  heap.close()
}

const postgres = database === 'server' ? await startPostgres() : undefined
if (postgres) process.env.TEST_DATABASE_URL = postgres.url
try {
  await learnAll()
} finally {
  await postgres?.stop()
}
