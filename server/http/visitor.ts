import { Hono } from 'hono'
import { type ChatStored, StartChat } from '../../shared/chat.ts'
import type { Context, Parts } from '../core/context.ts'
import { noRoute } from '../core/error.ts'
import { parseInput } from '../core/fault-words.ts'
import { allowOrigin, allowPreflight } from '../door/cors.ts'
import { refuseOthers } from '../door/error-response.ts'
import type { Rates } from '../door/rate-limit.ts'
import { type Env, type HttpContext, readJson } from '../door/request.ts'
import { type AnswerStream, streamAnswer, wantsStream } from '../door/sse.ts'
import { admitVisit, admitVisitor, type Visit } from '../door/visit.ts'
import { startChat } from '../features/conversations/visitor/chat.ts'
import { type VisitorOperation, visitorOperations } from '../features/conversations/visitor/operations.ts'
import { describeSite } from '../features/conversations/visitor/site.ts'
import { textFile } from './attachment.ts'
import { refuseBots } from './captcha.ts'
import { challenges } from './challenge.ts'
import { visitorEvents } from './visitor-events.ts'
import { siteAnswers } from './visitor-site.ts'

const one = '/conversations/:id'

/** Chromium logs each streamed answer with `no-store` as cancelled, read to its end or not. A cache keeps no answer to a POST. */
const uncached = { 'cache-control': 'private, no-cache' }

/**
 * What the chat on a page calls, below /chat. A page names its site (`?site=`, at the start also in the body) and later
 * shows the token that the start gave it; only pages of the site's allowed origins, and the product's own, are answered.
 */
export function visitorRoutes(parts: Parts, rates: Rates): Hono<Env> {
  const routes = new Hono<Env>()
  const challenge = challenges(parts)
  const answerSite = siteAnswers()
  routes.options('*', (c) => allowPreflight(parts, c))
  routes.get('/challenge', async (c) => (await challenge.page(c)) ?? missing())
  routes.get('/challenge/:file', (c) => challenge.file(c) ?? missing())
  routes.get('/site', async (c) => {
    // Any page may read why it was refused, so that the loader can say it. A refusal tells nothing of the site.
    c.header(allowOrigin, '*')
    const visit = await admitVisit(parts, rates, c, {})
    return await answerSite(visit, await describeSite(visit.context()))
  })
  routes.post('/conversations', async (c) => {
    const body = await readJson(c.req.raw)
    const visit = await admitVisit(parts, rates, c, { site: body.site })
    const input = parseInput(StartChat, body)
    visit.count('message')
    await refuseBots(parts, input.captcha, visit.address)
    return await streamed(visit, 201, (ctx, stored) => startChat(ctx, input, stored))
  })
  for (const operation of Object.values<VisitorOperation>(visitorOperations))
    routes.on(operation.method, one + operation.path, (c) => answer(parts, rates, c, operation))
  routes.get(`${one}/events`, async (c) =>
    visitorEvents(await admitVisitor(parts, rates, c), c.req.header('last-event-id')),
  )
  refuseOthers(routes)
  return routes
}

const missing = (): never => {
  throw noRoute()
}

async function answer(parts: Parts, rates: Rates, c: HttpContext, operation: VisitorOperation): Promise<Response> {
  const { method, path, input: schema, counts, answers, audited, run } = operation
  const visit = await admitVisitor(parts, rates, c)
  const input = schema ? parseInput(schema, await readJson(c.req.raw)) : {}
  visit.count(counts)
  const perform = async (ctx: Context, stored: (stored: ChatStored) => void = () => {}) =>
    await run(ctx, await visit.conversation(ctx), input, stored)
  if (answers === 'stream') return await streamed(visit, 200, perform)
  const target = c.req.param('id') as string
  const action = `${method.toUpperCase()} /chat${one}${path}`
  const result = await perform(visit.context(audited ? { audited: { action, target } } : {}))
  if (answers === 'file') return textFile(c, result as { name: string; text: string })
  return c.json(result as object, 200, { 'cache-control': 'no-store' })
}

type Perform = (ctx: Context, stored: (stored: ChatStored) => void) => Promise<unknown>

/**
 * Answers a page's message: in JSON, or as a stream of `stored`, `delta`s and `done`, or `error`. The stream begins when
 * the message is stored, so that a page that is left early knows its chat; until then, a refusal has its own status.
 */
async function streamed(visit: Visit, status: 200 | 201, perform: Perform): Promise<Response> {
  const { parts, c } = visit
  const plain = (reply: unknown) => c.json(reply as object, status, { 'cache-control': 'no-store' })
  if (!wantsStream(c.req.header('accept'))) return plain(await perform(visit.context(), () => {}))
  const run = ({ open, send, text }: AnswerStream) =>
    perform(visit.context({ stream: { open: () => {}, replay: () => {}, text } }), (stored) => {
      open()
      send('stored', stored)
    })
  return await streamAnswer(parts, c, { status, headers: uncached }, run, { done: (reply) => reply, plain })
}
