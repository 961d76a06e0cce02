import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { type Child, startChild } from './child.ts'
import { type Frontdesk, startFrontdesk } from './frontdesk.ts'
import { inspected, memoryWithoutGarbage } from './heap.ts'
import { send } from './load.ts'
import { interleave, type Line, type Row } from './row.ts'
import type { StreamCommand } from './stream-clients.ts'

const count = 2_000
/** The maximum per address, and per minute, with some reserve. */
const ofAddress = 20
const settle = 1_500
const database = 'Postgres'

type Chat = { id: string; token: string; address: string }

/** Visitors with open chats: the memory of each, and the time until each has received an event of their chat. */
async function measureVisitors(): Promise<Line[]> {
  await using desk = await startFrontdesk({ provider: 'none' }, { TRUST_PROXY: '127.0.0.1', ...inspected })
  await using bare = await startChild('bare-streams.ts')
  const chats = await startChats(desk, count + count / 4)
  await using floor = await openStreams(chats.slice(0, count).map(() => ({ url: bare.url, headers: {} })))
  // The first ones grow the memory that all share.
  await using _ = await openStreams(chats.slice(count).map((chat) => streamOf(desk, chat)))
  await setTimeout(settle)
  const before = await memoryWithoutGarbage(desk.server)
  await using ours = await openStreams(chats.slice(0, count).map((chat) => streamOf(desk, chat)))
  await setTimeout(settle)
  const ofVisitor = ((await memoryWithoutGarbage(desk.server)) - before) / count / 1024
  const ids = chats.slice(0, count).map(({ id }) => id)
  const measure = async (clients: Child, send: () => unknown) => {
    const begun = performance.now()
    const read = order(clients, { do: 'read', events: count })
    await send()
    await read
    return performance.now() - begun
  }
  const text = `event: message.changed\ndata: ${JSON.stringify({ id: 'msg_bench', conversationId: ids[0] })}\n\n`
  const times = await interleave(
    () => measure(floor, () => bare.process.send(text)),
    () => measure(ours, () => publishEach(desk, ids)),
  )
  const goal = { of: 'ours', bound: 'most', value: 500 } as const
  return [
    { what: `an event in each of ${count} open chats, until each has it`, database, unit: 'ms', ...times, goal },
    {
      what: 'memory of a visitor with an open chat',
      database,
      unit: 'KB',
      floor: [],
      ours: [ofVisitor],
      goal: { of: 'ours', bound: 'most', value: 40 },
    },
  ]
}

async function startChats({ server }: Frontdesk, wanted: number): Promise<Chat[]> {
  const chats: Chat[] = []
  for (let at = 0; at < wanted; at++) {
    const address = `198.18.${Math.floor(at / ofAddress / 250)}.${(Math.floor(at / ofAddress) % 250) + 1}`
    const headers = { origin: new URL(server.url).origin, 'x-forwarded-for': address }
    const made = await send({ url: `${server.url}/chat/conversations`, method: 'POST', headers, body: {} })
    const { id, token } = JSON.parse(made) as Chat
    chats.push({ id, token, address })
  }
  return chats
}

const streamOf = ({ server }: Frontdesk, { id, token, address }: Chat) => ({
  url: `${server.url}/chat/conversations/${id}/events`,
  headers: {
    origin: new URL(server.url).origin,
    authorization: `Bearer ${token}`,
    'x-forwarded-for': address,
  },
})

async function openStreams(streams: Extract<StreamCommand, { do: 'open' }>['streams']): Promise<Child> {
  const clients = await startChild('stream-clients.ts')
  await order(clients, { do: 'open', streams })
  return clients
}

async function order({ process }: Child, command: StreamCommand): Promise<void> {
  const answered = once(process, 'message')
  process.send(command)
  await answered
}

/** Appends an event for each chat at once, like another server that notifies this one. */
async function publishEach({ sql }: Frontdesk, ids: string[]): Promise<void> {
  const entries = ids.map((conversationId) => ({
    site: 'bench',
    type: 'message.changed',
    data: { id: 'msg_bench', conversationId },
    at: Date.now(),
  }))
  await sql`select append_events(${sql.json(entries)}), pg_notify('frontdesk_events', 'bench')`
}

export const visitors: Row[] = [{ name: 'visitors', measure: measureVisitors }]
