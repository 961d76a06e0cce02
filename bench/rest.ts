import { startChild } from './child.ts'
import { type Frontdesk, startFrontdesk } from './frontdesk.ts'
import { p99, saturate, send, type Target } from './load.ts'
import { pace } from './pace.ts'
import { interleave, type Line, type Row } from './row.ts'

const seconds = 3
/** The share of the maximum load at which the slowest responses are measured. */
const part = 0.6
const database = 'Postgres'

type Measured = { rate: number; p99: number }

async function measureOne(target: Target): Promise<Measured> {
  const rate = await saturate(target, seconds)
  return { rate, p99: p99(await pace(target, rate * part, seconds)) }
}

async function measureRead(what: string, path: (frontdesk: Frontdesk, id: string) => string): Promise<Line[]> {
  await using frontdesk = await startFrontdesk()
  await using bare = await startChild('bare.ts', [frontdesk.server.databaseUrl as string])
  const id = await startConversation(frontdesk)
  const ours = frontdesk.api(path(frontdesk, id))
  const floor = { url: `${bare.url}/conversations/${id}` }
  for (const target of [floor, ours]) await saturate(target, 1)
  const kept = await interleave(
    () => measureOne(floor),
    () => measureOne(ours),
  )
  const of = (field: keyof Measured) => ({
    floor: kept.floor.map((one) => one[field]),
    ours: kept.ours.map((one) => one[field]),
  })
  return [
    { what, database, unit: 'requests/s', ...of('rate'), goal: { of: 'ratio', bound: 'least', value: 0.7 } },
    {
      what: `${what}, p99 at 60 %`,
      database,
      unit: 'ms',
      ...of('p99'),
      goal: { of: 'ratio', bound: 'most', value: 1.5 },
    },
  ]
}

/** A conversation with a question and its answer. */
async function startConversation(frontdesk: Frontdesk): Promise<string> {
  const body = { message: 'When are you open?' }
  return (JSON.parse(await send(frontdesk.api('/conversations', { method: 'POST', body }))) as { id: string }).id
}

/** A start without a message stores one record, its event and its audit entry: the smallest possible change. */
async function measureChange(): Promise<Line[]> {
  await using frontdesk = await startFrontdesk()
  await using bare = await startChild('bare.ts', [frontdesk.server.databaseUrl as string])
  const body = { externalId: 'order-1042', metadata: { plan: 'basic' } }
  const ours = frontdesk.api('/conversations', { method: 'POST', body })
  const floor = { url: `${bare.url}/rows`, method: 'POST', body }
  for (const target of [floor, ours]) await saturate(target, 1)
  const kept = await interleave(
    () => saturate(floor, seconds),
    () => saturate(ours, seconds),
  )
  const goal = { of: 'ratio', bound: 'least', value: 0.6 } as const
  return [
    {
      what: 'POST /conversations (record, event, audit)',
      database: 'Postgres, fsync',
      unit: 'requests/s',
      ...kept,
      goal,
    },
  ]
}

export const rest: Row[] = [
  { name: 'me', measure: () => measureRead('GET /me', () => '/me') },
  { name: 'conversation', measure: () => measureRead('GET /conversations/:id', (_, id) => `/conversations/${id}`) },
  { name: 'change', measure: measureChange },
]
