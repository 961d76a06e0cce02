import type { Sql } from '../server/database/database.ts'
import { startChild } from './child.ts'
import { type Frontdesk, startFrontdesk } from './frontdesk.ts'
import { aQuestion, learn } from './knowledge.ts'
import { p99, send, type Target } from './load.ts'
import { interleave, type Line, median, type Row } from './row.ts'
import { readStream, type Streamed } from './stream.ts'
import { passagesOf } from './texts.ts'
import { timesIn } from './time-word.ts'

const database = 'Postgres, fsync'
const passages = 10_000
const replies = 100
/** The number of tokens of a reply, and milliseconds between them. */
const tokens = [20, 2] as const

type Measured = { first: number[]; passing: number[] }

/** Replies one after the other, with 10,000 passages. The time of the search is subtracted from the first token. */
async function measureReplies(): Promise<Line[]> {
  await using model = await startChild('model.ts', tokens.map(String))
  await using frontdesk = await startFrontdesk({ provider: 'ollama', baseUrl: model.url })
  const texts = [...passagesOf(passages, [])]
  await learn(frontdesk.sql as unknown as Sql, 'bench', texts)
  const questions = texts.filter((_, place) => place % (passages / replies) === 0).map(aQuestion)
  const straight = askModel(model.url)
  await measureFloor(straight)
  await measureOurs(frontdesk, questions)
  const kept = await interleave(
    () => measureFloor(straight),
    () => measureOurs(frontdesk, questions),
  )
  const of = (measure: (one: Measured) => number) => ({ floor: kept.floor.map(measure), ours: kept.ours.map(measure) })
  const line = (what: string, measure: (one: Measured) => number, value: number): Line => {
    return { what, database, unit: 'ms', ...of(measure), goal: { of: 'more', bound: 'most', value } }
  }
  return [
    line('first token of a reply without its search, p50', ({ first }) => median(first), 4),
    line('first token of a reply without its search, p99', ({ first }) => p99(first), 15),
    line('a token passed on, p50', ({ passing }) => median(passing), 0.3),
  ]
}

const askModel = (url: string): Target => ({
  url: `${url}/api/chat`,
  body: { model: 'llama3.2:latest', stream: true, messages: [{ role: 'user', content: 'When are you open?' }] },
})

async function measureFloor(target: Target): Promise<Measured> {
  const read: Streamed[] = []
  for (let count = 0; count < replies; count++) read.push(await readStream(target))
  return { first: read.map(({ first }) => first), passing: read.flatMap(({ passing }) => passing) }
}

async function measureOurs(frontdesk: Frontdesk, questions: string[]): Promise<Measured> {
  const measured: Measured = { first: [], passing: [] }
  for (const text of questions) {
    const { id } = JSON.parse(await send(frontdesk.api('/conversations', { method: 'POST', body: {} }))) as {
      id: string
    }
    const target = frontdesk.api(`/conversations/${id}/messages`, { body: { text } })
    const { first, passing } = await readStream(target)
    const [trace] = await frontdesk.sql<[{ search: number }]>`
      select (trace -> 'ms' ->> 'search')::float8 as search from traces where conversation_id = ${id}`
    measured.first.push(first - trace.search)
    measured.passing.push(...passing)
  }
  return measured
}

const aborts = 20

/** An endless reply, stopped with the button of the chat, or by an API client that disconnects. */
async function measureAborts(): Promise<Line[]> {
  await using model = await startChild('model.ts', ['1000000', '1'])
  await using frontdesk = await startFrontdesk({ provider: 'ollama', baseUrl: model.url })
  const slowest = async (abort: () => Promise<bigint>) => {
    let max = 0
    for (let count = 0; count < aborts; count++) {
      const left = new Promise<string>((resolve) => model.process.once('message', (time) => resolve(String(time))))
      const begun = await abort()
      max = Math.max(max, Number(BigInt(await left) - begun) / 1e6)
    }
    return max
  }
  const straight = askModel(model.url)
  const line = async (what: string, ours: () => Promise<bigint>): Promise<Line> => {
    const kept = await interleave(
      () => slowest(() => leave(straight)),
      () => slowest(ours),
    )
    return { what, database, unit: 'ms', ...kept, goal: { of: 'ours', bound: 'most', value: 100 } }
  }
  const body = { message: 'When are you open?' }
  return [
    await line('stop by a visitor until the model server sees it, slowest of 20', () => stop(frontdesk)),
    await line('an API client leaves until the model server sees it', () =>
      leave(frontdesk.api('/conversations', { body })),
    ),
  ]
}

/** Reads a few tokens, then disconnects. Returns the time. */
async function leave(target: Target): Promise<bigint> {
  let begun = 0n
  await readStream(target, (text, leave) => {
    if (begun !== 0n || timesIn(text).length < 3) return
    begun = process.hrtime.bigint()
    leave()
  })
  return begun
}

/** Reads a few tokens of a chat like a page, then stops the reply. Returns the time. */
async function stop({ server }: Frontdesk): Promise<bigint> {
  const headers = { origin: server.url }
  let begun = 0n
  const stopped = Promise.withResolvers<string>()
  const start = { url: `${server.url}/chat/conversations?site=bench`, headers, body: { message: 'When are you open?' } }
  await readStream(start, (text) => {
    const stored = /event: stored\ndata: (.*)\n\n/.exec(text)?.[1]
    if (begun !== 0n || stored === undefined || timesIn(text).length < 3) return
    const { id, token } = JSON.parse(stored) as { id: string; token: string }
    begun = process.hrtime.bigint()
    const url = `${server.url}/chat/conversations/${id}/stop`
    send({ url, method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` } }).then(
      stopped.resolve,
      stopped.reject,
    )
  })
  await stopped.promise
  return begun
}

export const reply: Row[] = [
  { name: 'reply', measure: measureReplies },
  { name: 'abort', measure: measureAborts },
]
