import type { ServerResponse } from 'node:http'
import { type FakeServer, type Seen, startFakeServer } from './fake-server.ts'
import type { World } from './world.ts'

export type Served = {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Answers by itself, however late or badly. */
  answer?(seen: Seen, response: ServerResponse): void
}

/** A website of somebody else's, whose pages a test writes. A page with an edition or a date answers 304 to who has that. */
export type Website = FakeServer & {
  put(path: string, page: Served | string): void
  remove(path: string): void
  /** Takes every page away, and forgets what was asked for. */
  clear(): void
  /** The paths that were asked for since the last call, in their order. */
  asked(): string[]
  /** What its own log says since the last call: the status and path of each answer, in their order. */
  log(): string[]
}

export const pageOf = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title} | Shop</title>${head}</head><body><nav><a href="/">Home</a></nav>
  <main><h1>${title}</h1>${body}</main><footer>Shop</footer></body></html>`

export async function startWebsite(): Promise<Website> {
  const pages = new Map<string, Served>()
  let told = 0
  let logged: string[] = []
  const server = await startFakeServer((seen, response) => {
    const page = pages.get(seen.path)
    response.on('finish', () => logged.push(`${response.statusCode} ${seen.path}`))
    if (page?.answer) return page.answer(seen, response)
    const headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8', ...page?.headers }
    const isKnown =
      (headers.etag !== undefined && seen.headers['if-none-match'] === headers.etag) ||
      (headers['last-modified'] !== undefined && seen.headers['if-modified-since'] === headers['last-modified'])
    if (isKnown) response.writeHead(304).end()
    else response.writeHead(page ? (page.status ?? 200) : 404, headers).end(page?.body)
  })
  return {
    ...server,
    put: (path, page) => void pages.set(path, typeof page === 'string' ? { body: page } : page),
    remove: (path) => void pages.delete(path),
    clear() {
      pages.clear()
      told = server.seen.length
      logged = []
    },
    asked() {
      const paths = server.seen.slice(told).map(({ path }) => path)
      told = server.seen.length
      return paths
    },
    log() {
      const lines = logged
      logged = []
      return lines
    },
  }
}

/** Moves the clock on until the run is over, `step` milliseconds at a time, as pages are asked for at a measured pace. */
export async function runOver(world: World, runId: string, site = 'demo', step = 1000) {
  for (;;) {
    const { run } = (await world.api('GET', `/knowledge/status?site=${site}`)).body
    if (run?.id === runId && !['queued', 'running'].includes(run.status)) return run
    world.clock.move(step)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
