import type { Clock } from '../core/clock.ts'
import { readModelAddress } from '../core/model-address.ts'

/** The limits of one call to a model server. */
export type ModelLimits = {
  /** To the first byte of an answer: a model that is not loaded yet takes its time. */
  firstByteMs: number
  /** Between two pieces of an answer. */
  stallMs: number
  /** A whole answer. */
  totalMs: number
  /** A question to the server that no model has to answer, such as which models there are. */
  queryMs: number
  /** One line of a stream, or one event. */
  lineChars: number
  /** One whole answer, as it comes over the wire. */
  replyBytes: number
}

export const defaultLimits: ModelLimits = {
  firstByteMs: 180_000,
  stallMs: 30_000,
  totalMs: 600_000,
  queryMs: 5_000,
  lineChars: 1_000_000,
  replyBytes: 32_000_000,
}

/** Where a model server is, and how it is called. */
export type ModelServer = {
  /** Without user name, password and the slash at the end. */
  url: string
  headers: Record<string, string>
  /** What must never be shown, should the server repeat it. */
  secrets: string[]
  fetch: typeof fetch
  clock: Clock
  limits: ModelLimits
}

export type ModelServerParts = {
  address: string
  apiKey?: string | undefined
  /** The port of an address that names neither protocol nor port. */
  port: number
  fetch: typeof fetch
  clock: Clock
  limits?: Partial<ModelLimits> | undefined
}

/**
 * Reads the address of a model server as `OLLAMA_HOST` and `ai.baseUrl` give it: a URL, `host:port`, `host` or `:port`.
 * A user name in it, or the key, becomes a header. Throws an Error where it is no address.
 */
export function readModelServer({ address, apiKey, port, ...parts }: ModelServerParts): ModelServer {
  const read = readModelAddress(address, port)
  if (!read) throw new Error('The address of the model server is not a URL.')
  const { url, password } = read
  const user = `${read.user}:${password}`
  const basic = user === ':' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`
  const authorization = apiKey ? `Bearer ${apiKey}` : basic
  return {
    ...parts,
    url: `${url.origin}${url.pathname}`.replace(/\/+$/, ''),
    headers: authorization ? { authorization } : {},
    secrets: [apiKey ?? '', password].filter((secret) => secret !== ''),
    limits: { ...defaultLimits, ...parts.limits },
  }
}
