import type { Server } from './server.ts'
import type { Reply } from './world.ts'

/** Sends JSON to a path of the server, with its admin key by default, and reads the response. */
export async function call(
  server: Pick<Server, 'url' | 'adminKey'>,
  method: string,
  path: string,
  body?: unknown,
  key = server.adminKey,
): Promise<Pick<Reply, 'status' | 'body'>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const sent = body === undefined ? null : JSON.stringify(body)
  const response = await fetch(server.url + path, { method, headers, body: sent })
  return { status: response.status, body: await response.json() }
}
