import { visitorActor } from '../core/actor.ts'
import { addressBucket, mayChat } from '../core/address.ts'
import { writeAudit } from '../core/call.ts'
import type { Context, Services, Site, Stream } from '../core/context.ts'
import { AppError, badRequest, forbidden, unauthorized } from '../core/error.ts'
import { newId } from '../core/ids.ts'
import { createContext } from '../core/transaction.ts'
import type { Sql } from '../database/database.ts'
import type { ConversationRow } from '../features/conversations/conversation.ts'
import { getOwnConversation, readVisitorToken } from '../features/conversations/visitor/visitor.ts'
import { tokenIn } from './caller.ts'
import { admitPage } from './cors.ts'
import { createRates, type Rates, refuseOverRate } from './rate-limit.ts'
import { addressOf, countryOf, type HttpContext } from './request.ts'

/** The limits per visitor, in addition to those per address. */
type Counted = 'message' | 'slots' | 'booking' | keyof typeof signalsPerMinute

/** All requests of one address; an office behind one address has many visitors. */
const requestsPerMinute = 300

/** Per conversation. A page sends typing at most once a second; each rating notifies the team. */
const signalsPerMinute = { typing: 90, seen: 60, feedback: 30 }

const hour = 3_600_000
const hourlyRates = new WeakMap<Services, Rates>()

/** The bookings of each address in an hour. */
function hourly(services: Services): Rates {
  const known = hourlyRates.get(services) ?? createRates(services.clock, hour)
  hourlyRates.set(services, known)
  return known
}

/** An admitted request of a page, with its origin, address and rate limit. */
export type Visit = {
  services: Services
  c: HttpContext
  site: Site
  address: string
  /** The name that rate limits count as one client. */
  client: string
  /** Counts the request against a limit of the visitor. 429 above it. */
  count(what: Counted | null): void
  /** A context of the visitor. Closing the page aborts nothing, because the visitor may only have navigated. */
  context(options?: { stream?: Stream; audited?: { action: string; target: string } }): Context
}

/** A request of a visitor with the token of a conversation. */
export type VisitorVisit = Visit & {
  /** The conversation in the path, if it is the visitor's. */
  conversation(ctx: Context): Promise<ConversationRow>
}

/** The site in the body and the conversation of the token, beside the query. */
type From = { site?: unknown; conversation?: string }

/**
 * Admits a page that names its site in the query or in `from`. Allowed pages can read errors, because CORS headers are
 * set as soon as the origin is admitted.
 */
export async function admitVisit(services: Services, rates: Rates, c: HttpContext, from: From): Promise<Visit> {
  c.header('x-request-id', newId('req'))
  const site = await siteOf(services, c.req.query('site') ?? from.site)
  admitPage(services, site, c)
  const address = addressOf(services, c)
  if (!mayChat(address, site.settings.security))
    throw forbidden('This chat cannot be used from this IP address.', 'address_not_allowed')
  const client = addressBucket(address)
  refuseOverRate(rates(`visitor ${client}`, requestsPerMinute))
  const { messagesPerIpPerMinute, slotLookupsPerIpPerMinute, bookingsPerIpPerHour } = site.settings.security.limits
  return {
    ...{ services, c, site, address, client },
    count(what) {
      if (what === 'message') refuseOverRate(rates(`visitor messages ${site.id} ${client}`, messagesPerIpPerMinute))
      else if (what === 'slots') refuseOverRate(rates(`visitor slots ${site.id} ${client}`, slotLookupsPerIpPerMinute))
      else if (what === 'booking') refuseOverRate(hourly(services)(`${site.id} ${client}`, bookingsPerIpPerHour))
      else if (what) refuseOverRate(rates(`visitor ${what} ${from.conversation}`, signalsPerMinute[what]))
    },
    context({ stream, audited } = {}) {
      const visitor = { site, actor: visitorActor, address, country: countryOf(services, c), stream: stream ?? null }
      if (!audited) return createContext(services, visitor)
      const line = { ...audited, actor: visitorActor.id, site: site.id, status: 200 }
      const beforeCommit = (sql: Sql) => [writeAudit(sql, { ...line, at: services.clock.now() })]
      return createContext(services, { ...visitor, beforeCommit })
    },
  }
}

/** Admits a visitor with a token. The conversation is loaded when it is needed. */
export async function admitVisitor(services: Services, rates: Rates, c: HttpContext): Promise<VisitorVisit> {
  const token = tokenIn(c.req.header('authorization'))
  if (token === undefined)
    throw unauthorized('Send the chat token in the Authorization header: Bearer <token>.', 'token_missing')
  const visitor = readVisitorToken(services, token)
  const visit = await admitVisit(services, rates, c, visitor)
  return { ...visit, conversation: (ctx) => getOwnConversation(ctx, visitor, c.req.param('id') as string) }
}

async function siteOf(services: Services, named: unknown): Promise<Site> {
  if (named !== undefined && typeof named !== 'string') throw badRequest('site: must be a string.')
  const ids = services.sites.ids()
  const id = named ?? (ids.length === 1 ? ids[0] : undefined)
  if (id === undefined) throw badRequest('site: is required, because there are several sites.', 'site_missing')
  const site = await services.sites.find(id)
  if (!site)
    throw new AppError(404, 'not_found', `No such site: "${id.slice(0, 100)}". Check data-site in the script tag.`, {
      reason: 'unknown_site',
      params: { site: id.slice(0, 100) },
    })
  return site
}
