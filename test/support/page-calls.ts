import type { BrowserContext, WebSocketRoute } from 'playwright-core'

/** Interferes with the calls that pages make over their sockets. */
export type PageCalls = {
  /** Calls that match are refused. */
  refused: RegExp | null
  /** Whether no socket stays open. A routed one may ignore that its browser is offline. */
  isCut: boolean
  /** The next call that matches `in` is delayed until `first` has completed. */
  held: { in: RegExp; first: () => Promise<unknown> } | null
  /** The response to the next call that matches `to` is delayed until `first` has completed. */
  late: { to: RegExp; first: () => Promise<unknown> } | null
}

/** Intercepts the traffic between the server and pages that are opened in a browser from now on. */
export async function watchCalls(context: BrowserContext): Promise<PageCalls> {
  const calls: PageCalls = { refused: null, isCut: false, held: null, late: null }
  await context.routeWebSocket('**/trpc', (socket) => passOn(calls, socket))
  return calls
}

function passOn(calls: PageCalls, socket: WebSocketRoute): void {
  // It is closed once it is open: a routed one that never opened fires no error, unlike a real one, and is waited for.
  if (calls.isCut) return void setTimeout(() => socket.close())
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

/** One message may contain several calls. */
const apart = (message: string): string[] =>
  message.startsWith('[') ? (JSON.parse(message) as unknown[]).map((call) => JSON.stringify(call)) : [message]

function refusalOf(call: string): string {
  const refusal = { error: { code: 'unavailable', message: 'Not now.' } }
  const data = { code: 'FORBIDDEN', httpStatus: 403, refusal }
  return JSON.stringify({ id: JSON.parse(call).id, error: { code: -32603, message: 'Not now.', data } })
}
