import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import type { Context as HonoContext } from 'hono'
import ipaddr from 'ipaddr.js'
import { inRanges } from '../core/address.ts'
import type { Parts } from '../core/context.ts'
import { badRequest, Refusal, tooLarge } from '../core/error.ts'
import { JsonLimitError, parseJson } from '../core/json.ts'
import type { RateState } from './rate-limit.ts'

/** What @hono/node-server hands on beside the Request. */
export type Env = {
  Bindings: { incoming?: IncomingMessage }
  Variables: {
    /** The name of the operation that answers. */
    operation?: string
    /** How the request was counted. */
    rate?: RateState
  }
}
export type HttpContext = HonoContext<Env>

const bodyLimit = 1_000_000

/** Breaks the connection of a request. */
export const dropConnection = (c: HttpContext): void => void c.env?.incoming?.socket.destroy()

/** The address of whoever sent a request; see clientAddress. */
export const addressOf = ({ config }: Pick<Parts, 'config'>, c: HttpContext): string =>
  clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), config.trustProxy)

/** The same of a request for a WebSocket. */
export function addressOfSocket({ config }: Pick<Parts, 'config'>, { socket, headers }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-for']
  const text = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
  return clientAddress(socket.remoteAddress, text, config.trustProxy)
}

/** The country of whoever sent a request, where a proxy tells it; see clientCountry. */
export const countryOf = ({ config }: Pick<Parts, 'config'>, c: HttpContext): string | null =>
  config.countryHeader === undefined
    ? null
    : clientCountry(c.env?.incoming?.socket.remoteAddress, c.req.header(config.countryHeader), config.trustProxy)

/**
 * The client's address: the socket's, or, where the socket is a trusted proxy, the last address in X-Forwarded-For that
 * is not one. What a client writes there itself is never believed.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwarded: string | undefined,
  trusted: string[],
): string {
  let address = plainAddress(socketAddress ?? '')
  if (trusted.length === 0 || forwarded === undefined) return address
  const hops = forwarded.split(',').map((hop) => plainAddress(hop.trim()))
  while (hops.length > 0 && inRanges(address, trusted)) {
    const hop = hops.pop() as string
    if (isIP(hop) === 0) break
    address = hop
  }
  return address
}

/**
 * The client's country in two capital letters, as the header tells it that a trusted proxy writes; null where it tells none.
 * Of the codes that stand for no country, proxies write XX and, for Tor, T1.
 */
export function clientCountry(
  socketAddress: string | undefined,
  told: string | undefined,
  trusted: string[],
): string | null {
  if (told === undefined || !inRanges(plainAddress(socketAddress ?? ''), trusted)) return null
  const code = told.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null
}

function plainAddress(text: string): string {
  if (isIPv4(text)) return text
  return isIP(text) !== 0 ? ipaddr.process(text).toString() : text
}

/** The JSON object in a body of at most 1 MB, 64 levels and 50,000 values; an empty body is an empty object. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const text = await readText(request, bodyLimit)
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    throw error instanceof JsonLimitError
      ? refuseLarge(error)
      : badRequest('The body is not valid JSON.', 'invalid_body')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('The body must be a JSON object.', 'invalid_body')
  return value as Record<string, unknown>
}

/** What a request is told whose JSON is over the limits. */
export const refuseLarge = (error: JsonLimitError): Refusal =>
  error.kind === 'depth'
    ? badRequest(`The body ${error.message}.`, 'invalid_body', { levels: error.limit })
    : tooLarge(`The body ${error.message}.`, { values: error.limit })

const decoder = new TextDecoder('utf-8', { fatal: true })

async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit, () => tooLarge('The body is over 1 MB.', { bytes: limit }))
  try {
    return decoder.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8.', 'invalid_body')
  }
}

/**
 * The bytes of a body.
 * @param overSize the error for a body of more than `limit` bytes: it is refused as soon as that is known
 */
export async function readBytes(request: Request, limit: number, overSize: () => Refusal): Promise<Uint8Array> {
  const length = request.headers.get('content-length')
  if (Number(length) > limit) throw overSize()
  try {
    // A body with a length is no longer than that.
    if (length !== null && !request.headers.has('transfer-encoding')) return new Uint8Array(await request.arrayBuffer())
    return await collect(request.body ?? [], limit, overSize)
  } catch (error) {
    if (error instanceof Refusal) throw error
    // The client hung up. Nobody reads this answer, and nothing of ours failed.
    throw badRequest('The body is incomplete: the connection was closed.', 'invalid_body')
  }
}

async function collect(body: AsyncIterable<Uint8Array> | [], limit: number, overSize: () => Refusal) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limit) throw overSize()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The query of an address. */
export const queryOf = (url: string) => new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(url)?.[1])

/** The fields of a query. A field that is named twice is refused, as is a key in the address. */
export function readQuery(query: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of query) {
    if (Object.hasOwn(fields, name)) throw badRequest(`${name}: must be given once.`)
    fields[name] = value
  }
  return fields
}
