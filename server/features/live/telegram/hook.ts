import type { Context, Parts } from '../../../core/context.ts'
import { defineTask, nothing } from '../../../core/queue.ts'
import { sameText } from '../../../core/seal.ts'
import { siteTask } from '../../../core/tasks.ts'
import { botOf, findChannel } from './channel.ts'
import { noteFault } from './faults.ts'

const task = defineTask('telegram.hook', nothing)
const minute = 60_000

/** The address that the provider is told to call. Its last part changes with each connection. */
export const hookUrl = ({ config }: Parts, site: string, hook: string): string =>
  `${config.baseUrl}/inbound/telegram/${site}/${hook}`

/** What the provider sends in a header with each update: derived from the deployment's secret, and kept nowhere. */
export const hookSecret = ({ seal }: Pick<Parts, 'seal'>, site: string, hook: string): string =>
  seal.hash('telegram hook', `${site} ${hook}`)

/** Whether a call comes from the provider: it knows the secret of the address that it was told. */
export const knowsSecret = (parts: Parts, site: string, hook: string, secret: string): boolean =>
  sameText(secret, hookSecret(parts, site, hook))

/** Tells the provider the address anew: the public address of the server changed, or another site took the bot for a moment. */
export const hookTask = siteTask(task, {
  retry: [minute, 10 * minute, 60 * minute],
  lane: 'calls',
  run: renewHook,
})

export const enqueueHook = ({ queue }: Parts, site: string) => queue.add(task, site, {}, { name: 'hook' })

async function renewHook(ctx: Context): Promise<void> {
  const { parts, site } = ctx
  const channel = await findChannel(ctx)
  if (!channel?.token || !channel.hook) return
  const url = hookUrl(parts, site.id, channel.hook)
  try {
    await botOf(parts, channel.token).setHook(url, hookSecret(parts, site.id, channel.hook), false)
  } catch (error) {
    await noteFault(ctx, channel, error)
    throw error
  }
  await ctx.sql`update telegram set hook_url = ${url} where site = ${site.id} and hook = ${channel.hook}`
}

/** At the start: where the public address is another than the provider was told, it is told the new one. */
export async function renewOldHooks(parts: Parts): Promise<void> {
  const rows = await parts.database.sql<{ site: string; hook: string; hook_url: string }[]>`
    select site, hook, hook_url from telegram where token is not null`
  const known = new Set(parts.sites.ids())
  for (const { site, hook, hook_url } of rows)
    if (known.has(site) && hook_url !== hookUrl(parts, site, hook)) await enqueueHook(parts, site)
}
