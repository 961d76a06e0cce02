import { Hono } from 'hono'
import { type ChatSite, type ChatStored, OpenChatLink, StartChat } from '../../shared/chat.ts'
import { maxChatFileBytes } from '../../shared/message.ts'
import { type FileReceiver, receiveBlob } from '../core/blobs.ts'
import { dropFile } from '../core/call.ts'
import type { Context, Services } from '../core/context.ts'
import { noRoute } from '../core/error.ts'
import type { Download } from '../core/operation.ts'
import { parseInput } from '../core/validation.ts'
import { allowOrigin, allowPreflight } from '../door/cors.ts'
import { refuseOthers } from '../door/error-response.ts'
import type { Rates } from '../door/rate-limit.ts'
import { type Env, type HttpContext, readJson } from '../door/request.ts'
import { type AnswerStream, streamAnswer, wantsStream } from '../door/sse.ts'
import { admitVisit, admitVisitor, type Visit, type VisitorVisit } from '../door/visit.ts'
import { startChat } from '../features/conversations/visitor/chat.ts'
import { type VisitorOperation, visitorOperations } from '../features/conversations/visitor/operations.ts'
import { describeSite } from '../features/conversations/visitor/site.ts'
import { openChatLink } from '../features/conversations/visitor/visitor.ts'
import { fileForPage, textFile } from './attachment.ts'
import { challenges, refuseBots } from './challenge.ts'
import { encodingHeaders, encodings } from './encoding.ts'
import { createFormReader, type FormReader } from './form.ts'
import { visitorEvents } from './visitor-events.ts'

const one = '/conversations/:id'

const maxLanguages = 10

/** Chromium logs streamed responses with `no-store` as cancelled. Responses to a POST are not cached anyway. */
const uncached = { 'cache-control': 'private, no-cache' }

/**
 * The routes of the chat, below /chat. A page names its site (`?site=`, at the start also in the body) and later sends
 * the token from the start. Only pages of the site's allowed origins and the product's own pages are answered.
 */
export function visitorRoutes(services: Services, rates: Rates): Hono<Env> {
  const routes = new Hono<Env>()
  const challenge = challenges(services)
  const answerSite = siteAnswers()
  const readFile = createFormReader(maxChatFileBytes)
  routes.options('*', (c) => allowPreflight(services, c))
  routes.use(async (c, next) => {
    c.header('x-content-type-options', 'nosniff')
    await next()
  })
  routes.get('/challenge', async (c) => (await challenge.page(c)) ?? missing())
  routes.get('/challenge/:file', async (c) => (await challenge.file(c)) ?? missing())
  routes.get('/site', async (c) => {
    // Any page may read why it was rejected, so that the loader can report it. The error reveals nothing about the
    // site.
    c.header(allowOrigin, '*')
    const visit = await admitVisit(services, rates, c, {})
    const wanted = (c.req.query('lang') ?? '').split(',', maxLanguages)
    return await answerSite(visit, await describeSite(visit.context(), wanted))
  })
  routes.post('/conversations', async (c) => {
    const body = await readJson(c.req.raw)
    const visit = await admitVisit(services, rates, c, { site: body.site })
    const input = parseInput(StartChat, body)
    visit.count('message')
    await refuseBots(services, input.captcha, visit.address)
    return await streamed(visit, 201, (ctx, stored) => startChat(ctx, input, stored))
  })
  routes.post('/resume', async (c) => {
    const input = parseInput(OpenChatLink, await readJson(c.req.raw))
    const visit = await admitVisit(services, rates, c, { site: input.site })
    return c.json(await openChatLink(visit.context(), input), 200, { 'cache-control': 'no-store' })
  })
  for (const operation of Object.values<VisitorOperation>(visitorOperations))
    routes.on(operation.method, one + operation.path, (c) => answer(services, rates, c, { operation, readFile }))
  routes.get(`${one}/events`, async (c) =>
    visitorEvents(await admitVisitor(services, rates, c), c.req.header('last-event-id')),
  )
  refuseOthers(routes)
  return routes
}

const missing = (): never => {
  throw noRoute()
}

async function answer(
  services: Services,
  rates: Rates,
  c: HttpContext,
  { operation, readFile }: { operation: VisitorOperation; readFile: FormReader },
): Promise<Response> {
  const { input: schema, admitFile, counts } = operation
  const visit = await admitVisitor(services, rates, c)
  let receiver: FileReceiver | undefined
  const read = async () => {
    if (!admitFile) return await readJson(c.req.raw)
    return await readFile(c, visit.client, async () => {
      const ctx = visit.context()
      receiver = await receiveBlob(ctx, await admitFile(ctx, await visit.conversation(ctx)))
      return receiver
    })
  }
  // A message counts before its file is received.
  if (admitFile) visit.count(counts)
  try {
    const input = schema ? parseInput(schema, await read()) : {}
    if (!admitFile) visit.count(counts)
    return await respond(visit, operation, input)
  } finally {
    await dropFile(services, receiver)
  }
}

async function respond(visit: VisitorVisit, operation: VisitorOperation, input: unknown): Promise<Response> {
  const { method, path, answers, audited, run } = operation
  const { services, c } = visit
  const perform = async (ctx: Context, stored: (stored: ChatStored) => void = () => {}) =>
    await run(ctx, await visit.conversation(ctx), input, stored, c.req.param())
  if (answers === 'stream') return await streamed(visit, 200, perform)
  const target = c.req.param('id') as string
  const action = `${method.toUpperCase()} /chat${one}${path}`
  const result = await perform(visit.context(audited ? { audited: { action, target } } : {}))
  if (answers === 'download') return fileForPage(c, result as Download, services.log)
  if (answers === 'file') return textFile(c, result as { name: string; text: string })
  return c.json(result as object, 200, { 'cache-control': 'no-store' })
}

type Perform = (ctx: Context, stored: (stored: ChatStored) => void) => Promise<unknown>

/**
 * Responds to a visitor's message: in JSON, or as a stream of `stored`, `waiting`s, `delta`s and `done` or `error`. The stream
 * begins when the message is stored, so that a page that is closed early knows its chat. Until then, errors have their
 * own status.
 */
async function streamed(visit: Visit, status: 200 | 201, perform: Perform): Promise<Response> {
  const { services, c } = visit
  const plain = (reply: unknown) => c.json(reply as object, status, { 'cache-control': 'no-store' })
  if (!wantsStream(c.req.header('accept'))) return plain(await perform(visit.context(), () => {}))
  const run = ({ open, send, text }: AnswerStream) =>
    perform(
      visit.context({
        stream: { open: () => {}, replay: () => {}, text, waits: (place) => send('waiting', { place }) },
      }),
      (stored) => {
        open()
        send('stored', stored)
      },
    )
  return await streamAnswer(services, c, { status, headers: uncached }, run, { done: (reply) => reply, plain })
}

/** A site has at most twenty translations. */
const maxKept = 21

type Kept = { text: string; encoded: ReturnType<typeof encodings> }

/**
 * Responds with the site's public settings. Every page requests them, so they are compressed, and again only when they
 * change. Browsers cache them briefly and per page, because other pages may be rejected.
 */
function siteAnswers() {
  const kept = new Map<string, Kept[]>()
  const encodedOf = (site: ChatSite) => {
    const text = JSON.stringify(site)
    const known = kept.get(site.id) ?? []
    const found = known.find((one) => one.text === text)
    if (found) return found.encoded
    const encoded = encodings(new TextEncoder().encode(text), 5)
    kept.set(site.id, [{ text, encoded }, ...known].slice(0, maxKept))
    return encoded
  }
  return async ({ c }: Visit, site: ChatSite): Promise<Response> => {
    const { encoding, body } = await encodedOf(site)(c.req.header('accept-encoding'))
    return c.body(body, 200, {
      ...encodingHeaders(encoding, 'origin, accept-encoding'),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, max-age=60',
    })
  }
}
