import type { BrowserContext, WebSocketRoute } from 'playwright-core'

/** What happens to the calls that pages make over their sockets. */
export type PageCalls = {
  /** Calls in which this stands are refused. */
  refused: RegExp | null
  /** The next call in which `in` stands is held up until `first` was done. */
  held: { in: RegExp; first: () => Promise<unknown> } | null
  /** The answer to the next call in which `to` stands is held up until `first` was done. */
  late: { to: RegExp; first: () => Promise<unknown> } | null
}

/** Stands between the server and the pages that are opened in a browser from now on. */
export async function watchCalls(context: BrowserContext): Promise<PageCalls> {
  const calls: PageCalls = { refused: null, held: null, late: null }
  await context.routeWebSocket('**/trpc', (socket) => passOn(calls, socket))
  return calls
}

function passOn(calls: PageCalls, socket: WebSocketRoute): void {
  const server = socket.connectToServer()
  const waits = new Map<string, () => Promise<unknown>>()
  server.onMessage(async (answer) => {
    const [, id = ''] = /"id":(\d+)/.exec(String(answer)) ?? []
    await waits.get(id)?.()
    socket.send(answer)
  })
  socket.onMessage(async (message) => {
    for (const call of apart(String(message))) {
      const { held, late, refused } = calls
      if (held?.in.test(call)) {
        calls.held = null
        await held.first()
      }
      if (late?.to.test(call)) {
        calls.late = null
        waits.set(String(JSON.parse(call).id), late.first)
      }
      if (refused?.test(call)) socket.send(refusalOf(call))
      else server.send(call)
    }
  })
}

/** Several calls may come in one message. */
const apart = (message: string): string[] =>
  message.startsWith('[') ? (JSON.parse(message) as unknown[]).map((call) => JSON.stringify(call)) : [message]

function refusalOf(call: string): string {
  const refusal = { error: { code: 'unavailable', message: 'Not now.' } }
  const data = { code: 'FORBIDDEN', httpStatus: 403, refusal }
  return JSON.stringify({ id: JSON.parse(call).id, error: { code: -32603, message: 'Not now.', data } })
}
