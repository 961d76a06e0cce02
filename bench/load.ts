import { execFile } from 'node:child_process'
import { Agent, request } from 'node:http'
import { promisify } from 'node:util'
import { quantile } from './row.ts'

export type Target = {
  url: string
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
}

const run = promisify(execFile)
const autocannon = new URL('../node_modules/autocannon/autocannon.js', import.meta.url).pathname

/** Requests per second answered when ten connections send requests without pause, from a separate process. */
export async function saturate({ url, method = 'GET', headers = {}, body }: Target, seconds: number): Promise<number> {
  const given = { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const { stdout } = await run(process.execPath, [
    autocannon,
    ...['--json', '--no-progress', '--connections', '10', '--duration', String(seconds), '--method', method],
    ...Object.entries(given).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
    ...(body === undefined ? [] : ['--body', JSON.stringify(body)]),
    url,
  ])
  const result = JSON.parse(stdout) as { '2xx': number; non2xx: number; errors: number; duration: number }
  if (result.non2xx + result.errors > 0) throw new Error(`${method} ${url}: ${result.non2xx + result.errors} failed`)
  return result['2xx'] / result.duration
}

/** Sends requests one after the other over one connection. Returns the milliseconds of each. */
export async function inTurn(targets: Iterable<Target>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (const target of targets) {
    const begun = performance.now()
    await send(target, agent)
    times.push(performance.now() - begun)
  }
  agent.destroy()
  return times
}

/** Sends one request and reads its response. Throws unless it is successful. */
export function send({ url, method = 'GET', headers = {}, body }: Target, agent?: Agent): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const text = body === undefined ? undefined : JSON.stringify(body)
  const given = text === undefined ? headers : { ...headers, 'content-type': 'application/json' }
  const asked = request(url, { method, headers: given, ...(agent ? { agent } : {}) }, (answer) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('error', reject)
    answer.on('end', () => {
      const said = Buffer.concat(chunks).toString('utf8')
      if (answer.statusCode && answer.statusCode < 300) resolve(said)
      else reject(new Error(`${method} ${url}: ${answer.statusCode} ${said}`))
    })
  })
  asked.on('error', reject)
  asked.end(text)
  return promise
}

export const p99 = (times: number[]): number => quantile(times, 0.99)
