import { z } from 'zod'
import type { Fault } from '../bridge.ts'

/** The used part of `net.fetch`, which uses Chromium's network stack with the system's proxy and certificates. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type Examined = { version: string } | { fault: Fault }

const timeout = 10_000
const maxBytes = 8_000_000

const Health = z.object({ status: z.enum(['ok', 'down']) })
const Description = z.object({
  info: z.object({ title: z.literal('Frontdesk API'), version: z.string().max(40) }),
  servers: z.tuple([z.object({ url: z.url({ protocol: /^https?$/ }) })]),
})

/** Whether a working Frontdesk is there. @returns null if it is */
export async function examineHealth(fetch: Fetch, origin: string): Promise<Fault | null> {
  const answer = await fetchJson(fetch, `${origin}/healthz`)
  if ('fault' in answer) return answer.fault
  const health = Health.safeParse(answer.json)
  if (!health.success) return 'other'
  return health.data.status === 'ok' ? null : 'down'
}

/**
 * Whether it is a working Frontdesk with this address as its BASE_URL, which its dashboard's socket and cookie need.
 */
export async function examineServer(fetch: Fetch, origin: string): Promise<Examined> {
  const fault = await examineHealth(fetch, origin)
  if (fault !== null) return { fault }
  const answer = await fetchJson(fetch, `${origin}/api/v1/openapi.json`)
  if ('fault' in answer) return answer
  const description = Description.safeParse(answer.json)
  if (!description.success) return { fault: 'other' }
  const own = new URL(description.data.servers[0].url).origin
  return own === origin ? { version: description.data.info.version } : { fault: { renamed: own } }
}

/** Reads JSON from a URL, without cookies and redirects, and with limits on time and size. */
export async function fetchJson(fetch: Fetch, url: string): Promise<{ json: unknown } | { fault: Fault }> {
  let body: string | undefined
  try {
    const response = await fetch(url, {
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeout),
    })
    body = await readText(response)
  } catch (error) {
    return { fault: /ERR_CERT|ERR_SSL/.test(String(error)) ? 'certificate' : 'unreachable' }
  }
  return body === undefined ? { fault: 'other' } : parse(body)
}

function parse(body: string): { json: unknown } | { fault: Fault } {
  try {
    return { json: JSON.parse(body) }
  } catch {
    return { fault: 'other' }
  }
}

/** The body, or undefined if it is larger than any expected response. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
