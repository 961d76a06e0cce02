import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Frontdesk, startFrontdesk } from './frontdesk.ts'
import { send } from './load.ts'
import { type Line, median, type Row, rounds } from './row.ts'

const database = 'Postgres, fsync'
/** Chats of a round, each with two messages. */
const chats = 5
const questions = ['Which bikes do you repair?', 'And what do I have to bring with me?']

/** A call as the model server answered it. `first`: milliseconds until its first token. `cached`: the part of the prompt. */
type Call = { first: number; cached: number }

/**
 * A real model server, which BENCH_MODEL names, such as `http://127.0.0.1:8080` for llama.cpp's. Nothing is learned. The
 * baseline is the time of the model server itself in the same calls, because a repeated prompt would come from its cache.
 */
async function measureRealModel(): Promise<Line[]> {
  await using model = await watchModel(process.env.BENCH_MODEL as string)
  const ai = { provider: 'openai', baseUrl: `${model.url}/v1`, model: model.name }
  await using frontdesk = await startFrontdesk(ai)
  const kept: { floor: number[]; ours: number[]; cached: number[] } = { floor: [], ours: [], cached: [] }
  await chat(frontdesk, model.calls)
  for (let round = 0; round < rounds; round++) {
    const turns: Turn[] = []
    for (let count = 0; count < chats; count++) turns.push(...(await chat(frontdesk, model.calls)))
    kept.floor.push(median(turns.map(({ call }) => call.first)))
    kept.ours.push(median(turns.map(({ first }) => first)))
    const parts = turns.filter(({ isSecond, call }) => isSecond && !Number.isNaN(call.cached))
    kept.cached.push(median(parts.map(({ call }) => call.cached * 100)))
  }
  const { floor, ours, cached } = kept
  const ratio = { of: 'ratio', bound: 'most', value: 1.1 } as const
  const half = { of: 'ours', bound: 'least', value: 50 } as const
  return [
    { what: 'first token of a real model, nothing learned, p50', database, unit: 'ms', floor, ours, goal: ratio },
    { what: "second message: prompt from the model's cache", database, unit: '%', floor: [], ours: cached, goal: half },
  ]
}

type Turn = { first: number; call: Call; isSecond: boolean }

/** One chat of two messages. Turns whose reply had no text are left out. */
async function chat({ api }: Frontdesk, calls: Promise<Call>[]): Promise<Turn[]> {
  const { id } = JSON.parse(await send(api('/conversations', { method: 'POST', body: {} }))) as { id: string }
  const turns: Turn[] = []
  for (const [place, text] of questions.entries()) {
    calls.length = 0
    const first = await firstText(api(`/conversations/${id}/messages`, { body: { text } }))
    // The product may leave a call before its end.
    const call = (await Promise.all(calls)).find((one) => !Number.isNaN(one.first))
    if (call && first !== undefined) turns.push({ first, call, isSecond: place === 1 })
  }
  return turns
}

/** Milliseconds from the request to the first words of the reply, which is read to its end. */
async function firstText({ url, headers = {}, body }: ReturnType<Frontdesk['api']>): Promise<number | undefined> {
  const begun = performance.now()
  let first: number | undefined
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  let read = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    read += chunk
    if (first === undefined && read.includes('event: delta')) first = performance.now() - begun
  }
  return first
}

/** Passes calls on to the model server, and notes how it answers those that are streamed. */
async function watchModel(target: string) {
  const { data } = (await (await fetch(`${target}/v1/models`)).json()) as { data: { id: string }[] }
  const calls: Promise<Call>[] = []
  const server = createServer((asked, answer) => calls.push(pass(target, asked, answer)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    name: data[0]?.id ?? '',
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Passes one call on. Resolves when it is over, also if either side left it. */
function pass(target: string, asked: IncomingMessage, answer: ServerResponse): Promise<Call> {
  const begun = performance.now()
  const { promise, resolve } = Promise.withResolvers<Call>()
  let [read, first] = ['', Number.NaN]
  const over = () => {
    const [cached, all] = [/"cached_tokens":(\d+)/, /"prompt_tokens":(\d+)/].map((name) => Number(name.exec(read)?.[1]))
    resolve({ first, cached: (cached as number) / (all as number) })
  }
  const { method, headers, url = '/' } = asked
  const { host: _, ...rest } = headers
  const forwarded = request(new URL(url, target), { method, headers: rest }, (from) => {
    answer.writeHead(from.statusCode ?? 502, from.headers)
    from.on('data', (chunk: Buffer) => {
      read += chunk.toString('utf8')
      if (Number.isNaN(first) && /"content":"[^"]/.test(read)) first = performance.now() - begun
      answer.write(chunk)
    })
    from.on('end', () => answer.end())
  })
  forwarded.on('error', () => answer.destroy())
  forwarded.on('close', over)
  answer.on('close', () => forwarded.destroy())
  asked.pipe(forwarded)
  return promise
}

export const realModel: Row[] = [
  {
    name: 'real-model',
    lacking: () => (process.env.BENCH_MODEL ? undefined : 'BENCH_MODEL names no model server'),
    measure: measureRealModel,
  },
]
