import { z } from 'zod'
import { Account, PatchMe } from '../../../shared/account.ts'
import { MeAnswer, type SiteSummary } from '../../../shared/site.ts'
import type { Actor } from '../../core/actor.ts'
import type { Context, Site } from '../../core/context.ts'
import { get, patch } from '../../core/operation.ts'
import { copilotOf } from '../assistant/copilot/copilot.ts'
import { bookingMode } from '../bookings/link.ts'
import { snippetOf } from '../settings/install.ts'
import { renameOwn } from './accounts.ts'

const via = { key: 'key', person: 'session', admin: 'admin_key' } as const

/** The caller and the sites that it can access. */
async function getMe(ctx: Context): Promise<MeAnswer> {
  const { actor, services } = ctx
  const sites = actor.site === null ? await services.sites.all() : [ctx.site]
  const known = await knowledgeOf(ctx, sites)
  return {
    admin: {
      email: actor.id,
      owner: actor.owner,
      role: actor.role,
      name: actor.name,
      via: via[actor.kind as keyof typeof via],
    },
    key: actor.key && keyOf(actor.key),
    sites: sites.map((site) => summarise(ctx, site, known.get(site.id))),
    summaries: services.outside.models.describe() !== null,
  }
}

const keyOf = ({ id, name, scopes, site, expiresAt }: NonNullable<Actor['key']>) => ({
  id,
  name,
  scopes,
  site,
  expiresAt,
})

/** Whether a site has learned anything, and its website has a booking link. */
type Known = { site: string; knowledge: true | null; linked: true | null }

/**
 * If Postgres saw the sites in the array, it would plan the query at each call, which takes longer than the query. With
 * `exists`, it would rather read small tables as a whole.
 */
async function knowledgeOf({ sql }: Context, sites: Site[]): Promise<Map<string, Known>> {
  const rows = await sql<Known[]>`
    select list.site, (select true from passages where passages.site = list.site limit 1) as knowledge,
      (select true from pages where pages.site = list.site and booking_url is not null limit 1) as linked
    from unnest((select ${sites.map(({ id }) => id)}::text[])) as list (site)`
  return new Map(rows.map((row) => [row.site, row]))
}

function summarise(ctx: Context, site: Site, known: Known | undefined): SiteSummary {
  const { settings } = site
  const { config } = ctx.services
  return {
    id: site.id,
    name: site.name,
    accent: settings.accent,
    avatar: settings.widget.brand.avatar ?? null,
    embed: snippetOf(ctx, site.id),
    connector: site.connector === 'assistant' ? 'assistant' : site.connector.kind,
    knowledge: known?.knowledge ?? false,
    businessName: settings.businessName || site.name,
    website: settings.website,
    production: {
      turnstile: config.turnstile !== undefined,
      hostnames: settings.allowedOrigins.map((origin) => origin.replace(/^https?:\/\//, '')),
      dailyCap: settings.security.limits.messagesPerSitePerDay,
    },
    live: settings.live.enabled,
    prompt: (site.prompt?.text ?? '') !== '',
    autoSummary: settings.autoSummary,
    files: settings.files.chat,
    jobFiles: settings.files.jobs,
    copilot: copilotOf(site, ctx.services.outside.models.describe() !== null),
    bookings: bookingMode(site, known?.linked ?? false),
    timezone: settings.bookings.timezone || settings.assistant.timezone,
  }
}

export const identityOperations = {
  me: get('/me', {
    summary: 'Retrieve the caller',
    description: 'Returns the caller and the sites that it can access.',
    scope: 'any',
    on: 'deployment',
    input: z.object({}),
    output: MeAnswer,
    run: getMe,
  }),
  rename: patch('/me', {
    summary: 'Update your profile',
    description:
      'Changes your name. Visitors see the first name in a live chat. For signed-in people; keys ' + 'get 400.',
    scope: 'any',
    on: 'deployment',
    input: PatchMe,
    output: Account,
    run: renameOwn,
  }),
}
