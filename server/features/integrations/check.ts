import type { IntegrationKind } from '../../../shared/integration.ts'
import type { Context } from '../../core/context.ts'
import { type Failure, failure } from '../../core/failure.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { CalendlyAccount } from '../../outside/calendly.ts'

type Key = { key: string; baseUrl: string | null }
type Checked = { detail: string; failed?: Failure; account?: string | null; plan?: string | null }

/**
 * Asks the provider whose key it is, and for what it may be used.
 * @throws ProviderError if the provider refuses the key or cannot be reached
 */
export async function checkKey(ctx: Context, kind: IntegrationKind, key: Key): Promise<Checked> {
  if (kind === 'calcom') return await checkCalcom(ctx, key)
  return kind === 'calendly' ? await checkCalendly(ctx, key) : await checkComposio(ctx, key)
}

async function checkCalcom({ services }: Context, { key, baseUrl }: Key): Promise<Checked> {
  const account = services.outside.calcom.account(key, baseUrl)
  const { email } = await account.me()
  const types = await account.eventTypes()
  return { account: email, detail: `Connected as ${email}. ${counted(types.length, 'event type')}` }
}

const hour = 3_600_000

async function checkCalendly({ services, now }: Context, { key }: Key): Promise<Checked> {
  const account = services.outside.calendly.account(key)
  const { uri, email } = await account.me()
  let types = 0
  const uses: (() => Promise<unknown>)[] = [
    async () => {
      types = (await account.eventTypes(uri)).length
    },
    () => account.busyTimes(uri, now() + hour, now() + 2 * hour),
    () => account.events({ user: uri, from: now(), to: now() + hour, page: null, count: 1, isBackground: false }),
    () => tryWriting(account),
  ]
  const missing = new Set<string>()
  for (const use of uses) for (const scope of await scopesMissingFor(use)) missing.add(scope)
  if (missing.size === 0)
    return { account: email, detail: `Connected as ${email}. ${counted(types, 'active event type')}` }
  const scopes = [...missing].join(', ')
  const detail = `The token of Calendly lacks these scopes: ${scopes}. Create a token that has them.`
  return { account: email, detail, failed: failure('integration_scopes', detail, { name: 'Calendly', scopes }) }
}

async function scopesMissingFor(use: () => Promise<unknown>): Promise<string[]> {
  try {
    await use()
    return []
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'scopes') throw error
    return String(error.params?.scopes ?? '').split(', ')
  }
}

/** Cancels an event that does not exist: the only way to learn whether a token may write without changing anything. */
async function tryWriting(account: CalendlyAccount): Promise<void> {
  try {
    await account.cancel('00000000-0000-0000-0000-000000000000', null)
  } catch (error) {
    const isOfTheEvent = error instanceof ProviderError && ['missing', 'refused'].includes(error.kind)
    if (!isOfTheEvent) throw error
  }
}

async function checkComposio({ services, site }: Context, { key }: Key): Promise<Checked> {
  const project = services.outside.composio.project(key)
  const { project: name, plan } = await project.session()
  const accounts = (await project.accounts(site.id)).filter(({ isUsable }) => isUsable)
  const as = name ? ` to the project ${name}` : ''
  return { account: name, plan, detail: `Connected${as}. ${counted(accounts.length, 'calendar account')}` }
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}.`
