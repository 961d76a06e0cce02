import type { ServerResponse } from 'node:http'
import { type FakeServer, type Seen, startFakeServer } from './fake-server.ts'
import type { World } from './world.ts'

export type Served = {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Responds by itself, however late or badly. */
  answer?(seen: Seen, response: ServerResponse): void
}

/** A third-party website whose pages a test writes. A page with an etag or date answers 304 to a client that has it. */
export type Website = FakeServer & {
  put(path: string, page: Served | string): void
  remove(path: string): void
  /** Removes all pages, and forgets the requests. */
  clear(): void
  /** The paths requested since the last call, in order. */
  asked(): string[]
  /** The website's log since the last call: status and path of each response, in order. */
  log(): string[]
}

export const pageOf = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title} | Shop</title>${head}</head><body><nav><a href="/">Home</a></nav>
  <main><h1>${title}</h1>${body}</main><footer>Shop</footer></body></html>`

export async function startWebsite(): Promise<Website> {
  const pages = new Map<string, Served>()
  let emitted = 0
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
      emitted = server.seen.length
      logged = []
    },
    asked() {
      const paths = server.seen.slice(emitted).map(({ path }) => path)
      emitted = server.seen.length
      return paths
    },
    log() {
      const lines = logged
      logged = []
      return lines
    },
  }
}

/**
 * Advances the clock by `step` milliseconds at a time until the crawl ends, because pages are requested at a limited
 * pace.
 */
export async function runOver(world: World, runId: string, site = 'demo', step = 1000) {
  for (;;) {
    const { run } = (await world.api('GET', `/knowledge/status?site=${site}`)).body
    if (run?.id === runId && !['queued', 'running'].includes(run.status)) return run
    world.clock.move(step)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
