import type { ServerResponse } from 'node:http'
import { type FakeServer, type Seen, startFakeServer } from './fake-server.ts'

/** A response of a stand-in. */
export type Given = { status: number; body?: unknown; headers?: Record<string, string> }

/**
 * What happens to the next calls of a path. `lost`: the work is done, but the connection closes without a response.
 * `late`: the work is done, but no response comes. `half`: the body breaks off. `raw`: a body that may be anything.
 */
export type Trouble = Given | 'lost' | 'late' | 'half' | 'hang' | { raw: string | Buffer; status?: number }

export type FakeProvider = FakeServer & {
  /** What happens to the next `times` calls whose method and path begin with this, such as `POST /v2/bookings`. */
  trouble(call: string, trouble: Trouble, times?: number): void
  /** Ends all trouble. */
  well(): void
  /** The calls whose callers wait for a response that does not come. */
  hanging(): number
}

/** A server with the API of a provider, that can fail in any way. */
export async function startFakeProvider(answer: (seen: Seen) => Given): Promise<FakeProvider> {
  let troubles: { call: string; trouble: Trouble; times: number }[] = []
  const hanging = new Set<ServerResponse>()
  const server = await startFakeServer((seen, response) => {
    const found = troubles.find(({ call, times }) => times > 0 && `${seen.method} ${seen.path}`.startsWith(call))
    if (found) found.times--
    if (found?.trouble === 'hang' || found?.trouble === 'late') {
      hanging.add(response)
      response.on('close', () => hanging.delete(response))
    }
    suffer(found?.trouble, () => answer(seen), response)
  })
  return {
    ...server,
    trouble: (call, trouble, times = 1) => void troubles.unshift({ call, trouble, times }),
    well: () => {
      troubles = []
    },
    hanging: () => hanging.size,
  }
}

function suffer(trouble: Trouble | undefined, work: () => Given, response: ServerResponse): void {
  if (trouble === 'hang') return
  if (trouble === undefined) {
    send(response, work())
    return
  }
  if (trouble === 'late') return void work()
  if (trouble === 'lost') {
    work()
    return void response.destroy()
  }
  if (trouble === 'half') {
    const text = JSON.stringify(work().body)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length) })
    response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy())
    return
  }
  if ('raw' in trouble) return void response.writeHead(trouble.status ?? 200).end(trouble.raw)
  send(response, trouble)
}

function send(response: ServerResponse, { status, body, headers = {} }: Given): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === undefined ? '' : JSON.stringify(body))
}

/** A time with six decimals, as some providers write it. */
export const precise = (at: number): string => new Date(at).toISOString().replace('Z', '000Z')
