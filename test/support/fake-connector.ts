import { createHmac, timingSafeEqual } from 'node:crypto'
import { type FakeServer, type Seen, startFakeServer } from './fake-server.ts'
import { play, type Step, type Steps, type Wire } from './steps.ts'

export type FakeConnector = FakeServer & {
  /** The responses from now on, as events. By default, one message that repeats the request. */
  script(write: (request: Record<string, unknown>) => Steps): void
}

/** Starts a custom AI backend that streams its responses. `send` turns an event into a step. */
export async function startFakeConnector(): Promise<FakeConnector> {
  let write = ({ message }: Record<string, unknown>): Steps => [
    { text: 'You said: ' },
    { text: JSON.stringify(message) },
    send('done', { messages: [{ type: 'text', text: `You said: ${JSON.stringify(message)}` }] }),
  ]
  const server = await startFakeServer((seen, response) => play(write(seen.json), response, wire))
  return {
    ...server,
    script(next) {
      write = next
    },
  }
}

export const send = (event: string, data: unknown): Step => ({
  raw: `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
})

/** Whether a request is signed with this secret, as a receiver must check it. */
export function isSigned({ headers, body }: Seen, secret: string): boolean {
  const signed = createHmac('sha256', secret).update(`${headers['x-svc-timestamp']}.${body}`).digest('hex')
  const sent = String(headers['x-svc-signature'])
  return sent.length === 71 && timingSafeEqual(Buffer.from(sent), Buffer.from(`sha256=${signed}`))
}

const wire: Wire = {
  type: 'text/event-stream',
  text: (text) => `event: delta\ndata: ${JSON.stringify({ text })}\n\n`,
  thinking: (text) => `: ${text}\n\n`,
  tool: () => '',
  error: (message) => `event: error\ndata: ${JSON.stringify({ error: { code: 'internal', message } })}\n\n`,
  done: () => '',
}
