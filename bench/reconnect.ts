import { interleave, type Line, type Row } from './row.ts'
import { appendEvents, firstTexts, idOf, lastPlace, startClients, startSides } from './sockets.ts'

const count = 5_000
const missed = 10

/**
 * Cuts many sockets at once, appends ten events, and reconnects all until each has what it missed. The baseline is the
 * same without missed events.
 */
async function measureReconnect(): Promise<Line[]> {
  await using sides = await startSides()
  await using bare = await startClients()
  await using desk = await startClients()
  const { url, token } = sides
  await bare.send({ do: 'open', url: url.bare, count, texts: [], ready: '' })
  await desk.send({ do: 'open', url: url.desk, count, texts: firstTexts(token), ready: '"subscribed"' })
  const expected: string[] = []
  const kept = await interleave(
    async () => {
      await bare.send({ do: 'cut' })
      return (await bare.send({ do: 'return', url: url.bare, texts: [], last: '' })).milliseconds
    },
    async () => {
      await desk.send({ do: 'cut' })
      await appendEvents(sides.desk, missed)
      const place = await lastPlace(sides.desk)
      expected.push(...Array.from({ length: missed }, (_, back) => idOf(place - missed + 1 + back)))
      const texts = firstTexts(token, '$last')
      const back = await desk.send({ do: 'return', url: url.desk, texts, last: `"id":"${idOf(place)}"` })
      if (JSON.stringify(back.ids) !== JSON.stringify([expected]))
        throw new Error(`events were lost, doubled or out of order: ${back.ids.length} different histories`)
      return back.milliseconds
    },
  )
  return [
    {
      what: `${count} sockets cut and back, each with the ${missed} events that it missed, against bare ws`,
      database: 'Postgres',
      unit: 'ms',
      ...kept,
      goal: { of: 'ratio', bound: 'most', value: 2 },
    },
  ]
}

export const reconnect: Row[] = [{ name: 'reconnect', measure: measureReconnect }]
