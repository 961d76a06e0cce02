import type { Mounting } from '../mounting.ts'
import { asCallError, CallError, readRefusal } from './call-error.ts'
import { type Heard, readEvents } from './event-stream.ts'
import type { Machine } from './machine.ts'

/** What opens a conversation. */
export type Access = { id: string; token: string }

/** A call that says nothing for so long is given up; the server's events beat every twenty seconds. */
const patience = 30_000
const streamPatience = 65_000
/** The end of an answer that nobody waits for. */
const restPatience = 5_000
/** A model may think for a while before its first word. */
const replyPatience = 180_000

type Options = {
  access?: Access
  body?: unknown
  accept?: string
  lastEventId?: string | undefined
  signal?: AbortSignal
  /** Goes on when the page is left. */
  keepalive?: boolean
}

export type Calls = ReturnType<typeof createCalls>

type Way = Pick<Mounting, 'api' | 'natives'>

/** The routes of the chat. Each throws a CallError. */
export function createCalls(way: Way, machine: Machine) {
  const { parse } = way.natives
  const text = async (path: string, options: Options): Promise<string> => {
    const watch = createWatch(machine, patience, options.signal)
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
  async function* events(path: string, longest: number, options: Options): AsyncGenerator<Heard> {
    const watch = createWatch(machine, longest, options.signal)
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
    start: (body: unknown) => json('', { body }),
    begin: (body: unknown, signal: AbortSignal) => events('', replyPatience, { body, signal }),
    history: (access: Access) => json(at(access, 'messages'), { access }),
    transcript: (access: Access) => text(at(access, 'transcript'), { access }),
    post: (access: Access, what: string, body: unknown = {}) =>
      json(at(access, what), { access, body, keepalive: true }),
    send: (access: Access, body: unknown, signal: AbortSignal) =>
      events(at(access, 'messages'), replyPatience, { access, body, signal }),
    follow: (access: Access, lastEventId: string | undefined, signal: AbortSignal) =>
      events(at(access, 'events'), streamPatience, { access, lastEventId, signal }),
  }
}

const at = ({ id }: Access, what: string) => `/${encodeURIComponent(id)}/${what}`

/** @throws a CallError for a status that is no success, and what `fetch` throws */
async function open({ api, natives }: Way, path: string, watch: Watch, options: Options): Promise<Response> {
  const { access, body, accept, lastEventId, keepalive = false } = options
  const isPost = body !== undefined
  const response = await natives.fetch(`${api}/chat/conversations${path}`, {
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
  watch.heard()
  if (response.ok) return response
  throw readRefusal(readJson(await response.text(), natives.parse), response.status)
}

function readJson(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

type Watch = ReturnType<typeof createWatch>

/** Aborts when nothing was heard for so long, or when the caller does. */
function createWatch(machine: Machine, longest: number, signal?: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let cancel = machine.after(longest, abort)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    heard() {
      cancel()
      cancel = machine.after(longest, abort)
    },
    leaving() {
      cancel()
      cancel = machine.after(restPatience, abort)
    },
    abort,
    // Without an abort: right after the last byte a browser would still count it as a cancelled request.
    end() {
      cancel()
      signal?.removeEventListener('abort', abort)
    },
  }
}
