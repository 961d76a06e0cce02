import type { Mounting } from '../mounting.ts'
import { asCallError, CallError, readError } from './call-error.ts'
import { readEvents, type StreamEvent } from './event-stream.ts'
import type { Machine } from './machine.ts'

/** The id and token of a conversation. */
export type Access = { id: string; token: string }

/** A silent call is cancelled after this time. The server's event stream has a heartbeat every twenty seconds. */
const callTimeout = 30_000
const streamTimeout = 65_000
/** For the end of a response that nobody waits for. */
const restTimeout = 5_000
/** A model may think for a while before its first word. */
const replyTimeout = 180_000

type Options = {
  access?: Access
  body?: unknown
  accept?: string
  lastEventId?: string | undefined
  signal?: AbortSignal
  /** Continues when the page is left. */
  keepalive?: boolean
}

export type Calls = ReturnType<typeof createCalls>

type Server = Pick<Mounting, 'api' | 'natives'>

/** The routes of the chat. Each throws a CallError. */
export function createCalls(way: Server, machine: Machine) {
  const { parse } = way.natives
  const text = async (path: string, options: Options): Promise<string> => {
    const watch = createWatch(machine, callTimeout, options.signal)
    try {
      return await (await open(way, path, watch, options)).text()
    } catch (error) {
      throw asCallError(error)
    } finally {
      watch.end()
    }
  }
  const json = async (path: string, options: Options): Promise<unknown> => {
    const answer = readJson(await text(path, options), parse)
    if (answer === undefined) throw new CallError('network', 'the answer is no JSON')
    return answer
  }
  async function* events(path: string, timeout: number, options: Options): AsyncGenerator<StreamEvent> {
    const watch = createWatch(machine, timeout, options.signal)
    try {
      const { headers, body } = await open(way, path, watch, { ...options, accept: 'text/event-stream' })
      const isStream = headers.get('content-type')?.startsWith('text/event-stream')
      if (!isStream || !body) {
        watch.abort()
        throw new CallError('network', 'the answer is no stream')
      }
      yield* readEvents(body, parse, watch, machine.turn)
    } catch (error) {
      watch.end()
      throw asCallError(error)
    }
  }
  return {
    start: (body: unknown) => json(all, { body }),
    begin: (body: unknown, signal: AbortSignal) => events(all, replyTimeout, { body, signal }),
    resume: (body: unknown) => json('/resume', { body }),
    history: (access: Access) => json(at(access, 'messages'), { access }),
    file: async (access: Access, id: string) => {
      const watch = createWatch(machine, streamTimeout)
      try {
        return await (await open(way, at(access, `files/${encodeURIComponent(id)}`), watch, { access })).blob()
      } finally {
        watch.end()
      }
    },
    transcript: (access: Access) => text(at(access, 'transcript'), { access }),
    post: (access: Access, what: string, body: unknown = {}) =>
      json(at(access, what), { access, body, keepalive: true }),
    send: (access: Access, body: unknown, signal: AbortSignal) =>
      events(at(access, 'messages'), replyTimeout, { access, body, signal }),
    follow: (access: Access, lastEventId: string | undefined, signal: AbortSignal) =>
      events(at(access, 'events'), streamTimeout, { access, lastEventId, signal }),
  }
}

const all = '/conversations'
const at = ({ id }: Access, what: string) => `${all}/${encodeURIComponent(id)}/${what}`

/** @throws a CallError for an error status, and errors of `fetch` */
async function open({ api, natives }: Server, path: string, watch: Watch, options: Options): Promise<Response> {
  const { access, body, accept, lastEventId, keepalive = false } = options
  const isPost = body !== undefined
  const response = await natives.fetch(`${api}/chat${path}`, {
    method: isPost ? 'POST' : 'GET',
    headers: {
      ...(access && { authorization: `Bearer ${access.token}` }),
      ...(isPost && { 'content-type': 'application/json' }),
      ...(accept && { accept }),
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
    ...(isPost && { body: natives.stringify(body) }),
    signal: watch.signal,
    credentials: 'omit',
    cache: 'no-store',
    keepalive,
  })
  watch.received()
  if (response.ok) return response
  throw readError(readJson(await response.text(), natives.parse), response.status)
}

/** Undefined if the text is no JSON. */
export function readJson(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

type Watch = ReturnType<typeof createWatch>

/** Aborts after this long without data, or when the caller does. */
function createWatch(machine: Machine, timeout: number, signal?: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let cancel = machine.after(timeout, abort)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    received() {
      cancel()
      cancel = machine.after(timeout, abort)
    },
    leaving() {
      cancel()
      cancel = machine.after(restTimeout, abort)
    },
    abort,
    // Without aborting, because right after the last byte a browser would still count the request as cancelled.
    end() {
      cancel()
      signal?.removeEventListener('abort', abort)
    },
  }
}
