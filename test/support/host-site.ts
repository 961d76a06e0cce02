import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The response of a page of the website. */
export type HostPage = { body: string; headers?: Record<string, string> }

/** A customer's website on its own origin, whose pages a test writes. */
export type HostSite = {
  url: string
  /** Publishes a page. @returns its URL */
  put(path: string, page: HostPage | string): string
  /** Delays every response for this path until the returned function is called. */
  hold(path: string): () => void
  close(): Promise<void>
}

export async function startHostSite(): Promise<HostSite> {
  const pages = new Map<string, HostPage>()
  const held = new Map<string, Promise<void>>()
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host.example')
    await held.get(pathname)
    const page = pages.get(pathname) ?? (pathname === '/favicon.ico' ? { body: '' } : undefined)
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...page?.headers })
    response.end(page?.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    put(path, page) {
      pages.set(path, typeof page === 'string' ? { body: page } : page)
      return `${url}${path}`
    },
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(path, promise)
      return resolve
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
