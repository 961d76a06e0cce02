import { lookup as lookUpName } from 'node:dns/promises'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { type AgentOptions, Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { connect as connectSocket, type LookupFunction, type Socket } from 'node:net'
import type { Clock } from '../core/clock.ts'
import { failure } from '../core/failure.ts'
import { acceptEncoding, readBody } from './dial-body.ts'
import { abortedCall, asDialError, brokenBy, DialError, StaleConnection, staleOr } from './dial-error.ts'
import { createLedger, type LedgerEntry } from './dial-ledger.ts'
import {
  type Address,
  checkTarget,
  type Lookup,
  ownPage,
  type Purpose,
  readTarget,
  resolve,
  type TargetRules,
} from './dial-target.ts'
import { reachOf, readAllowed } from './reach.ts'
import { createWatch, orStopped, type Watch } from './watch.ts'

export type DialInit = {
  purpose: Purpose
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Maximum bytes of the body, before and after decompression. */
  maxBytes: number
  /** From the call to the end of the body. */
  timeoutMs: number
  /**
   * The number of redirects to follow for GET and HEAD; each is checked like the first URL. Default 0: a 3xx is the
   * response.
   */
  redirects?: number
  /**
   * Uses a kept connection. If the server closed it, the request is sent once more, so it must be one that may arrive
   * twice.
   */
  keepAlive?: boolean
  signal?: AbortSignal
}

export type Dial = {
  /**
   * Calls an external URL. The `url` of the Response is the final URL. Throws a DialError, and so does the body. An
   * unread body is cancelled at the time limit.
   */
  fetch(url: string, init: DialInit): Promise<Response>
  /**
   * Checks a URL that is about to be saved, as `fetch` would. Names over https are not looked up, because a name may
   * resolve later or elsewhere. Throws a DialError.
   */
  check(url: string, purpose: Purpose): Promise<void>
  /** Opens a connection to a checked address, for other protocols than HTTP. Throws a DialError. */
  connect(target: { host: string; port: number; purpose: Purpose; timeoutMs: number }): Promise<Socket>
  /** The last calls, oldest first. */
  ledger(): LedgerEntry[]
}

type DialParts = {
  /** `outbound.allow[]`. Invalid entries throw immediately. */
  allow: readonly string[]
  /** `outbound.push[]`. */
  allowPush?: readonly string[]
  /** The product's own origin, whose pages may be read although it is private. */
  ownOrigin: () => string
  /** Where this machine reaches the product itself, once it listens. */
  ownAddress?: () => string | undefined
  clock: Clock
  lookup?: Lookup
  /** Certificate authorities in PEM, instead of the runtime's own. */
  ca?: string
}

type Sending = { init: DialInit; watch: Watch; ca: string | undefined; kept: KeptConnections }

const ownHeaders = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'upgrade', 'expect'])
const harmlessHeaders = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent'])
const maxHostLength = 260
const lookUpAll: Lookup = (host) => lookUpName(host, { all: true })

/** Creates the only way out of the product: every outgoing call goes through it, and only to allowed targets. */
export function createDial({
  allow,
  allowPush = [],
  ownOrigin,
  ownAddress,
  clock,
  lookup = lookUpAll,
  ca,
}: DialParts): Dial {
  const rules = { allowed: readAllowed(allow), allowedPush: readAllowed(allowPush), ownOrigin, ownAddress, lookup }
  const ledger = createLedger(clock)
  const kept = createKeptConnections()
  return {
    ledger: ledger.list,
    async check(address, purpose) {
      const url = readTarget(address)
      try {
        await checkTarget(url.protocol === 'https:' ? { ...rules, lookup: guessLookup } : rules, url, purpose)
      } catch (error) {
        const fault = asDialError(error, url.host)
        if (fault.kind === 'refused' || url.protocol === 'http:') throw fault
      }
    },
    async connect(target) {
      const entry = ledger.begin(target.purpose, `${target.host}:${target.port}`.slice(0, maxHostLength))
      try {
        const socket = await connect(rules, target)
        entry.over()
        return socket
      } catch (error) {
        const fault = asDialError(error, target.host)
        entry.over(fault)
        throw fault
      }
    },
    async fetch(address, init) {
      const host = URL.canParse(address) ? new URL(address).host.slice(0, maxHostLength) : 'the host'
      const entry = ledger.begin(init.purpose, host)
      const watch = createWatch(clock, init.signal, abortedCall)
      const seconds = init.timeoutMs / 1000
      const late = failure('answer_slow', `${host} did not answer wholly within ${seconds} s.`, { host, seconds })
      watch.limit(init.timeoutMs, () => new DialError('slow', late))
      const over = (fault?: DialError) => {
        watch.end()
        entry.over(fault)
      }
      try {
        const { url, message } = await follow(rules, address, { init, watch, ca, kept })
        entry.answered(message.statusCode ?? 0)
        return toResponse(url, message, { init, watch }, over)
      } catch (error) {
        const fault = asDialError(watch.signal.aborted ? watch.signal.reason : error, host)
        watch.stop(fault)
        over(fault)
        throw fault
      }
    },
  }
}

/** Connects to the first of the checked addresses that answers. */
async function connect(
  rules: TargetRules,
  { host, port, purpose, timeoutMs }: Parameters<Dial['connect']>[0],
): Promise<Socket> {
  const name = `${host}:${port}`
  if (!URL.canParse(`https://${name}`))
    throw new DialError('refused', failure('address_invalid', 'That is not a web address.'))
  let last: unknown
  for (const { address, family } of await checkTarget(rules, readTarget(`https://${name}`), purpose)) {
    try {
      return await new Promise<Socket>((resolve, reject) => {
        const socket = connectSocket({ host: address, port, family, timeout: timeoutMs })
        socket.once('connect', () => {
          socket.removeAllListeners()
          // Its user listens from a later moment on, and an error that nobody hears would end the process.
          socket.on('error', () => {})
          socket.setTimeout(0)
          resolve(socket)
        })
        socket.once('timeout', () => socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })))
        socket.once('error', reject)
      })
    } catch (error) {
      last = error
    }
  }
  throw asDialError(last, name)
}

/** Finds only names that mean this machine everywhere. Others count as public. */
const guessLookup: Lookup = async (host) => [
  { address: /(?:^|\.)localhost$/i.test(host) ? '127.0.0.1' : '1.1.1.1', family: 4 },
]

async function follow(rules: TargetRules, address: string, sending: Sending) {
  const { init, watch } = sending
  const redirects = ['GET', 'HEAD'].includes(init.method ?? 'GET') ? (init.redirects ?? 0) : 0
  let headers = headersOf(init)
  let url = readTarget(address)
  for (let followed = 0; ; followed++) {
    const own = ownPage(rules, url, init.purpose)
    const checked = own ? resolve(rules, own) : checkTarget(rules, url, init.purpose)
    const addresses = await orStopped(watch, checked)
    const all = { ...Object.fromEntries(headers), ...(own && { host: url.host }) }
    const message = await send(own ?? url, addresses, all, sending)
    const location = message.headers.location
    if (redirects === 0 || location === undefined || !isRedirect(message)) return { url, message }
    message.destroy()
    if (followed === redirects) throw redirectsTooOften(url, redirects)
    const next = readTarget(location, url)
    if (next.origin !== url.origin) headers = headers.filter(([name]) => harmlessHeaders.has(name))
    url = next
  }
}

function redirectsTooOften({ host }: URL, max: number): DialError {
  const sentence = `${host} redirects more than ${max} times.`
  return new DialError('refused', failure('too_many_redirects', sentence, { host, max }))
}

/** In lower case. If a name occurs twice, the last value counts. */
const headersOf = ({ headers = {} }: DialInit): [name: string, value: string][] =>
  Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => !ownHeaders.has(name))

const isRedirect = ({ statusCode = 0 }: IncomingMessage) => [301, 302, 303, 307, 308].includes(statusCode)

/** A connection that nobody uses is closed after this time, before most servers close it. Milliseconds. */
const idleMs = 4_000
/** The maximum number of unused connections to one target. */
const maxIdle = 2

/** The options of a request over a kept connection; `route` distinguishes connections to the same host. */
type Route = { route?: string }

class KeptHttp extends HttpAgent {
  override getName(options?: AgentOptions & Route): string {
    return `${super.getName(options)} ${options?.route}`
  }
}

class KeptHttps extends HttpsAgent {
  override getName(options?: AgentOptions & Route): string {
    return `${super.getName(options)} ${options?.route}`
  }
}

type KeptConnections = {
  /** The options with which a request uses a connection to exactly these checked addresses, kept for this purpose. */
  optionsFor(
    url: URL,
    addresses: readonly Address[],
    purpose: Purpose,
  ): { agent: HttpAgent | HttpsAgent; route: string }
}

/** Connections that are used again, so that a call costs no handshake. */
function createKeptConnections(): KeptConnections {
  const options = { keepAlive: true, timeout: idleMs, maxFreeSockets: maxIdle }
  const agents = { http: new KeptHttp(options), https: new KeptHttps(options) }
  return {
    optionsFor: ({ protocol }, addresses, purpose) => ({
      agent: protocol === 'https:' ? agents.https : agents.http,
      route: `${purpose} ${addresses
        .map(({ address }) => address)
        .sort()
        .join(' ')}`,
    }),
  }
}

/** Sends a request to the checked addresses only: over its own connection, or over a kept one. */
async function send(url: URL, addresses: Address[], headers: Record<string, string>, sending: Sending) {
  const { kept, init } = sending
  if (!init.keepAlive) return await sendOver({ agent: false }, url, addresses, headers, sending)
  try {
    return await sendOver(kept.optionsFor(url, addresses, init.purpose), url, addresses, headers, sending)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    return await sendOver({ agent: false }, url, addresses, headers, sending)
  }
}

function sendOver(
  connection: { agent: false } | ReturnType<KeptConnections['optionsFor']>,
  url: URL,
  addresses: Address[],
  headers: Record<string, string>,
  { init, watch, ca }: Sending,
) {
  const pinned: LookupFunction = (_host, options, answer) => {
    const [first] = addresses
    if (options.all) answer(null, addresses)
    else answer(null, first?.address ?? '', first?.family)
  }
  const { method = 'GET', body } = init
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const options = {
    method,
    headers: { 'accept-encoding': acceptEncoding, ...headers, ...length, ...onBehalf(addresses) },
    ...connection,
    lookup: pinned,
  }
  return new Promise<IncomingMessage>((resolve, reject) => {
    watch.signal.throwIfAborted()
    const request = url.protocol === 'https:' ? requestHttps(url, { ...options, ca }) : requestHttp(url, options)
    const stop = () => request.destroy(watch.signal.reason)
    watch.signal.addEventListener('abort', stop)
    let isAnswered = false
    request.on('response', (message) => {
      isAnswered = true
      resolve(message)
    })
    request.on('error', (error) => reject(staleOr(request, error)))
    request.on('close', () => {
      watch.signal.removeEventListener('abort', stop)
      // Without a response or error, the server tried to switch protocols.
      if (!isAnswered) reject(brokenBy(url.host, `${url.host} closed the connection without an answer.`))
    })
    request.end(body)
  })
}

/**
 * Marks a call to a private address as made on behalf of somebody else, like a proxy does. A server that trusts local
 * callers, such as this one with its metrics, must not treat it as local.
 */
const onBehalf = (addresses: Address[]) =>
  addresses.some(({ address }) => reachOf(address) !== 'public') ? { via: '1.1 frontdesk' } : {}

function toResponse(
  url: URL,
  message: IncomingMessage,
  { init, watch }: Pick<Sending, 'init' | 'watch'>,
  over: (fault?: DialError) => void,
) {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = message
  if (status < 200 || status > 599) {
    const sentence = `${url.host} answers with the status ${status}.`
    throw new DialError('broken', failure('answer_status', sentence, { status }))
  }
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  let body: ReadableStream<Uint8Array> | null = null
  if (init.method === 'HEAD' || [204, 205, 304].includes(status)) {
    // A body sent anyway would be read without limits on size and time. After a 204 there is none for the parser.
    if (init.keepAlive && status === 204) message.on('error', () => {}).resume()
    else message.destroy()
    over()
  } else {
    body = readBody(message, url.host, init.maxBytes, watch, over)
    for (const name of headers.has('content-encoding') ? ['content-encoding', 'content-length'] : [])
      headers.delete(name)
  }
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url.href })
}
