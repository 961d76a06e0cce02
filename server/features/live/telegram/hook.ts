import type { Context, Services } from '../../../core/context.ts'
import { defineTask, nothing } from '../../../core/queue.ts'
import { sameText } from '../../../core/seal.ts'
import { siteTask } from '../../../core/tasks.ts'
import { botOf, findChannel } from './channel.ts'
import { recordFailure, telegramCalls, telegramTarget } from './faults.ts'

const task = defineTask('telegram.hook', nothing, telegramTarget)
const minute = 60_000

/** The webhook address. Its last part changes with each connection. */
export const hookUrl = ({ config }: Services, site: string, hook: string): string =>
  `${config.baseUrl}/inbound/telegram/${site}/${hook}`

/**
 * The secret that the provider sends in a header with each update. Derived from the deployment's secret and not stored.
 */
export const hookSecret = ({ seal }: Pick<Services, 'seal'>, site: string, hook: string): string =>
  seal.hash('telegram hook', `${site} ${hook}`)

/** Whether a request comes from the provider: it has the secret of the webhook. */
export const hasHookSecret = (services: Services, site: string, hook: string, secret: string): boolean =>
  sameText(secret, hookSecret(services, site, hook))

/** Sets the webhook again, because the public address of the server changed or another site briefly took the bot. */
export const hookTask = siteTask(task, {
  retry: [minute, 10 * minute, 60 * minute],
  ...telegramCalls,
  run: renewHook,
})

export const enqueueHook = ({ queue }: Services, site: string) => queue.add(task, site, {}, { name: 'hook' })

async function renewHook(ctx: Context): Promise<void> {
  const { services, site } = ctx
  const channel = await findChannel(ctx)
  if (!channel?.token || !channel.hook) return
  const url = hookUrl(services, site.id, channel.hook)
  try {
    await botOf(services, channel.token).setHook(url, hookSecret(services, site.id, channel.hook), false)
  } catch (error) {
    await recordFailure(ctx, channel, error)
    throw error
  }
  await ctx.sql`update telegram set hook_url = ${url} where site = ${site.id} and hook = ${channel.hook}`
}

/** At startup: sets the webhook again if the public address has changed. */
export async function renewOldHooks(services: Services): Promise<void> {
  const rows = await services.database.sql<{ site: string; hook: string; hook_url: string }[]>`
    select site, hook, hook_url from telegram where token is not null`
  const known = new Set(services.sites.ids())
  for (const { site, hook, hook_url } of rows)
    if (known.has(site) && hook_url !== hookUrl(services, site, hook)) await enqueueHook(services, site)
}
