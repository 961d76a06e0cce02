import type { Context } from '../../../core/context.ts'
import type { DialError } from '../../../outside/dial-error.ts'
import { allowAll, allowNone, type Robots, readRobots, robotsBytes, userAgent } from './robots.ts'

const limits = { maxBytes: 4 * robotsBytes, timeoutMs: 15_000, redirects: 5 }

/** What a host lets be read, and whether it answers at all: `error` in words where it does not. */
export type Host = { robots: Robots; error: string | null }

/** Reads the robots.txt of the host of `website`: none there lets all be read, a host that fails nothing (RFC 9309). */
export async function readHost(ctx: Context, website: string, signal: AbortSignal): Promise<Host> {
  const address = new URL('/robots.txt', website).href
  const headers = { 'user-agent': userAgent, accept: 'text/plain, */*;q=0.1' }
  try {
    const { dial } = ctx.parts.outside
    const response = await dial.fetch(address, { purpose: 'discover', headers, ...limits, signal })
    if (response.ok) return { robots: readRobots(address, await response.text()), error: null }
    await response.body?.cancel()
    const isUp = response.status < 500 && response.status !== 429
    if (isUp) return { robots: allowAll, error: null }
    return { robots: allowNone, error: `Its robots.txt answers with the status ${response.status}.` }
  } catch (error) {
    const { name, kind, message } = error as DialError
    if (name !== 'DialError') throw error
    // One that is too large, or not even HTTP, forbids nothing that anybody could read.
    return kind === 'large' ? { robots: allowAll, error: null } : { robots: allowNone, error: message }
  }
}
