import type { CalendarFeed, FeedQuery } from '../../../shared/booking.ts'
import type { Context, Services } from '../../core/context.ts'
import { invalidField } from '../../core/error.ts'
import { sameText } from '../../core/seal.ts'
import { systemContext } from '../../core/transaction.ts'
import { type AppointmentRow, requirePicker } from './appointment.ts'
import { calendarFeed } from './ics.ts'

const day = 86_400_000
const past = 30 * day
const ahead = 180 * day
/** No appointment is longer, so an index finds those that end after a time by their start. */
const maxLength = 32 * day
/** If there are more, the oldest are left out. */
const maxItems = 5_000
/** Site, person and signature. */
const tokenForm = /^([\w-]{1,300})\.([0-9a-f]{16}|)\.([0-9a-f]{40})$/

const signing = 'calendar feed'
const naming = 'calendar feed of a person'
/** The person of the feed with all appointments. */
const everybody = ''

/** The address of a calendar feed. @throws 400 if appointments are off, or if a key asks for a feed of its own */
export async function getFeed(ctx: Context, query: FeedQuery): Promise<CalendarFeed> {
  const { of, person } = whoseFeed(ctx, query)
  return toFeed(ctx, of, person, await findVersion(ctx, person))
}

/** Changes the address of a calendar feed. The address so far stops working. @throws 400 as `getFeed` does */
export async function renewFeed(ctx: Context, query: FeedQuery): Promise<CalendarFeed> {
  const { of, person } = whoseFeed(ctx, query)
  return await ctx.tx(async (tx) => {
    const [row] = await tx.sql<[Version]>`
      insert into calendar_feeds as f (site, person, version, renewed_at) values (${tx.site.id}, ${person}, 1, ${tx.now()})
      on conflict (site, person) do update set version = f.version + 1, renewed_at = excluded.renewed_at
      returning version, renewed_at as "renewedAt"`
    return toFeed(tx, of, person, row)
  })
}

type Version = { version: number; renewedAt: number | null }

function whoseFeed(ctx: Context, { of }: FeedQuery): { of: 'site' | 'me'; person: string } {
  requirePicker(ctx)
  const { kind, id } = ctx.actor
  const isPerson = kind === 'person'
  if (of === 'me' && !isPerson)
    throw invalidField('of', { error: 'Only people have a feed of their own.', params: { reason: 'not_valid' } })
  return isPerson && of !== 'site' ? { of: 'me', person: nameOf(ctx.services, id) } : { of: 'site', person: everybody }
}

/** Stands for an account in addresses, which others see. */
const nameOf = ({ seal }: Pick<Services, 'seal'>, email: string): string => seal.hash(naming, email).slice(0, 16)

const signatureOf = ({ seal }: Pick<Services, 'seal'>, site: string, person: string, version: number): string =>
  seal.hash(signing, JSON.stringify([site, person, version])).slice(0, 40)

async function findVersion({ sql, site }: Pick<Context, 'sql' | 'site'>, person: string): Promise<Version> {
  const [row] = await sql<Version[]>`
    select version, renewed_at as "renewedAt" from calendar_feeds where site = ${site.id} and person = ${person}`
  return row ?? { version: 0, renewedAt: null }
}

function toFeed(ctx: Context, of: 'site' | 'me', person: string, { version, renewedAt }: Version): CalendarFeed {
  const { services, site } = ctx
  const token = [Buffer.from(site.id).toString('base64url'), person, signatureOf(services, site.id, person, version)]
  return { of, url: `${services.config.baseUrl}/feeds/${token.join('.')}.ics`, renewedAt }
}

/**
 * The calendar file of a feed.
 * @returns undefined if the token is not valid or was renewed, its account is gone, or appointments are off
 */
export async function readFeed(services: Services, token: string): Promise<string | undefined> {
  const [, siteId = '', person = '', signature = ''] = tokenForm.exec(token) ?? []
  const site = await services.sites.find(Buffer.from(siteId, 'base64url').toString('utf8'))
  if (site?.settings.bookings.mode !== 'picker') return undefined
  const ctx = systemContext(services, site)
  const { version } = await findVersion(ctx, person)
  if (!sameText(signature, signatureOf(services, site.id, person, version))) return undefined
  const email = person === everybody ? null : await findEmail(ctx, person)
  if (email === undefined) return undefined
  const rows = await listForFeed(ctx, email)
  const name = site.settings.businessName || site.name
  return calendarFeed(rows, { host: new URL(services.config.baseUrl).hostname, name })
}

/** The account that a token stands for. A deployment has few. */
async function findEmail({ sql, services }: Context, person: string): Promise<string | undefined> {
  const rows = await sql<{ email: string }[]>`select email from accounts`
  return rows.find(({ email }) => nameOf(services, email) === person)?.email
}

async function listForFeed({ sql, site, now }: Context, assignedTo: string | null): Promise<AppointmentRow[]> {
  const [from, to] = [now() - past, now() + ahead]
  const rows = await sql<AppointmentRow[]>`
    select a.* from appointments a left join jobs j on j.id = a.job_id
    where a.site = ${site.id} and a.held_until is null and a.status not in ('busy', 'cancelled')
      and a.starts_at > ${from - maxLength} and a.starts_at < ${to} and a.ends_at > ${from}
      ${assignedTo === null ? sql`` : sql`and j.assigned_to = ${assignedTo}`}
    order by a.starts_at desc, a.id desc limit ${maxItems}`
  return rows.toReversed()
}
