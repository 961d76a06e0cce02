/** Many event stream readers in their own process. Each message is answered once it is done. */
import { get, type IncomingMessage } from 'node:http'

export type StreamCommand =
  /** Opens these with their headers, and answers when each has received its first bytes. */
  | { do: 'open'; streams: { url: string; headers: Record<string, string> }[] }
  /** Answers when this many more events have arrived. */
  | { do: 'read'; events: number }

const atOnce = 100
let came = 0
let wanted = { events: Number.POSITIVE_INFINITY, reached: () => {} }

/** Counts events. Heartbeats are comments without a name. */
function count(bytes: Buffer): void {
  for (let at = bytes.indexOf('event: '); at >= 0; at = bytes.indexOf('event: ', at + 1)) came += 1
  if (came >= wanted.events) wanted.reached()
}

async function openOne({ url, headers }: { url: string; headers: Record<string, string> }): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).on('error', reject)
  })
  if (response.statusCode !== 200) throw new Error(`a stream was refused with ${response.statusCode}`)
  await new Promise<void>((resolve) => response.once('data', () => resolve()))
  response.on('data', count)
}

async function perform(command: StreamCommand): Promise<void> {
  if (command.do === 'open') {
    const left = [...command.streams]
    const worker = async () => {
      for (let stream = left.pop(); stream; stream = left.pop()) await openOne(stream)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    return
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  wanted = { events: command.events, reached: resolve }
  if (came < command.events) await promise
  wanted.events = Number.POSITIVE_INFINITY
  came -= command.events
}

process.on('message', async (command: StreamCommand) => {
  await perform(command)
  process.send?.('done')
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
