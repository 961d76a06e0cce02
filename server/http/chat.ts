import { Hono } from 'hono'
import { StartChat } from '../../shared/chat.ts'
import { SendMessage } from '../../shared/conversation.ts'
import type { Parts } from '../core/context.ts'
import { notFound, Refusal } from '../core/error.ts'
import { parseInput } from '../core/fault-words.ts'
import { allowPreflight } from '../door/cors.ts'
import type { Rates } from '../door/rate-limit.ts'
import { type Env, readJson } from '../door/request.ts'
import { refuseBots } from './captcha.ts'
import { challenges } from './challenge.ts'
import { chatEvents } from './chat-events.ts'
import { type Chats, type Guard, guardChats } from './chat-guard.ts'
import { siteAnswers } from './chat-site.ts'
import { chatStream } from './chat-stream.ts'
import { one, visitorRoutes } from './chat-visitor.ts'

/**
 * What the chat on a page calls, below /chat. A page names its site (`?site=`, at the start also in the body) and later
 * shows the token that the start gave it; only pages of the site's allowed origins, and the product's own, are answered.
 * `chats` is what the feature does for these routes; handed in, as routes name no feature.
 */
export function chatRoutes(parts: Parts, rates: Rates, chats: Chats): Hono<Env> {
  const routes = new Hono<Env>()
  const guard = guardChats(parts, rates, chats)
  const challenge = challenges(parts)
  routes.options('*', (c) => allowPreflight(parts, c))
  routes.get('/challenge', async (c, next) => (await challenge.page(c)) ?? next())
  routes.get('/challenge/:file', (c, next) => challenge.file(c) ?? next())
  startRoutes(routes, guard, chats)
  conversationRoutes(routes, guard, chats)
  visitorRoutes(routes, guard, chats)
  const gets = ['/site', `${one}/events`, `${one}/transcript`].map((path) => [path, 'GET'])
  const posts = ['end', 'stop', 'typing', 'feedback', 'seen', 'identify', 'erase'].map((name) => [
    `${one}/${name}`,
    'POST',
  ])
  const both = [`${one}/messages`, 'GET, POST']
  for (const [path, allow] of [...gets, ...posts, ['/conversations', 'POST'], both] as [string, string][])
    routes.all(path, (c) => guard.refuse(wrongMethod(c.req.method, allow), { allow }))
  routes.all('*', () => guard.refuse(notFound('route')))
  return routes
}

const wrongMethod = (method: string, allowed: string) =>
  new Refusal(405, 'bad_request', `${method} is not possible here; ${allowed} is.`)

function startRoutes(routes: Hono<Env>, guard: Guard, chats: Chats): void {
  const answerSite = siteAnswers()
  routes.get('/site', async (c) => {
    const response = await guard.page(c, nowhere, async (visit) =>
      answerSite(visit, await chats.describeSite(visit.context()), c.req.header('accept-encoding')),
    )
    // Any page may read why it was refused, so that the loader can say it. A refusal tells nothing of the site.
    if (!response.ok && !response.headers.has(allowOrigin)) response.headers.set(allowOrigin, '*')
    return response
  })
  routes.post('/conversations', (c) => {
    let body: Record<string, unknown> = {}
    const siteInBody = async () => {
      body = await readJson(c.req.raw)
      return body.site
    }
    return guard.page(c, siteInBody, async (visit) => {
      const input = parseInput(StartChat, body)
      visit.countMessage()
      await refuseBots(visit.parts, input.captcha, visit.address)
      return await chatStream(visit, 201, (ctx, stored) => chats.startChat(ctx, input, stored))
    })
  })
}

const nowhere = async () => undefined
const allowOrigin = 'access-control-allow-origin'

function conversationRoutes(routes: Hono<Env>, guard: Guard, chats: Chats): void {
  routes.get(`${one}/messages`, (c) =>
    guard.visitor(c, async (visit, visitor, id) => visit.json(200, await chats.readChat(visit.context(), visitor, id))),
  )
  routes.post(`${one}/messages`, (c) =>
    guard.visitor(c, async (visit, visitor, id) => {
      const input = parseInput(SendMessage, await readJson(c.req.raw))
      visit.countMessage()
      return await chatStream(visit, 200, (ctx, stored) => chats.sendChat(ctx, visitor, { ...input, id }, stored))
    }),
  )
  routes.post(`${one}/end`, (c) =>
    guard.visitor(c, async (visit, visitor, id) => visit.json(200, await chats.endChat(visit.context(), visitor, id))),
  )
  routes.post(`${one}/stop`, (c) =>
    guard.visitor(c, async (visit, visitor, id) => visit.json(200, await chats.stopChat(visit.context(), visitor, id))),
  )
  routes.post(`${one}/typing`, (c) =>
    guard.visitor(c, async (visit, visitor, id) => {
      visit.countSignal('typing', visitor)
      await chats.typeInChat(visit.context(), visitor, id)
      return visit.json(200, { id })
    }),
  )
  routes.get(`${one}/events`, (c) =>
    guard.visitor(c, (visit, visitor, id) => chatEvents(visit, chats, visitor, id, c.req.header('last-event-id'))),
  )
}
