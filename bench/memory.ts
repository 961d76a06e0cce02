import { setTimeout as wait } from 'node:timers/promises'
import { call } from '../test/support/call.ts'
import { type Server, type ServerOptions, startServer } from '../test/support/server.ts'
import { startChild } from './child.ts'
import { type MemoryWatch, processorTimeOf, watchMemory } from './process-memory.ts'
import type { Line, Row } from './row.ts'

const pages = 1200
const restSeconds = 60

/** With the demo and its history, as `npm start` runs it. */
const asStarted = { runtime: 'node', asStarted: true, fresh: true, env: { DEMO_HISTORY: undefined } } as const

const lineOf = (what: string, database: string, megabytes: number, most: number): Line => ({
  ...{ what, database, unit: 'MB', floor: [], ours: [megabytes] },
  goal: { of: 'ours', bound: 'most', value: most },
})

/** Waits until the server has used less than a twentieth of a processor for five seconds. */
async function settle({ pid }: Server): Promise<void> {
  for (;;) {
    const before = processorTimeOf(pid)
    await wait(5000)
    if (processorTimeOf(pid) - before < 25) return
  }
}

/** The peak of a start with all that it begins, and the memory when it has had nothing to do for a minute. */
async function measureStart(server: Server, watch: MemoryWatch) {
  await settle(server)
  await wait(restSeconds * 1000)
  watch.stop()
  return { rest: watch.now(), peak: watch.peak() }
}

async function measureStarts(options: ServerOptions) {
  // Watched from the beginning, because the peak of a first start is before its ready line.
  const watches: MemoryWatch[] = []
  const onStart = (pid: number) => void watches.push(watchMemory(pid))
  await using server = await startServer({ ...options, onStart })
  const first = await measureStart(server, watches[0]!)
  await server.restart()
  const second = await measureStart(server, watches[1]!)
  return { first, second }
}

async function measureLearning(database: 'embedded' | 'server'): Promise<number> {
  await using website = await startChild('large-website.ts', [String(pages)])
  const config = {
    ...{ ai: { provider: 'none' }, sites: [{ id: 'bench', website: website.url }] },
    outbound: { allow: [new URL(website.url).host] },
  }
  await using server = await startServer({ ...asStarted, database, config, fresh: false })
  const watch = watchMemory(server.pid)
  await call(server, 'POST', '/api/v1/knowledge/crawl', {})
  for (;;) {
    // Slow enough for the rate limit of a key.
    await wait(2000)
    const { body } = await call(server, 'GET', '/api/v1/knowledge/status')
    if (['queued', 'running'].includes(body.run.status)) continue
    if (body.run.status !== 'done') throw new Error(`Not all was learned: ${JSON.stringify(body.run)}`)
    watch.stop()
    return watch.peak()
  }
}

/** The whole service: the server's process and the processes that it starts. A Postgres server is not counted. */
async function measureMemory(): Promise<Line[]> {
  const embedded = await measureStarts({ ...asStarted, database: 'embedded' })
  const server = await measureStarts({ ...asStarted, database: 'server' })
  return [
    lineOf('memory of the first start with the demo, peak', 'embedded', embedded.first.peak, 500),
    lineOf(`memory after ${restSeconds} s without work`, 'embedded', embedded.first.rest, 350),
    lineOf('memory of the second start, peak', 'embedded', embedded.second.peak, 500),
    lineOf(`memory after ${restSeconds} s without work`, 'embedded', embedded.second.rest, 350),
    lineOf(`memory while ${pages} pages are learned, peak`, 'embedded', await measureLearning('embedded'), 600),
    lineOf('memory of the first start with the demo, peak', 'server', server.first.peak, 350),
    lineOf('memory of the second start, peak', 'server', server.second.peak, 350),
    lineOf(`memory after ${restSeconds} s without work`, 'server', server.second.rest, 160),
    lineOf(`memory while ${pages} pages are learned, peak`, 'server', await measureLearning('server'), 350),
  ]
}

export const memory: Row[] = [
  {
    name: 'memory',
    lacking: () => (process.platform === 'linux' ? undefined : 'only Linux reports the memory of processes'),
    measure: measureMemory,
  },
]
