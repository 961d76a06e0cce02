import { Hono, type Context as HonoContext } from 'hono'
import { mostFileBytes } from '../../shared/file.ts'
import { asRefusal, auditRefusal, call } from '../core/call.ts'
import type { Actor, Parts, Stream } from '../core/context.ts'
import { badRequest, notFound, Refusal, unauthorized } from '../core/error.ts'
import type { Answer } from '../core/idempotency.ts'
import { newId } from '../core/ids.ts'
import type { Operation } from '../core/operation.ts'
import { authenticate, bearerToken, countAddress, countCaller, refuseOverRate } from './authenticate.ts'
import { readForm } from './form.ts'
import type { RateState, Rates } from './rate.ts'
import { clientAddress, type Env, queryOf, readJson, readQuery } from './request.ts'
import { ownSession } from './session.ts'
import { streamed, wantsStream } from './stream.ts'

export type Operations = Record<string, Record<string, Operation>>

type Request = HonoContext<Env>

/** What is called with JSON, and what with a form that holds a file; each by its feature and its name. */
export type Maps = { operations: Operations; uploads: Operations }

/** Every operation as a route below /api/v1, plus what an unknown path or method is told. */
export function restRoutes(
  parts: Parts,
  rates: Rates,
  { operations, uploads }: Maps,
  document: () => unknown,
): Hono<Env> {
  const routes = new Hono<Env>()
  const named = [...namedIn(operations, jsonInput), ...namedIn(uploads, formInput)]
  for (const { name, operation, input } of named) {
    routes.on(operation.method, operation.path, (c) => {
      c.set('operation', name)
      return answer(parts, rates, c, operation, input)
    })
  }
  const all = named.map(({ operation }) => operation)
  let description: unknown
  routes.get('/openapi.json', (c) => {
    const rate = countAddress(rates, addressOf(parts, c))
    description ??= document()
    return jsonResponse(200, description, headersOf(rate))
  })
  for (const path of new Set(all.map((operation) => operation.path))) {
    const allowed = all.filter((operation) => operation.path === path).map(({ method }) => method.toUpperCase())
    routes.all(path, (c) => refuse(parts, rates, c, wrongMethod(c.req.method, allowed), { allow: allowed.join(', ') }))
  }
  routes.all('*', (c) => refuse(parts, rates, c, notFound('route')))
  return routes
}

/** How the token and the body of a request are read. */
type Input = { token(parts: Parts, c: Request): string; body(request: globalThis.Request): Promise<Fields> }
type Fields = Record<string, unknown>

const jsonInput: Input = {
  token: (_, c) => bearerToken(c.req.header('authorization'), queryOf(c.req.url)),
  body: readJson,
}

/** The product's own screens send files here too, as tRPC takes none: with the cookie of their session. */
const formInput: Input = {
  token(parts, c) {
    const { headers } = c.req.raw
    const session = headers.has('authorization') ? undefined : ownSession(parts, headers)
    return session ?? jsonInput.token(parts, c)
  },
  body: (request) => readForm(request, mostFileBytes),
}

const namedIn = (operations: Operations, input: Input) =>
  Object.entries(operations).flatMap(([feature, list]) =>
    Object.entries(list).map(([name, operation]) => ({ name: `${feature}.${name}`, operation, input })),
  )

const wrongMethod = (method: string, allowed: string[]) =>
  new Refusal(405, 'bad_request', `${method} is not possible here; ${allowed.join(', ')} is.`)

async function answer(parts: Parts, rates: Rates, c: Request, operation: Operation, input: Input): Promise<Response> {
  const address = addressOf(parts, c)
  let rate: RateState | undefined
  try {
    const actor = operation.scope === 'public' ? nobody : await authenticate(parts, input.token(parts, c))
    rate = operation.scope === 'public' ? countAddress(rates, address) : await countCaller(parts, rates, actor)
    if (rate.first) await auditRefusal(parts, { operation, actor }, 429)
    refuseOverRate(rate)
    const state = rate
    const perform = (stream?: Stream) => call(parts, callOf(c, { operation, actor, address, stream }, input))
    if (wantsStream(c.req.header('accept')) && operation.method === 'post') {
      const opened = { status: operation.status, headers: headersOf(state) }
      return await streamed(parts, perform, (result) => toResponse(result, headersOf(state)), opened)
    }
    return toResponse(await perform(), headersOf(state))
  } catch (error) {
    return refused(parts, error, rate ?? countAddress(rates, address))
  }
}

type Known = { operation: Operation; actor: Actor; address: string; stream: Stream | undefined }

function callOf(c: Request, known: Known, { body }: Input) {
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
      const fields = method === 'get' || method === 'delete' ? readQuery(query) : withSite(await body(c.req.raw), query)
      return Object.assign(fields, c.req.param())
    },
  }
}

function withSite(body: Fields, query: URLSearchParams): Fields {
  const site = query.get('site')
  if (site !== null && body.site !== undefined && body.site !== site)
    throw badRequest('site: the address and the body name two.')
  return site === null ? body : { ...body, site }
}

export const nobody: Actor = {
  kind: 'visitor',
  id: 'public',
  name: null,
  scopes: new Set(),
  owner: false,
  role: null,
  site: null,
  key: null,
  session: null,
}

export const addressOf = (parts: Parts, c: Request): string =>
  clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), parts.config.trustProxy)

/** Like `Response.json`, but the headers stay a plain object, which is written as it is. */
const jsonResponse = (status: number, body: unknown, headers: Record<string, string>): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** The three headers that every answer carries. */
export function headersOf(rate: RateState): Record<string, string> {
  return {
    'x-request-id': newId('req'),
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
  }
}

function toResponse(result: Answer & { replayed?: boolean }, headers: Record<string, string>): Response {
  const replay: Record<string, string> = result.replayed ? { 'idempotent-replay': 'true' } : {}
  return jsonResponse(result.status, result.body, { ...headers, ...replay })
}

/** A refusal of what never reached an operation. */
function refuse(parts: Parts, rates: Rates, c: Request, refusal: Refusal, more: Record<string, string> = {}): Response {
  const key = queryOf(c.req.url).has('api_key')
  return refused(
    parts,
    key ? unauthorized('A key belongs in the Authorization header, never in the address.') : refusal,
    countAddress(rates, addressOf(parts, c)),
    more,
  )
}

export function refused(parts: Parts, error: unknown, rate: RateState, more: Record<string, string> = {}): Response {
  // Nobody known, too often: the flood is told so instead of what it asked.
  const unknownFlood = error instanceof Refusal && error.status === 401 && rate.retryAfter > 0
  const refusal = unknownFlood ? floodOf(rate) : asRefusal(parts, error)
  const retry: Record<string, string> =
    refusal.retryAfter === undefined ? {} : { 'retry-after': String(refusal.retryAfter) }
  const headers = { ...headersOf(rate), ...retry, ...more }
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
