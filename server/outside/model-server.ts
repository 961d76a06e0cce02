import type { Clock } from '../core/clock.ts'
import { readModelAddress } from '../core/model-address.ts'

/** The limits of one call to a model server. */
export type ModelLimits = {
  /** To the first byte of a response. An unloaded model takes long. */
  firstByteMs: number
  /** Between two chunks of a response. */
  stallMs: number
  /** For a whole response. */
  totalMs: number
  /** For requests that need no model, such as a list of models. */
  queryMs: number
  /** For one line of a stream, or one event. */
  lineChars: number
  /** For one whole response, as transferred. */
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

/** A model server and how to call it. */
export type ModelServer = {
  /** Without credentials and trailing slash. */
  url: string
  headers: Record<string, string>
  /** Texts that must never be shown, even if the server repeats them. */
  secrets: string[]
  fetch: typeof fetch
  clock: Clock
  limits: ModelLimits
}

export type ModelServerParts = {
  address: string
  apiKey?: string | undefined
  /** The port for an address without protocol and port. */
  port: number
  fetch: typeof fetch
  clock: Clock
  limits?: Partial<ModelLimits> | undefined
}

/**
 * Parses the address of a model server in `OLLAMA_HOST` or `ai.baseUrl`: a URL, `host:port`, `host` or `:port`.
 * Credentials or the key become a header. Throws an Error if it is not an address.
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
