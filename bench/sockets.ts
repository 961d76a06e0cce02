import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type Child, startChild } from './child.ts'
import { type Frontdesk, startFrontdesk } from './frontdesk.ts'
import { createTextReader, openRaw } from './raw-socket.ts'
import type { Answer, Command } from './socket-clients.ts'

/** Clients of one server, in their own process. */
export type Clients = { send(command: Command): Promise<Answer>; [Symbol.asyncDispose](): Promise<void> }

export async function startClients(): Promise<Clients> {
  const child = await startChild('socket-clients.ts')
  return {
    async send(command) {
      const answered = once(child.process, 'message') as Promise<[Answer]>
      child.process.send(command)
      return (await answered)[0]
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  }
}

/** A Frontdesk whose clients follow everything, and a bare `ws`. */
export type Sides = { desk: Frontdesk; bare: Child; token: string; url: { desk: string; bare: string } }

export async function startSides(): Promise<Sides & AsyncDisposable> {
  const desk = await startFrontdesk()
  const bare = await startChild('bare-sockets.ts')
  return {
    desk,
    bare,
    token: tokenOf(desk),
    url: { desk: socketOf(desk), bare: bare.url },
    async [Symbol.asyncDispose]() {
      await bare[Symbol.asyncDispose]()
      await desk[Symbol.asyncDispose]()
    },
  }
}

export const tokenOf = (desk: Frontdesk): string =>
  String(desk.api('/me').headers?.authorization).replace('Bearer ', '')

export const socketOf = ({ server }: Frontdesk): string => `${server.url}/trpc?connectionParams=1`

/** The first messages of a tRPC client. The clients replace `$last`. */
export const firstTexts = (token: string, lastEventId?: string): string[] => [
  JSON.stringify({ method: 'connectionParams', data: { token } }),
  JSON.stringify({
    id: 1,
    method: 'subscription',
    params: { path: 'events', input: { site: 'bench' }, ...(lastEventId ? { lastEventId } : {}) },
  }),
]

const data = {
  message: 'Something of about the length of an ordinary message of a visitor, as they come all day long.',
}

/** Appends events to the log at once, like another server that notifies this one. */
export async function appendEvents({ sql }: Frontdesk, count: number): Promise<void> {
  const entry = sql.json({ site: 'bench', type: 'test.ping', data, at: Date.now() })
  await sql`
    select append_events((select jsonb_agg(${entry}::jsonb) from generate_series(1, ${count}::int))),
      pg_notify('frontdesk_events', 'bench')`
}

/** The position of the last event. */
export async function lastPlace({ sql }: Frontdesk): Promise<number> {
  const [{ seq }] = await sql<[{ seq: number }]>`select max(seq) as seq from events`
  return seq
}

export const idOf = (place: number): string => `evt_${String(place).padStart(16, '0')}`

/** The text of one event as a subscriber receives it. */
export async function textOfEvent({ desk, token, url }: Sides): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const ready = Promise.withResolvers<void>()
  const read = createTextReader((text) => {
    if (text.includes('"subscribed"')) ready.resolve()
    if (text.includes('"test.ping"')) resolve(text)
  })
  const raw = await openRaw(url.desk, read)
  for (const text of firstTexts(token)) raw.send(text)
  await ready.promise
  await appendEvents(desk, 1)
  const text = await promise
  raw.stream.destroy()
  return text
}

/** Length in bytes of a server's frame with this text. */
export const frameLength = (text: string): number => {
  const length = Buffer.byteLength(text)
  return length + (length < 126 ? 2 : length < 65_536 ? 4 : 10)
}

/** The resident memory of a process, in bytes. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
