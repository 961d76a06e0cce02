import { z } from 'zod'
import type { CalendarAccounts, CalendarToolkit, ConnectCalendar } from '../../../shared/integration.ts'
import { problemPages } from '../../../shared/overview.ts'
import type { Context } from '../../core/context.ts'
import { connectorError } from '../../core/error.ts'
import { wordsOrNull } from '../../core/provider-answer.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { ComposioAccount, ComposioProject } from '../../outside/composio.ts'
import type { Toolkit } from '../../outside/composio-tools.ts'
import { getKey } from './integrations.ts'

const names: Record<Toolkit, string> = { google: 'Google Calendar', outlook: 'Outlook' }
const maxShown = 100
/** Accounts beyond this number are shown without their own name, which costs a call each. */
const maxNamed = 5

/**
 * The calendar accounts that were connected for the site.
 * @throws 400 without a key, 502 if Composio fails
 */
export async function listCalendarAccounts(
  ctx: Context,
  { toolkit }: { toolkit?: CalendarToolkit | undefined },
): Promise<CalendarAccounts> {
  const project = await projectOf(ctx)
  const accounts = (await asked(() => project.accounts(ctx.site.id, toolkit))).slice(0, maxShown)
  const items = await Promise.all(
    accounts.map(async (account, place) => {
      const kind = account.toolkit
      const label = place < maxNamed && account.isUsable ? await labelOf(ctx, project, account, kind) : names[kind]
      return { id: account.id, toolkit: kind, label, status: account.status }
    }),
  )
  return { items }
}

/**
 * A link at which somebody signs in to a calendar for the site.
 * @throws 400 without a key, 502 if Composio fails
 */
export async function connectCalendar(ctx: Context, { toolkit, returnUrl }: ConnectCalendar): Promise<{ url: string }> {
  const project = await projectOf(ctx)
  const url = await asked(() => project.connect(ctx.site.id, toolkit, returnUrl ?? integrationsPage(ctx)))
  return { url }
}

/** The dashboard's page of integrations; undefined on a server without https, to which no provider returns. */
function integrationsPage({ services: { config } }: Context): string | undefined {
  const url = new URL(problemPages.integration_failing, config.baseUrl)
  return url.protocol === 'https:' ? url.href : undefined
}

const projectOf = async (ctx: Context): Promise<ComposioProject> => {
  const { key } = await getKey(ctx, 'composio')
  return ctx.services.outside.composio.project(key)
}

async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw connectorError(error.message, 'integration_failed', { params: { why: error.message }, cause: error })
  }
}

const Google = z.object({ id: wordsOrNull(320), summary: wordsOrNull(320) })
const Profile = z.object({ mail: wordsOrNull(320), userPrincipalName: wordsOrNull(320), displayName: wordsOrNull(320) })

/** The address of the account. Only a label, so a failure shows the toolkit's name. */
async function labelOf({ site }: Context, project: ComposioProject, account: ComposioAccount, toolkit: Toolkit) {
  const by = { user: site.id, account: account.id }
  try {
    if (toolkit === 'google') {
      const input = { calendarId: 'primary' }
      const { id, summary } = await project.run({ ...by, tool: 'googleCalendar', input, schema: Google })
      return id ?? summary ?? names.google
    }
    const profile = await project.run({ ...by, tool: 'outlookProfile', input: {}, schema: Profile })
    return profile.mail ?? profile.userPrincipalName ?? profile.displayName ?? names.outlook
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return names[toolkit]
  }
}
