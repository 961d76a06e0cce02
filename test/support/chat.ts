import { isDeepStrictEqual } from 'node:util'
import type { SettingsPatch } from '../../shared/settings.ts'
import { type FakeOllama, startFakeOllama } from './fake-ollama.ts'
import type { Step } from './steps.ts'
import { createWorld, type Reply, type World, type WorldOptions } from './world.ts'

/** A parsed JSON body, whose shape the tests expect. */
export type Body = Reply['body']

export type ServerSentEvent = { event: string; id: string | undefined; data: Body }

/** The events of a stream as they arrive, without comments. */
export async function* eventsOf(response: Response): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of response.body!) {
    text += decoder.decode(part, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const event = field('event')
      if (event) yield { event, id: field('id'), data: JSON.parse(field('data') ?? 'null') }
    }
  }
}

/** The next event of a stream with this name. Fails if the stream ends before. */
export async function nextEvent(stream: AsyncGenerator<ServerSentEvent>, event: string): Promise<ServerSentEvent> {
  for (;;) {
    const { value, done } = await stream.next()
    if (done) throw new Error(`the stream ended without ${event}`)
    if (value.event === event) return value
  }
}

/** All events of a stream until its end. */
export async function allEvents(response: Response): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = []
  for await (const event of eventsOf(response)) events.push(event)
  return events
}

export type ChatWorld = World & {
  model: FakeOllama
  /** What the model writes from now on. */
  says(...steps: Step[]): void
  /** Sends JSON to /api/v1 with a key of the site demo, and returns the response as it arrives. */
  stream(
    path: string,
    body: unknown,
    options?: { signal?: AbortSignal; headers?: Record<string, string> },
  ): Promise<Response>
  /** POSTs JSON to /api/v1 with a key of the site demo. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Saves settings of the site demo, and waits until this server uses them. */
  set(settings: SettingsPatch): Promise<void>
  /** Reads from /api/v1 with a key of the site demo. */
  get(path: string): Promise<Reply>
  /** Starts a conversation over the API, which must succeed. */
  start(body?: Record<string, unknown>): Promise<Body>
  /** Sends a visitor's message over the API. */
  say(id: string, body: Record<string, unknown>, headers?: Record<string, string>): Promise<Reply>
  /** The stored messages of a conversation. */
  stored(id: string): Promise<Body[]>
  /** The public events of a conversation in the log, without its completion, which happens in the background. */
  emitted(id: string): Promise<Body[]>
  /** The completion events of the conversation. */
  completed(id: string): Promise<Body[]>
}

/**
 * A model that writes summaries at any time would disturb the script of tests that move the clock. Completion has its
 * own tests.
 */
export const neverQuiet = { completeAfterMinutes: 100_000 }
/** For a world in which conversations complete after the default time. */
export const quietAsUsual = { completeAfterMinutes: 5 }

/** A server whose replies a scripted model writes. */
export async function createChatWorld(options: WorldOptions = {}): Promise<ChatWorld> {
  const model = await startFakeOllama()
  const world = await createWorld({
    ...options,
    // Several at a time: a reply that a test leaves unfinished must not hold up the next test.
    file: { ai: { provider: 'ollama', concurrency: 4 }, timings: neverQuiet, ...options.file },
    environment: { OLLAMA_HOST: model.url, ...options.environment },
  })
  model.script(() => [{ text: 'All is well.' }])
  const key = await world.key(undefined, { ratePerMinute: 100_000 })
  return {
    ...world,
    model,
    says: (...steps) => model.script(() => steps),
    stream: (path, body, { signal, headers = {} } = {}) =>
      fetch(`${world.url}/api/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...headers,
        },
        body: JSON.stringify(body),
        ...(signal ? { signal } : {}),
      }),
    ...talking(world, key),
    async set(settings) {
      await world.api('PUT', '/settings', { key, body: { settings } })
      await settled(world, settings)
    },
    async close() {
      await world.close()
      await model.close()
    },
  }
}

function talking(world: World, key: string) {
  const get = (path: string) => world.api('GET', path, { key })
  const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    world.api('POST', path, { key, body, headers })
  const eventsOfChat = async (id: string, isWanted: (type: string) => boolean): Promise<Body[]> => {
    const { items } = (await get('/events?limit=500')).body
    return items.filter(({ type, data }: Body) => data.conversationId === id && isWanted(type))
  }
  return {
    get,
    post,
    async start(body: Record<string, unknown> = { message: 'Hello' }) {
      const reply = await post('/conversations', body)
      if (reply.status !== 201) throw new Error(`no conversation: ${JSON.stringify(reply.body)}`)
      return reply.body
    },
    say: (id: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
      post(`/conversations/${id}/messages`, body, headers),
    stored: async (id: string) => (await get(`/conversations/${id}`)).body.messages,
    emitted: (id: string) => eventsOfChat(id, (type) => type !== 'conversation.completed'),
    completed: (id: string) => eventsOfChat(id, (type) => type === 'conversation.completed'),
  }
}

/** Waits until this server uses these settings of the site demo, whichever server saved them. */
export const settled = (world: World, settings: SettingsPatch): Promise<void> =>
  until(async () => holds((await world.services.sites.find('demo'))?.settings, settings))

function holds(all: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return isDeepStrictEqual(all, wanted)
  return Object.entries(wanted).every(([name, value]) => holds((all as Record<string, unknown>)[name], value))
}

/** The maximum pause between two checks, in milliseconds. */
const maxPause = 8

/** Waits until this holds, for work that another part of the server does in its own time. Fails after 20 seconds. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const begun = performance.now()
  // Polling without a pause would take processor time from what is awaited.
  for (let pause = 1; !(await holds()); pause = Math.min(2 * pause, maxPause)) {
    if (performance.now() - begun > 20_000) throw new Error('it did not come to hold')
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
