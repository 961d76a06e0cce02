import type { Server } from './server.ts'
import { createValidator } from './validate.ts'

/** An answer that was read to its end. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there
export type Reply = { status: number; headers: Headers; body: any }

type Sent = { body?: unknown; token?: string; headers?: Record<string, string>; signal?: AbortSignal }

/** Asks for a streamed answer. */
export const sse = { accept: 'text/event-stream' }

/** Of what the first server serves: that hangs on the program alone, and takes it half a second. */
let validator: Promise<ReturnType<typeof createValidator>> | undefined

/** Speaks to a server over HTTP alone: as a program with the admin key, and as one of the product's own pages. */
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
  /** An answer of the API as it comes. */
  const api = (method: string, path: string, sent: Sent = {}) =>
    send(method, `/api/v1${path}`, { token: adminKey, ...sent })
  const document = async () => createValidator((await read(await api('GET', '/openapi.json'))).body)
  /** The answer of the API, which has to be what the served document says. */
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
    /** What a page of the product's own sends below /chat, with the token of its chat where it has one. */
    chat: (method: string, path: string, sent: Sent = {}) =>
      send(method, `/chat${path}`, { ...sent, headers: { origin: url, ...sent.headers } }),
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
      call('POST', path, { body, headers }),
    /** The messages of a conversation as they are stored, the oldest first. */
    stored: async (id: string): Promise<Reply['body'][]> => (await call('GET', `/conversations/${id}`)).body.messages,
  }
}

export type Client = ReturnType<typeof createClient>

export async function read(response: Response): Promise<Reply> {
  const text = await response.text()
  const body = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, headers: response.headers, body }
}
