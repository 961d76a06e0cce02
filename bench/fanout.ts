import { setTimeout } from 'node:timers/promises'
import { interleave, type Line, type Row } from './row.ts'
import {
  appendEvents,
  type Clients,
  firstTexts,
  frameLength,
  memoryOf,
  type Sides,
  startClients,
  startSides,
  textOfEvent,
} from './sockets.ts'

const count = 2_000
const events = 25
const settle = 1_500
/** More of them, as what the garbage takes is then shared by more. */
const weighed = 4_000

const database = 'Postgres'

/** From the moment in which events are there until every socket has them: frames a second, one event at a time and many. */
async function measureFanout(): Promise<Line[]> {
  await using sides = await startSides()
  const text = await textOfEvent(sides)
  await using bare = await startClients()
  await bare.tell({ do: 'open', url: sides.url.bare, count, texts: [], ready: '' })
  const ofSocket = await measureMemory(sides)
  await using desk = await startClients()
  await desk.tell({ do: 'open', url: sides.url.desk, count, texts: firstTexts(sides.token), ready: '"subscribed"' })
  const measure = async (tell: () => unknown, clients: Clients, bytes: number, times: number) => {
    const begun = performance.now()
    for (let time = 0; time < times; time++) {
      const read = clients.tell({ do: 'read', bytes })
      await tell()
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

/** What the server's memory grows by for each socket; those that were opened first have made it grow already. */
async function measureMemory({ desk, token, url }: Sides): Promise<number[]> {
  const open = async (number: number) => {
    const clients = await startClients()
    const texts = firstTexts(token)
    await clients.tell({ do: 'open', url: url.desk, count: number, texts, ready: '"subscribed"' })
    await setTimeout(settle)
    return clients
  }
  await using _ = await open(weighed / 4)
  const before = memoryOf(desk.server.pid)
  await using __ = await open(weighed)
  return [(memoryOf(desk.server.pid) - before) / weighed / 1024]
}

export const fanout: Row[] = [{ name: 'fanout', measure: measureFanout }]
