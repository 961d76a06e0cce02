import type { Hono } from 'hono'
import { ChatIdentity, RateReply, SeeMessages } from '../../shared/chat.ts'
import { parseInput } from '../core/fault-words.ts'
import { type Env, readJson } from '../door/request.ts'
import type { Chats, Guard, Visit } from './chat-guard.ts'

export const one = '/conversations/:id'

/** What a visitor does with a chat beside talking in it. */
export function visitorRoutes(routes: Hono<Env>, guard: Guard, chats: Chats): void {
  routes.post(`${one}/feedback`, (c) =>
    guard.visitor(c, async (visit, visitor, id) => {
      const input = parseInput(RateReply, await readJson(c.req.raw))
      visit.countSignal('feedback', visitor)
      return visit.json(200, await chats.rateInChat(visit.context(), visitor, id, input))
    }),
  )
  routes.post(`${one}/seen`, (c) =>
    guard.visitor(c, async (visit, visitor, id) => {
      const input = parseInput(SeeMessages, await readJson(c.req.raw))
      visit.countSignal('seen', visitor)
      return visit.json(200, await chats.seeInChat(visit.context(), visitor, id, input))
    }),
  )
  routes.post(`${one}/identify`, (c) =>
    guard.visitor(c, async (visit, visitor, id) => {
      const input = parseInput(ChatIdentity, await readJson(c.req.raw))
      // Each may make a contact, so they count like what a visitor writes.
      visit.countMessage()
      return visit.json(200, await chats.identifyInChat(visit.context(), visitor, id, input))
    }),
  )
  routes.post(`${one}/erase`, (c) =>
    guard.visitor(c, async (visit, visitor, id) => {
      const ctx = visit.audited('POST /chat/conversations/:id/erase', id)
      return visit.json(200, await chats.eraseChat(ctx, visitor, id))
    }),
  )
  routes.get(`${one}/transcript`, (c) =>
    guard.visitor(c, async (visit, visitor, id) =>
      textFile(visit, await chats.readTranscript(visit.context(), visitor, id)),
    ),
  )
}

/** A file to keep: whoever opens its address is given it, never shown it. */
function textFile({ headers }: Visit, { name, text }: { name: string; text: string }): Response {
  return new Response(text, {
    headers: {
      ...headers,
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}
