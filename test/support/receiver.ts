import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type FakeServer, type Seen, startFakeServer } from './fake-server.ts'

export type Receiver = FakeServer & {
  /** What it answers from now on: a status with headers, or a function. */
  answers(how: Answer): void
  /** The events that arrived at a path, oldest first. */
  events(path?: string): { id: string; type: string; data: Record<string, unknown>; seen: Seen }[]
}

export type Answer = number | ((seen: Seen, response: ServerResponse) => Promise<void> | void)

/** A company's server that receives webhooks. */
export async function startReceiver(): Promise<Receiver> {
  let answer: Answer = 200
  const server = await startFakeServer(async (seen, response) => {
    if (typeof answer === 'number') response.writeHead(answer).end('thank you')
    else await answer(seen, response)
  })
  return {
    ...server,
    answers(how) {
      answer = how
    },
    events: (path = '/') =>
      server.seen
        .filter((seen) => seen.path.startsWith(path))
        .map((seen) => ({ ...(seen.json as { id: string; type: string; data: Record<string, unknown> }), seen })),
  }
}

/** The signature that a request must have, by the secret of its endpoint. */
export function signatureOf({ headers, body }: Seen, secret: string): string {
  const signed = `${headers['x-svc-timestamp']}.${body}`
  return `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`
}
