import type { Server } from './server.ts'
import { createValidator } from './validate.ts'

/** A response that was read completely. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there
export type Reply = { status: number; headers: Headers; body: any }

type Sent = { body?: unknown; token?: string; headers?: Record<string, string>; signal?: AbortSignal }

/** Requests a streamed response. */
export const sse = { accept: 'text/event-stream' }

/** From the first server's document. It depends only on the program, and creating it takes half a second. */
let validator: Promise<ReturnType<typeof createValidator>> | undefined

/** Calls a server only over HTTP: as a program with the admin key, and as one of the product's own pages. */
export function createClient({ url, adminKey }: Pick<Server, 'url' | 'adminKey'>) {
  const send = (method: string, path: string, { body, token, headers, signal }: Sent) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  /** A response of the API as it arrives. */
  const api = (method: string, path: string, sent: Sent = {}) =>
    send(method, `/api/v1${path}`, { token: adminKey, ...sent })
  const document = async () => createValidator((await read(await api('GET', '/openapi.json'))).body)
  /** The response of the API, which must match the served document. */
  const call = async (method: string, path: string, sent: Sent = {}): Promise<Reply> => {
    const reply = await read(await api(method, path, sent))
    validator ??= document()
    const faults = (await validator)({ method, path, ...reply })
    if (faults.length > 0) throw new Error(faults.join('\n'))
    return reply
  }
  return {
    api,
    call,
    /** A request of the product's own page below /chat, with the token of its chat if it has one. */
    chat: (method: string, path: string, sent: Sent = {}) =>
      send(method, `/chat${path}`, { ...sent, headers: { origin: url, ...sent.headers } }),
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
      call('POST', path, { body, headers }),
    /** The stored messages of a conversation, oldest first. */
    stored: async (id: string): Promise<Reply['body'][]> => (await call('GET', `/conversations/${id}`)).body.messages,
  }
}

export type Client = ReturnType<typeof createClient>

export async function read(response: Response): Promise<Reply> {
  const text = await response.text()
  const body = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, headers: response.headers, body }
}
