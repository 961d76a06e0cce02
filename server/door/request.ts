import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import type { Context as HonoContext } from 'hono'
import ipaddr from 'ipaddr.js'
import { inRanges } from '../core/address.ts'
import type { Services } from '../core/context.ts'
import { AppError, badRequest, tooLarge } from '../core/error.ts'
import { refuseManyNames } from '../core/input.ts'
import { JsonLimitError, parseJson } from '../core/json.ts'
import type { RateState } from './rate-limit.ts'

/** What @hono/node-server passes beside the Request. */
export type Env = {
  Bindings: { incoming?: IncomingMessage }
  Variables: {
    /** The name of the operation that responds. */
    operation?: string
    /** The state of the rate limit. */
    rate?: RateState
  }
}
export type HttpContext = HonoContext<Env>

const bodyLimit = 1_000_000

export const dropConnection = (c: HttpContext): void => void c.env?.incoming?.socket.destroy()

/** The client's IP address; see clientAddress. */
export const addressOf = ({ config }: Pick<Services, 'config'>, c: HttpContext): string =>
  clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), config.trustProxy)

/** The same for a WebSocket request. */
export function addressOfSocket({ config }: Pick<Services, 'config'>, { socket, headers }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-for']
  const text = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
  return clientAddress(socket.remoteAddress, text, config.trustProxy)
}

/** The client's country as reported by a proxy; see clientCountry. */
export const countryOf = ({ config }: Pick<Services, 'config'>, c: HttpContext): string | null =>
  config.countryHeader === undefined
    ? null
    : clientCountry(c.env?.incoming?.socket.remoteAddress, c.req.header(config.countryHeader), config.trustProxy)

/**
 * The client's IP address: that of the socket or, if the socket is a trusted proxy, the last address in X-Forwarded-For
 * that is not one. Addresses that the client wrote itself are never trusted.
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
 * The client's country as two capital letters, from the header of a trusted proxy; null if there is none. Proxies write
 * XX and, for Tor, T1 for no country.
 */
export function clientCountry(
  socketAddress: string | undefined,
  header: string | undefined,
  trusted: string[],
): string | null {
  if (header === undefined || !inRanges(plainAddress(socketAddress ?? ''), trusted)) return null
  const code = header.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null
}

function plainAddress(text: string): string {
  if (isIPv4(text)) return text
  return isIP(text) !== 0 ? ipaddr.process(text).toString() : text
}

/** The JSON object in a body of at most 1 MB, 64 levels and 50,000 values. An empty body is an empty object. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const value = await readJsonValue(request)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('The body must be a JSON object.', 'invalid_body')
  refuseManyNames(value)
  return value as Record<string, unknown>
}

/** The body as JSON of any type, within the limits; an empty object for an empty one. */
export async function readJsonValue(request: Request): Promise<unknown> {
  const text = await readText(request, bodyLimit)
  if (text.trim() === '') return {}
  try {
    return parseJson(text)
  } catch (error) {
    throw error instanceof JsonLimitError
      ? refuseLarge(error)
      : badRequest('The body is not valid JSON.', 'invalid_body')
  }
}

/** The error for JSON that exceeds the limits. */
export const refuseLarge = (error: JsonLimitError): AppError =>
  error.kind === 'depth'
    ? badRequest(`The body ${error.message}.`, 'invalid_body', { levels: error.limit })
    : tooLarge(`The body ${error.message}.`, { values: error.limit })

const decoder = new TextDecoder('utf-8', { fatal: true })

async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit, () => tooLarge('The body is larger than 1 MB.', { bytes: limit }))
  try {
    return decoder.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8.', 'invalid_body')
  }
}

/**
 * The bytes of a body.
 * @param overSize creates the error for a body larger than `limit`, which is rejected as soon as that is known
 */
export async function readBytes(request: Request, limit: number, overSize: () => AppError): Promise<Uint8Array> {
  // A body with a Content-Length cannot be longer.
  const isExact = request.headers.has('content-length') && !request.headers.has('transfer-encoding')
  if (!isExact || Number(request.headers.get('content-length')) > limit)
    return await collect(boundedBody(request, limit, overSize))
  try {
    return new Uint8Array(await request.arrayBuffer())
  } catch {
    throw cutOff()
  }
}

/**
 * The chunks of a body. Its error for a body larger than `limit` comes after as many bytes, in whatever chunks they
 * arrive, or at once if the Content-Length says so.
 */
export async function* boundedBody(
  request: Request,
  limit: number,
  overSize: () => AppError,
): AsyncGenerator<Uint8Array, undefined> {
  if (Number(request.headers.get('content-length')) > limit) throw overSize()
  const body = (request.body ?? []) as AsyncIterable<Uint8Array> | []
  let left = limit
  try {
    for await (const chunk of body) {
      if (left > 0) yield chunk.subarray(0, left)
      if (chunk.byteLength > left) throw overSize()
      left -= chunk.byteLength
    }
  } catch (error) {
    throw error instanceof AppError ? error : cutOff()
  }
}

/** The client disconnected. Nobody reads this response, and it is not an error of the server. */
const cutOff = () => badRequest('The body is incomplete because the connection was closed.', 'invalid_body')

async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const queryOf = (url: string) => new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(url)?.[1])

/** The fields of a query. Repeated fields are rejected, and so is a key in the URL. */
export function readQuery(query: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of query) {
    if (Object.hasOwn(fields, name)) throw badRequest(`${name}: must not be repeated.`)
    fields[name] = value
  }
  return fields
}
