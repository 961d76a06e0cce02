import { Hono, type MiddlewareHandler } from 'hono'
import { maxFileBytes } from '../../shared/file.ts'
import { type Actor, publicActor } from '../core/actor.ts'
import type { OpenFile } from '../core/blobs.ts'
import { auditRefused, call } from '../core/call.ts'
import type { Services, Stream } from '../core/context.ts'
import { badRequest, unavailable } from '../core/error.ts'
import type { Answer } from '../core/idempotency.ts'
import type { Download, DownloadOperation, Operation, Operations, UploadOperation } from '../core/operation.ts'
import { admitCaller, bearerToken, countUnrouted, ownReading, ownSession } from '../door/caller.ts'
import { answerHeaders, refuseOthers } from '../door/error-response.ts'
import { countAddress, type RateState, type Rates, refuseOverRate } from '../door/rate-limit.ts'
import { addressOf, type Env, type HttpContext, queryOf, readJson, readQuery } from '../door/request.ts'
import { type AnswerStream, replayHeader, streamAnswer, wantsStream } from '../door/sse.ts'
import { attachment } from './attachment.ts'
import { encodingHeaders, encodings } from './encoding.ts'
import { readForm } from './form.ts'

export type Uploads = Record<string, Record<string, UploadOperation>>
export type Downloads = Record<string, Record<string, DownloadOperation>>

/** Operations with JSON, uploads (forms with a file) and downloads (file responses), by feature and name. */
export type Maps = { operations: Operations; uploads: Uploads; downloads: Downloads }

/** All operations as routes below /api/v1. */
export function restRoutes(
  services: Services,
  rates: Rates,
  { operations, uploads, downloads }: Maps,
  document: () => Promise<unknown>,
): Hono<Env> {
  const routes = new Hono<Env>()
  const files = namedIn(downloads, fileAnswer(services))
  const named = [...namedIn(operations, json), ...namedIn(uploads, form), ...files]
  for (const { name, operation, wire } of named) {
    routes.on(operation.method, operation.path, (c) => {
      c.set('operation', name)
      return answer(services, rates, c, operation, wire)
    })
  }
  let description: Promise<ReturnType<typeof encodings>> | undefined
  routes.get('/openapi.json', async (c) => {
    const rate = countAddress(rates, addressOf(services, c))
    c.set('rate', rate)
    refuseOverRate(rate)
    description ??= document().then((built) => encodings(new TextEncoder().encode(JSON.stringify(built)), 5))
    const { encoding, body } = await (await description)(c.req.header('accept-encoding'))
    const headers = { 'content-type': 'application/json', ...answerHeaders(rate), ...encodingHeaders(encoding) }
    return new Response(body, { headers })
  })
  refuseOthers(routes, (c) => countUnrouted(services, rates, c))
  return routes
}

/** How to read the token and body of a request and write its response. */
type Wire = {
  token(services: Services, c: HttpContext): string
  /** @param open receives the file of an upload */
  body(request: Request, open: OpenFile): Promise<Fields>
  respond(c: HttpContext, result: Result, headers: Record<string, string>, operation: Operation): Response
}
type Fields = Record<string, unknown>
type Result = Answer & { replayed?: boolean }

const json: Wire = {
  token: (_, c) => bearerToken(c.req.header('authorization'), queryOf(c.req.url)),
  body: readJson,
  respond: (_, result, headers) => toResponse(result, headers),
}

/** The product's own screens also send and fetch files here with their session cookie, because tRPC has no files. */
const withCookie =
  (session: typeof ownSession): Wire['token'] =>
  (services, c) => {
    const { headers } = c.req.raw
    const own = headers.has('authorization') ? undefined : session(services, headers)
    return own ?? json.token(services, c)
  }

const form: Wire = {
  ...json,
  token: withCookie(ownSession),
  body: (request, open) => readForm(request, maxFileBytes, open),
}

const fileAnswer = ({ log }: Services): Wire => ({
  ...json,
  token: withCookie(ownReading),
  respond: (c, { body }, headers, operation) =>
    attachment(c, body as Download, { media: (operation as DownloadOperation).media, log, headers }),
})

const namedIn = (operations: Operations, wire: Wire) =>
  Object.entries(operations).flatMap(([feature, list]) =>
    Object.entries(list).map(([name, operation]) => ({ name: `${feature}.${name}`, operation, wire })),
  )

async function answer(
  services: Services,
  rates: Rates,
  c: HttpContext,
  operation: Operation,
  wire: Wire,
): Promise<Response> {
  const actor = await admit(services, rates, c, operation, wire)
  const address = addressOf(services, c)
  const headers = answerHeaders(c.get('rate'))
  const perform = (stream?: Stream) => call(services, callOf(c, { operation, actor, address, stream }, wire))
  if (wantsStream(c.req.header('accept')) && operation.method === 'post')
    return await streamedAnswer(services, c, { status: operation.status, headers }, perform)
  return wire.respond(c, await perform(), headers, operation)
}

/** A backend that cannot stream is answered in plain JSON, and so is a stored error, whose status describes it. */
function streamedAnswer(
  services: Services,
  c: HttpContext,
  opened: { status: number; headers: Record<string, string> },
  perform: (stream: Stream) => Promise<Result>,
): Promise<Response> {
  const run = async ({ open, text }: AnswerStream) => {
    const result = await perform({ open: () => open(), replay: () => open(replayHeader), text })
    if (result.replayed && result.status < 400) open(replayHeader)
    return result
  }
  const plain = (result: Result) => toResponse(result, opened.headers)
  return streamAnswer(services, c, opened, run, { done: ({ body }) => body, plain })
}

async function admit(
  services: Services,
  rates: Rates,
  c: HttpContext,
  operation: Operation,
  wire: Wire,
): Promise<Actor> {
  const address = addressOf(services, c)
  const counted = (rate: RateState) => c.set('rate', rate)
  const overRate = (actor: Actor) => auditRefused(services, { operation, actor }, 429)
  if (operation.scope !== 'public')
    return await admitCaller(services, rates, { token: () => wire.token(services, c), address, counted, overRate })
  const rate = countAddress(rates, address)
  counted(rate)
  if (rate.first) await overRate(publicActor)
  refuseOverRate(rate)
  return publicActor
}

type Known = { operation: Operation; actor: Actor; address: string; stream: Stream | undefined }

function callOf(c: HttpContext, known: Known, { body }: Wire) {
  const { method } = known.operation
  const query = queryOf(c.req.url)
  const idempotencyKey = c.req.header('idempotency-key')
  return {
    ...known,
    idempotencyKey,
    site: query.get('site') ?? undefined,
    route: c.req.path,
    signal: c.req.raw.signal,
    async input(open: OpenFile) {
      if (idempotencyKey !== undefined && (idempotencyKey.length > 255 || idempotencyKey === ''))
        throw badRequest('Idempotency-Key: must have 1 to 255 characters.', 'invalid_idempotency_key', {
          max: 255,
        })
      const openHere: OpenFile = (fields) => open({ ...withSite(fields, query), ...c.req.param() })
      const sent = method === 'get' ? {} : withSite(await body(c.req.raw, openHere), query)
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

/** Like `Response.json`, but keeps the headers a plain object, which is written without conversion. */
const jsonResponse = (status: number, body: unknown, headers: Record<string, string>): Response =>
  textResponse(status, JSON.stringify(body), headers)

const textResponse = (status: number, json: string, headers: Record<string, string>): Response =>
  new Response(json, { status, headers: { 'content-type': 'application/json', ...headers } })

function toResponse(result: Result, headers: Record<string, string>): Response {
  const replay: Record<string, string> = result.replayed ? replayHeader : {}
  return jsonResponse(result.status, result.body, { ...headers, ...replay })
}

/** Rejects requests with 503 while this machine's clock differs from the database's. */
export const refuseByClock =
  (services: Services, rates: Rates): MiddlewareHandler<Env> =>
  async (c, next) => {
    const fault = services.clock.fault?.()
    if (fault === undefined) return await next()
    c.set('rate', countAddress(rates, addressOf(services, c)))
    throw unavailable(fault, 'clock_apart')
  }
