import type {
  ChatErased,
  ChatHistory,
  ChatIdentity,
  ChatReply,
  ChatSite,
  ChatStored,
  Identified,
  MessagesSeen,
  RateReply,
  ReplyRated,
  SeeMessages,
  StartChat,
} from '../../shared/chat.ts'
import type { SendMessage } from '../../shared/conversation.ts'
import type { EventType } from '../../shared/event.ts'
import { visitorActor } from '../core/actor.ts'
import { addressBucket, mayChat } from '../core/address.ts'
import { writeAudit } from '../core/audit.ts'
import { asRefusal } from '../core/call.ts'
import type { Context, Parts, Site, Stream } from '../core/context.ts'
import { badRequest, forbidden, Refusal, rateLimited, unauthorized } from '../core/error.ts'
import { newId } from '../core/ids.ts'
import { createContext } from '../core/transaction.ts'
import type { Sql } from '../database/database.ts'
import { tokenIn } from '../door/caller.ts'
import { admitPage } from '../door/cors.ts'
import type { Rates } from '../door/rate-limit.ts'
import { addressOf, countryOf, type HttpContext } from '../door/request.ts'

type Visitor = { site: string; conversation: string }
type Stored = (stored: ChatStored) => void
type Follower = {
  /** Without an id: of the moment, not to be gone on from. */
  event(id: string | undefined, type: EventType, data: Record<string, unknown>): void
  resync(id: string): void
  end(): void
}

/** What the chat feature does for these routes. */
export type Chats = {
  describeSite(ctx: Context): Promise<ChatSite>
  readVisitorToken(parts: Parts, token: string): Visitor
  startChat(ctx: Context, input: StartChat, stored: Stored): Promise<ChatReply>
  sendChat(ctx: Context, visitor: Visitor, input: SendMessage & { id: string }, stored: Stored): Promise<ChatReply>
  readChat(ctx: Context, visitor: Visitor, id: string): Promise<ChatHistory>
  checkChat(ctx: Context, visitor: Visitor, id: string): Promise<void>
  typeInChat(ctx: Context, visitor: Visitor, id: string): Promise<void>
  endChat(ctx: Context, visitor: Visitor, id: string): Promise<unknown>
  stopChat(ctx: Context, visitor: Visitor, id: string): Promise<unknown>
  rateInChat(ctx: Context, visitor: Visitor, id: string, input: RateReply): Promise<ReplyRated>
  seeInChat(ctx: Context, visitor: Visitor, id: string, input: SeeMessages): Promise<MessagesSeen>
  readTranscript(ctx: Context, visitor: Visitor, id: string): Promise<{ name: string; text: string }>
  eraseChat(ctx: Context, visitor: Visitor, id: string): Promise<ChatErased>
  identifyInChat(ctx: Context, visitor: Visitor, id: string, identity: ChatIdentity): Promise<Identified>
  followChat(
    ctx: Context,
    visitor: Visitor,
    id: string,
    lastEventId: string | undefined,
    follower: Follower,
  ): Promise<() => void>
}

/** A request of a page that was admitted. */
export type Visit = {
  parts: Parts
  address: string
  /** What limits count as one client. */
  client: string
  country: string | null
  accept: string | undefined
  headers: Record<string, string>
  /** A context of the visitor. A page that is closed aborts nothing: its visitor may only have moved on. */
  context(stream?: Stream): Context
  /** One whose change leaves a line in the audit log. */
  audited(action: string, target: string): Context
  /** Counts a message of this address; 429 above `messagesPerIpPerMinute`. */
  countMessage(): void
  /** Counts what a page tells on the way, of this visitor alone; 429 above what a person does in a minute. */
  countSignal(name: Signal, visitor: Visitor): void
  json(status: number, body: unknown): Response
  /** Breaks the connection. */
  drop(): void
}

/** All requests of one address, whatever they ask; an office behind one address has many visitors. */
const requestsPerMinute = 300

/** Of one visitor's. A page tells at most once a second that somebody types; what is rated is told the team each time. */
const signalsPerMinute = { typing: 90, seen: 60, feedback: 30 }
type Signal = keyof typeof signalsPerMinute

export type Guard = ReturnType<typeof guardChats>

/** Lets pages in: origin, address and rate, then the visitor's token. What is refused is told to those who may read it. */
export function guardChats(parts: Parts, rates: Rates, chats: Pick<Chats, 'readVisitorToken'>) {
  const admit = async (c: HttpContext, named: string | undefined, seen: Record<string, string>): Promise<Visit> => {
    const site = await siteOf(parts, named)
    Object.assign(seen, admitPage(parts, site, c))
    const address = addressOf(parts, c)
    admitAddress(site, address)
    const client = addressBucket(address)
    count(rates, `visitor ${client}`, requestsPerMinute)
    const drop = () => void c.env?.incoming?.socket.destroy()
    const from = { address, client, country: countryOf(parts, c), accept: c.req.header('accept'), drop }
    return visitOf(parts, rates, site, from, seen)
  }

  /** Runs `work`; a refusal becomes an answer, with the CORS headers that were found by then. */
  const answer = async (work: (seen: Record<string, string>) => Promise<Response>): Promise<Response> => {
    const seen: Record<string, string> = { 'x-request-id': newId('req') }
    try {
      return await work(seen)
    } catch (error) {
      return refusalResponse(asRefusal(parts, error), seen)
    }
  }

  return {
    /** A request that names its site in the query, or where `site` finds it. */
    page: (c: HttpContext, site: () => Promise<unknown>, work: (visit: Visit) => Promise<Response>) =>
      answer(async (seen) => {
        const found = await site()
        return await work(await admit(c, nameOf(c.req.query('site') ?? found), seen))
      }),
    /** A request of a visitor with a token, about the conversation that the path names. */
    visitor: (c: HttpContext, work: (visit: Visit, visitor: Visitor, id: string) => Promise<Response>) =>
      answer(async (seen) => {
        const visitor = chats.readVisitorToken(parts, bearer(c))
        const visit = await admit(c, c.req.query('site') ?? visitor.site, seen)
        return await work(visit, visitor, c.req.param('id') as string)
      }),
    refuse: (refusal: Refusal, headers: Record<string, string> = {}) =>
      refusalResponse(refusal, { 'x-request-id': newId('req'), ...headers }),
  }
}

function nameOf(site: unknown): string | undefined {
  if (site !== undefined && typeof site !== 'string') throw badRequest('site: must be a string.')
  return site
}

function bearer(c: HttpContext): string {
  const token = tokenIn(c.req.header('authorization'))
  if (token === undefined) throw unauthorized('Send the token of the chat in the Authorization header: Bearer <token>.')
  return token
}

async function siteOf(parts: Parts, named: string | undefined): Promise<Site> {
  const ids = parts.sites.ids()
  const id = named ?? (ids.length === 1 ? ids[0] : undefined)
  if (id === undefined) throw badRequest('site: name the site, as there are several.')
  const site = await parts.sites.find(id)
  if (!site)
    throw new Refusal(404, 'not_found', `There is no site "${id.slice(0, 100)}". Check data-site of the script tag.`)
  return site
}

/** Blocked addresses are refused; where a list of allowed ones is set, so is every other. */
function admitAddress({ settings }: Site, address: string): void {
  if (!mayChat(address, settings.security)) throw forbidden('This chat may not be used from this address.')
}

function count(rates: Rates, name: string, limit: number): void {
  const { retryAfter } = rates(name, limit)
  if (retryAfter > 0) throw rateLimited(retryAfter)
}

type From = Pick<Visit, 'address' | 'client' | 'country' | 'accept' | 'drop'>

function visitOf(parts: Parts, rates: Rates, site: Site, from: From, headers: Record<string, string>): Visit {
  const { messagesPerIpPerMinute } = site.settings.security.limits
  const asVisitor = { site, actor: visitorActor, address: from.address, country: from.country }
  return {
    ...from,
    parts,
    headers,
    context: (stream) => createContext(parts, { ...asVisitor, stream: stream ?? null }),
    audited(action, target) {
      const line = { actor: visitorActor.id, action, target, site: site.id, status: 200 }
      const beforeCommit = (sql: Sql) => [writeAudit(sql, { ...line, at: parts.clock.now() })]
      return createContext(parts, { ...asVisitor, beforeCommit })
    },
    countMessage: () => count(rates, `visitor messages ${site.id} ${from.client}`, messagesPerIpPerMinute),
    countSignal: (name, { conversation }) => count(rates, `visitor ${name} ${conversation}`, signalsPerMinute[name]),
    json: (status, body) => Response.json(body, { status, headers: { ...headers, 'cache-control': 'no-store' } }),
  }
}

function refusalResponse(refusal: Refusal, headers: Record<string, string>): Response {
  const retry: Record<string, string> =
    refusal.retryAfter === undefined ? {} : { 'retry-after': String(refusal.retryAfter) }
  return Response.json(refusal.body(), { status: refusal.status, headers: { ...headers, ...retry } })
}
