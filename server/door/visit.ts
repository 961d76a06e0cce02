import { visitorActor } from '../core/actor.ts'
import { addressBucket, mayChat } from '../core/address.ts'
import { writeAudit } from '../core/audit.ts'
import type { Context, Parts, Site, Stream } from '../core/context.ts'
import { badRequest, forbidden, Refusal, unauthorized } from '../core/error.ts'
import { newId } from '../core/ids.ts'
import { createContext } from '../core/transaction.ts'
import type { Sql } from '../database/database.ts'
import type { ConversationRow } from '../features/conversations/conversation.ts'
import { getOwnConversation, readVisitorToken } from '../features/conversations/visitor/visitor.ts'
import { tokenIn } from './caller.ts'
import { admitPage } from './cors.ts'
import { type Rates, refuseOverRate } from './rate-limit.ts'
import { addressOf, countryOf, type HttpContext } from './request.ts'

/** What limits of one visitor there are, beside those of their address. */
type Counted = 'message' | keyof typeof signalsPerMinute

/** All requests of one address, whatever they ask; an office behind one address has many visitors. */
const requestsPerMinute = 300

/** Of one conversation's. A page tells at most once a second that somebody types; what is rated is told the team each time. */
const signalsPerMinute = { typing: 90, seen: 60, feedback: 30 }

/** A request of a page that was admitted: its origin, its address and its rate. */
export type Visit = {
  parts: Parts
  c: HttpContext
  site: Site
  address: string
  /** What limits count as one client. */
  client: string
  /** Counts it against a limit of its visitor; 429 above. */
  count(what: Counted | null): void
  /** A context of the visitor. A page that is closed aborts nothing: its visitor may only have moved on. */
  context(options?: { stream?: Stream; audited?: { action: string; target: string } }): Context
}

/** A request of a visitor who showed the token of a conversation. */
export type VisitorVisit = Visit & {
  /** The conversation that the path names, where it is the visitor's. */
  conversation(ctx: Context): Promise<ConversationRow>
}

/** What a page shows of itself beside the query: the site, and the conversation of its token. */
type From = { site?: unknown; conversation?: string }

/**
 * Lets a page in that names its site in the query, or in `from`. What is refused is told to those who may read
 * it: the CORS headers are set as soon as the origin is admitted.
 */
export async function admitVisit(parts: Parts, rates: Rates, c: HttpContext, from: From): Promise<Visit> {
  c.header('x-request-id', newId('req'))
  const site = await siteOf(parts, c.req.query('site') ?? from.site)
  admitPage(parts, site, c)
  const address = addressOf(parts, c)
  if (!mayChat(address, site.settings.security))
    throw forbidden('This chat may not be used from this address.', 'address_not_allowed')
  const client = addressBucket(address)
  refuseOverRate(rates(`visitor ${client}`, requestsPerMinute))
  const { messagesPerIpPerMinute } = site.settings.security.limits
  return {
    ...{ parts, c, site, address, client },
    count(what) {
      if (what === 'message') refuseOverRate(rates(`visitor messages ${site.id} ${client}`, messagesPerIpPerMinute))
      else if (what) refuseOverRate(rates(`visitor ${what} ${from.conversation}`, signalsPerMinute[what]))
    },
    context({ stream, audited } = {}) {
      const visitor = { site, actor: visitorActor, address, country: countryOf(parts, c), stream: stream ?? null }
      if (!audited) return createContext(parts, visitor)
      const line = { ...audited, actor: visitorActor.id, site: site.id, status: 200 }
      const beforeCommit = (sql: Sql) => [writeAudit(sql, { ...line, at: parts.clock.now() })]
      return createContext(parts, { ...visitor, beforeCommit })
    },
  }
}

/** Lets a visitor in who shows a token. The conversation is found through it, when it is asked for. */
export async function admitVisitor(parts: Parts, rates: Rates, c: HttpContext): Promise<VisitorVisit> {
  const token = tokenIn(c.req.header('authorization'))
  if (token === undefined)
    throw unauthorized('Send the token of the chat in the Authorization header: Bearer <token>.', 'token_missing')
  const visitor = readVisitorToken(parts, token)
  const visit = await admitVisit(parts, rates, c, visitor)
  return { ...visit, conversation: (ctx) => getOwnConversation(ctx, visitor, c.req.param('id') as string) }
}

async function siteOf(parts: Parts, named: unknown): Promise<Site> {
  if (named !== undefined && typeof named !== 'string') throw badRequest('site: must be a string.')
  const ids = parts.sites.ids()
  const id = named ?? (ids.length === 1 ? ids[0] : undefined)
  if (id === undefined) throw badRequest('site: name the site, as there are several.', 'site_missing')
  const site = await parts.sites.find(id)
  if (!site)
    throw new Refusal(404, 'not_found', `There is no site "${id.slice(0, 100)}". Check data-site of the script tag.`, {
      reason: 'unknown_site',
      params: { site: id.slice(0, 100) },
    })
  return site
}
