import { Agent, request } from 'node:http'
import type { Target } from './load.ts'
import { timesIn } from './time-word.ts'

export type Streamed = {
  /** From the request to the first token, in milliseconds. */
  first: number
  /** Per token: from when the model server wrote it to when it arrived here, in milliseconds. */
  passing: number[]
  text: string
}

const agent = new Agent({ keepAlive: true })
const milliseconds = (from: bigint) => Number(process.hrtime.bigint() - from) / 1e6

/**
 * Reads a stream whose tokens contain the time they were written. All processes share the machine's clock.
 * @param watch called with the text so far; may disconnect
 */
export function readStream(
  { url, method = 'POST', headers = {}, body }: Target,
  watch: (text: string, leave: () => void) => void = () => {},
): Promise<Streamed> {
  const { promise, resolve, reject } = Promise.withResolvers<Streamed>()
  const begun = process.hrtime.bigint()
  const read: Streamed = { first: Number.NaN, passing: [], text: '' }
  const given = { accept: 'text/event-stream', 'content-type': 'application/json', ...headers }
  const asked = request(url, { agent, method, headers: given }, (answer) => {
    answer.on('data', (chunk: Buffer) => {
      const text = chunk.toString('utf8')
      // The last event repeats all tokens.
      const fresh = read.text.includes('event: done') ? '' : text.split('event: done', 1)[0]
      for (const time of timesIn(fresh ?? '')) read.passing.push(milliseconds(time))
      if (read.passing.length > 0 && Number.isNaN(read.first)) read.first = milliseconds(begun)
      read.text += text
      watch(read.text, () => asked.destroy())
    })
    answer.on('error', () => resolve(read))
    answer.on('end', () => resolve(read))
  })
  asked.on('error', (error) => (asked.destroyed && read.text !== '' ? resolve(read) : reject(error)))
  asked.end(JSON.stringify(body))
  return promise
}
