import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono'
import { mostFileBytes } from '../../shared/file.ts'
import { type Actor, publicActor } from '../core/actor.ts'
import { asRefusal, auditRefusal, call } from '../core/call.ts'
import type { Parts, Stream } from '../core/context.ts'
import type { Download, DownloadOperation } from '../core/download.ts'
import { badRequest, notFound, Refusal, unauthorized, unavailable } from '../core/error.ts'
import type { Answer } from '../core/idempotency.ts'
import { newId } from '../core/ids.ts'
import type { Operation, Operations } from '../core/operation.ts'
import { actorOf, authenticate, bearerToken, ownReading, ownSession } from '../door/caller.ts'
import { countAddress, countCaller, type RateState, type Rates, refuseOverRate } from '../door/rate-limit.ts'
import { addressOf, type Env, queryOf, readJson, readQuery } from '../door/request.ts'
import { replayHeader, streamed, wantsStream } from '../door/sse.ts'
import { attachment } from './attachment.ts'
import { readForm } from './form.ts'

type Request = HonoContext<Env>

export type Downloads = Record<string, Record<string, DownloadOperation>>

/** What is called with JSON, what with a form that holds a file, and what answers with one; by feature and name. */
export type Maps = { operations: Operations; uploads: Operations; downloads: Downloads }

/** Every operation as a route below /api/v1, plus what an unknown path or method is told. */
export function restRoutes(
  parts: Parts,
  rates: Rates,
  { operations, uploads, downloads }: Maps,
  document: () => Promise<unknown>,
): Hono<Env> {
  const routes = new Hono<Env>()
  const files = namedIn(downloads, fileAnswer(parts))
  const named = [...namedIn(operations, json), ...namedIn(uploads, form), ...files]
  for (const { name, operation, wire } of named) {
    routes.on(operation.method, operation.path, (c) => {
      c.set('operation', name)
      return answer(parts, rates, c, operation, wire)
    })
  }
  const all = named.map(({ operation }) => operation)
  let description: Promise<string> | undefined
  routes.get('/openapi.json', async (c) => {
    const rate = countAddress(rates, addressOf(parts, c))
    description ??= document().then((built) => JSON.stringify(built))
    return textResponse(200, await description, headersOf(rate))
  })
  for (const path of new Set(all.map((operation) => operation.path))) {
    const allowed = all.filter((operation) => operation.path === path).map(({ method }) => method.toUpperCase())
    routes.all(path, (c) => refuse(parts, rates, c, wrongMethod(c.req.method, allowed), { allow: allowed.join(', ') }))
  }
  routes.all('*', (c) => refuse(parts, rates, c, notFound('route')))
  return routes
}

/** How the token and the body of a request are read, and how its answer is written. */
type Wire = {
  token(parts: Parts, c: Request): string
  body(request: globalThis.Request): Promise<Fields>
  respond(result: Result, headers: Record<string, string>, operation: Operation): Response
}
type Fields = Record<string, unknown>
type Result = Answer & { replayed?: boolean }

const json: Wire = {
  token: (_, c) => bearerToken(c.req.header('authorization'), queryOf(c.req.url)),
  body: readJson,
  respond: toResponse,
}

/** The product's own screens send and fetch files here too, as tRPC has none: with the cookie of their session. */
const withCookie =
  (session: typeof ownSession): Wire['token'] =>
  (parts, c) => {
    const { headers } = c.req.raw
    const own = headers.has('authorization') ? undefined : session(parts, headers)
    return own ?? json.token(parts, c)
  }

const form: Wire = { ...json, token: withCookie(ownSession), body: (request) => readForm(request, mostFileBytes) }

const fileAnswer = ({ log }: Parts): Wire => ({
  ...json,
  token: withCookie(ownReading),
  respond: ({ body }, headers, operation) =>
    attachment(body as Download, (operation as DownloadOperation).media, log, headers),
})

const namedIn = (operations: Operations, wire: Wire) =>
  Object.entries(operations).flatMap(([feature, list]) =>
    Object.entries(list).map(([name, operation]) => ({ name: `${feature}.${name}`, operation, wire })),
  )

const wrongMethod = (method: string, allowed: string[]) =>
  new Refusal(405, 'bad_request', `${method} is not possible here; ${allowed.join(', ')} is.`)

async function answer(parts: Parts, rates: Rates, c: Request, operation: Operation, wire: Wire): Promise<Response> {
  const address = addressOf(parts, c)
  let rate: RateState | undefined
  try {
    const actor = operation.scope === 'public' ? publicActor : await authenticate(parts, wire.token(parts, c))
    rate = operation.scope === 'public' ? countAddress(rates, address) : await countCaller(parts, rates, actor)
    if (rate.first) await auditRefusal(parts, { operation, actor }, 429)
    refuseOverRate(rate)
    const state = rate
    const perform = (stream?: Stream) => call(parts, callOf(c, { operation, actor, address, stream }, wire))
    if (wantsStream(c.req.header('accept')) && operation.method === 'post') {
      const opened = { status: operation.status, headers: headersOf(state) }
      return await streamed(parts, perform, (result) => toResponse(result, headersOf(state)), opened)
    }
    return wire.respond(await perform(), headersOf(state), operation)
  } catch (error) {
    return refused(parts, error, rate ?? countAddress(rates, address))
  }
}

type Known = { operation: Operation; actor: Actor; address: string; stream: Stream | undefined }

function callOf(c: Request, known: Known, { body }: Wire) {
  const { method } = known.operation
  const query = queryOf(c.req.url)
  const idempotencyKey = c.req.header('idempotency-key')
  return {
    ...known,
    idempotencyKey,
    site: query.get('site') ?? undefined,
    route: c.req.path,
    signal: c.req.raw.signal,
    async input() {
      if (idempotencyKey !== undefined && (idempotencyKey.length > 255 || idempotencyKey === ''))
        throw badRequest('Idempotency-Key: must have 1 to 255 characters.')
      const sent = method === 'get' ? {} : withSite(await body(c.req.raw), query)
      const fields = method === 'get' || method === 'delete' ? { ...sent, ...readQuery(query) } : sent
      return Object.assign(fields, c.req.param())
    },
  }
}

function withSite(body: Fields, query: URLSearchParams): Fields {
  const site = query.get('site')
  if (site !== null && body.site !== undefined && body.site !== site)
    throw badRequest('site: the query and the body name different sites.')
  return site === null ? body : { ...body, site }
}

/** Like `Response.json`, but the headers stay a plain object, which is written as it is. */
const jsonResponse = (status: number, body: unknown, headers: Record<string, string>): Response =>
  textResponse(status, JSON.stringify(body), headers)

const textResponse = (status: number, json: string, headers: Record<string, string>): Response =>
  new Response(json, { status, headers: { 'content-type': 'application/json', ...headers } })

/** The headers of every answer. Answers hold personal data, so nothing in between keeps them. */
export function headersOf(rate: RateState): Record<string, string> {
  return {
    'x-request-id': newId('req'),
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
}

function toResponse(result: Result, headers: Record<string, string>): Response {
  const replay: Record<string, string> = result.replayed ? replayHeader : {}
  return jsonResponse(result.status, result.body, { ...headers, ...replay })
}

/** Refuses a request for an unknown path or with a wrong method. It counts against its caller, as every other request. */
async function refuse(
  parts: Parts,
  rates: Rates,
  c: Request,
  refusal: Refusal,
  more: Record<string, string> = {},
): Promise<Response> {
  let rate: RateState | undefined
  try {
    const key = queryOf(c.req.url).has('api_key')
    if (key) throw unauthorized('A key belongs in the Authorization header, never in the address.')
    const actor = await actorOf(parts, c.req.header('authorization'))
    if (!actor) return refused(parts, refusal, countAddress(rates, addressOf(parts, c)), more)
    rate = await countCaller(parts, rates, actor)
    refuseOverRate(rate)
    return refused(parts, refusal, rate, more)
  } catch (error) {
    return refused(parts, error, rate ?? countAddress(rates, addressOf(parts, c)))
  }
}

/** 503 for everything behind it while this machine's clock is not the database's. */
export const refuseByClock =
  (parts: Parts, rates: Rates): MiddlewareHandler<Env> =>
  async (c, next) => {
    const fault = parts.clock.fault?.()
    if (fault === undefined) return await next()
    return refused(parts, unavailable(fault), countAddress(rates, addressOf(parts, c)))
  }

export function refused(parts: Parts, error: unknown, rate: RateState, more: Record<string, string> = {}): Response {
  // Nobody known, too often: the flood is told so instead of what it asked.
  const unknownFlood = error instanceof Refusal && error.status === 401 && rate.retryAfter > 0
  const refusal = unknownFlood ? floodOf(rate) : asRefusal(parts, error)
  const retry: Record<string, string> =
    refusal.retryAfter === undefined ? {} : { 'retry-after': String(refusal.retryAfter) }
  const challenge: Record<string, string> = refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  const headers = { ...headersOf(rate), ...retry, ...challenge, ...more }
  return jsonResponse(refusal.status, refusal.body(), headers)
}

function floodOf(rate: RateState): Refusal {
  try {
    refuseOverRate(rate)
  } catch (error) {
    return error as Refusal
  }
  throw new Error('a rate that is not used up refuses nothing')
}
