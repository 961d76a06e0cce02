import type { Body, ChatWorld } from './chat.ts'

/** A page's visitor: the chat and the token that opens it. */
export type Chat = { id: string; token: string; messages: Body[] }

type Sent = {
  body?: unknown
  token?: string
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Another server than the world's own. */
  server?: Pick<ChatWorld, 'url'>
}

/** The origin of the site demo's own pages. */
export const page = 'https://demo.example'

/** Requests a streamed response. */
export const sse = { accept: 'text/event-stream' }

export const at = (id: string, what: string) => `/conversations/${id}/${what}`

/** Calls the routes below /chat like a browser on a page of the site demo. */
export function createPage(world: () => Pick<ChatWorld, 'url'>) {
  const send = (method: string, path: string, { body, token, headers, signal, server = world() }: Sent = {}) =>
    fetch(`${server.url}/chat${path}`, {
      method,
      headers: {
        origin: page,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  const read = async (response: Response): Promise<Body> => await response.json()
  return {
    send,
    read,
    /** Starts a chat, which must succeed. */
    async start(body: Record<string, unknown> = { message: 'Hello' }): Promise<Chat> {
      const response = await send('POST', '/conversations', { body: { site: 'demo', ...body } })
      if (response.status !== 201) throw new Error(`no chat: ${await response.text()}`)
      return await read(response)
    },
    history: async ({ id, token }: Pick<Chat, 'id' | 'token'>) =>
      await read(await send('GET', at(id, 'messages'), { token })),
    /** The stream of a chat's events. */
    follow: ({ id, token }: Pick<Chat, 'id' | 'token'>, headers: Record<string, string> = {}) =>
      send('GET', at(id, 'events'), { token, headers }),
  }
}
