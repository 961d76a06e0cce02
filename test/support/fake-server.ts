import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to a fake server. */
export type Seen = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
  /** The client's port, which is the same for two requests over one connection. */
  clientPort: number | undefined
  /** The parsed body if it is JSON. */
  json: Record<string, unknown>
  /** Resolves with `performance.now()` when the client disconnected before its response was complete. */
  left: Promise<number>
}

export type FakeServer = {
  url: string
  port: number
  /** All requests, in order of arrival. */
  seen: Seen[]
  /** The next request, from now on, whose path begins with this. */
  next(path?: string): Promise<Seen>
  /** Stops it and closes all connections. */
  close(): Promise<void>
}

/** Starts a server on 127.0.0.1 that records its requests; port 0 is any free one. */
export async function startFakeServer(
  answer: (seen: Seen, response: ServerResponse) => Promise<void> | void,
  port = 0,
): Promise<FakeServer> {
  const seen: Seen[] = []
  const waiting = new Set<(one: Seen) => boolean>()
  const server = createServer(async (request, response) => {
    const one = await readRequest(request, response)
    seen.push(one)
    for (const take of waiting) if (take(one)) waiting.delete(take)
    await answer(one, response)
  })
  // Clients close idle connections. Otherwise, on a busy machine, one would end during the next request.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    seen,
    next: (path = '/') =>
      new Promise((resolve) => {
        waiting.add((one) => {
          const fits = one.path.startsWith(path)
          if (fits) resolve(one)
          return fits
        })
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readRequest(request: IncomingMessage, response: ServerResponse): Promise<Seen> {
  const left = new Promise<number>((resolve) => {
    response.once('close', () => {
      if (!response.writableFinished) resolve(performance.now())
    })
  })
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString('utf8')
  const { method = 'GET', url = '/', headers } = request
  const clientPort = request.socket.remotePort
  return { method, path: url, headers, body, clientPort, json: readJson(body), left }
}

function readJson(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
