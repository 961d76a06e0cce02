import { setTimeout } from 'node:timers/promises'
import { startFrontdesk } from './frontdesk.ts'
import { inspected, memoryWithoutGarbage } from './heap.ts'
import { interleave, type Line, type Row } from './row.ts'
import {
  appendEvents,
  type Clients,
  firstTexts,
  frameLength,
  socketOf,
  startClients,
  startSides,
  textOfEvent,
  tokenOf,
} from './sockets.ts'

const count = 2_000
const events = 25
const settle = 1_500
/** More sockets, so that what all share is spread over more. */
const weighed = 4_000

const database = 'Postgres'

/**
 * From the appearance of events until every socket has them: frames per second, for single events and for many at once.
 */
async function measureFanout(): Promise<Line[]> {
  const ofSocket = await measureMemory()
  await using sides = await startSides()
  const text = await textOfEvent(sides)
  await using bare = await startClients()
  await bare.send({ do: 'open', url: sides.url.bare, count, texts: [], ready: '' })
  await using desk = await startClients()
  await desk.send({ do: 'open', url: sides.url.desk, count, texts: firstTexts(sides.token), ready: '"subscribed"' })
  const measure = async (send: () => unknown, clients: Clients, bytes: number, times: number) => {
    const begun = performance.now()
    for (let time = 0; time < times; time++) {
      const read = clients.send({ do: 'read', bytes })
      await send()
      await read
    }
    return (events * count) / ((performance.now() - begun) / 1000)
  }
  const bytes = frameLength(text) * count
  const compare = (at: number) =>
    interleave(
      () => measure(() => sides.bare.process.send({ text, count: at }), bare, bytes * at, events / at),
      () => measure(() => appendEvents(sides.desk, at), desk, bytes * at, events / at),
    )
  const unit = 'frames/s'
  const goal = { of: 'ratio', bound: 'least', value: 0.8 } as const
  const what = `to ${count} sockets over tRPC, against a bare ws broadcast of the same text`
  return [
    { what: `an event ${what}`, database, unit, ...(await compare(1)), goal },
    { what: `${events} events at once ${what}`, database, unit, ...(await compare(events)), goal },
    {
      what: 'memory of a socket that follows everything',
      database,
      unit: 'KB',
      floor: [],
      ours: ofSocket,
      goal: { of: 'ours', bound: 'most', value: 14 },
    },
  ]
}

/** The server's memory per socket. Earlier sockets have already grown the shared memory. */
async function measureMemory(): Promise<number[]> {
  await using desk = await startFrontdesk({ provider: 'none' }, inspected)
  const open = async (number: number) => {
    const clients = await startClients()
    const texts = firstTexts(tokenOf(desk))
    await clients.send({ do: 'open', url: socketOf(desk), count: number, texts, ready: '"subscribed"' })
    await setTimeout(settle)
    return clients
  }
  await using _ = await open(weighed / 4)
  const before = await memoryWithoutGarbage(desk.server)
  await using __ = await open(weighed)
  return [((await memoryWithoutGarbage(desk.server)) - before) / weighed / 1024]
}

export const fanout: Row[] = [{ name: 'fanout', measure: measureFanout }]
