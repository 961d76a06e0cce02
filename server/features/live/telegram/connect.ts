import type { ConnectTelegram, Telegram, TelegramDeleted, UpdateTelegram } from '../../../../shared/telegram.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { conflict } from '../../../core/error.ts'
import { randomText } from '../../../core/ids.ts'
import { botOf, type ChannelRow, emitChanged, findChannel, forgetThreads, sealToken, toTelegram } from './channel.ts'
import { asked, describeFault } from './faults.ts'
import { enqueueHook, hookSecret, hookUrl } from './hook.ts'
import { enqueueOutdated } from './sync.ts'

export const getTelegram = async (ctx: Context): Promise<Telegram> => toTelegram(await findChannel(ctx))

/**
 * Connects a bot and replaces the previous one. The same bot with a new token keeps its chat. 400 if the provider
 * rejects the token or the webhook, 409 if the bot is connected to another site, 502 if the provider cannot be reached.
 */
export async function connectTelegram(ctx: Context, { token }: ConnectTelegram): Promise<Telegram> {
  const { services, site } = ctx
  const bot = services.outside.telegram.bot(token)
  const me = await asked('the token', bot.me())
  const before = await findChannel(ctx)
  await refuseElsewhere(ctx, me.id)
  const isNew = before?.bot_id !== me.id
  const hook = randomText(20)
  const url = hookUrl(services, site.id, hook)
  await asked('the webhook', bot.setHook(url, hookSecret(services, site.id, hook), isNew))
  const given = { token: sealToken(services, token), bot_id: me.id, hook, hook_url: url }
  const row = await store(ctx, { ...given, bot_name: me.first_name, bot_username: me.username }, isNew)
  if (before && isNew) await releaseBot(ctx, before)
  else await enqueueOutdated(services, site.id)
  return toTelegram(row)
}

/** A bot has only one webhook address, so two sites would take each other's updates. */
async function refuseElsewhere(ctx: Context, bot: number): Promise<void> {
  const rows = await ctx.sql`select from telegram where bot_id = ${bot} and site <> ${ctx.site.id}`
  if (rows.length > 0)
    throw conflict('This bot is connected to another site. Create a separate bot for this site.', 'bot_of_other_site')
}

type Bot = Pick<ChannelRow, 'token' | 'bot_id' | 'bot_name' | 'bot_username' | 'hook' | 'hook_url'>

async function store(ctx: Context, bot: Bot, isNew: boolean): Promise<ChannelRow> {
  try {
    return await ctx.tx((tx) => storeBot(tx, bot, isNew))
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    // Another site connected the bot at the same time, and this call may have replaced its webhook.
    const rows = await ctx.sql<{ site: string }[]>`select site from telegram where bot_id = ${bot.bot_id}`
    for (const { site } of rows) await enqueueHook(ctx.services, site)
    throw conflict('This bot is connected to another site. Create a separate bot for this site.', 'bot_of_other_site')
  }
}

async function storeBot(tx: Tx, bot: Bot, isNew: boolean): Promise<ChannelRow> {
  const works = {
    status: 'ok',
    last_error: null,
    reason: null,
    params: null,
    last_error_at: null,
    failures: 0,
    paused_until: 0,
    updated_at: tx.now(),
  }
  const unlinked = { chat_id: null, chat_title: null, chat_topics: false, link_code: randomText(12) }
  const values = { ...bot, ...works, ...(isNew ? unlinked : {}) }
  const { sql, site } = tx
  if (isNew) {
    await forgetThreads(tx)
    await sql`delete from telegram_updates where site = ${site.id}`
  }
  const [row] = await sql<[ChannelRow]>`
    insert into telegram ${sql({ site: site.id, ...values } as never)}
    on conflict (site) do update set ${sql(values as never)} returning *`
  await emitChanged(tx)
  return row
}

/** Changes what is sent to the provider. Works without a connected bot. */
export async function updateTelegram(ctx: Context, { shareContact }: UpdateTelegram): Promise<Telegram> {
  return await ctx.tx(async (tx) => {
    const values = { share_contact: shareContact, updated_at: tx.now() }
    const [row] = await tx.sql<[ChannelRow]>`
      insert into telegram ${tx.sql({ site: tx.site.id, ...values })}
      on conflict (site) do update set ${tx.sql(values)} returning *`
    await emitChanged(tx)
    return toTelegram(row)
  })
}

/** Deletes the bot, its chat and its topics, and removes the webhook if possible. */
export async function disconnectTelegram(ctx: Context): Promise<TelegramDeleted> {
  const channel = await findChannel(ctx)
  if (channel) await releaseBot(ctx, channel)
  return await ctx.tx(async (tx) => {
    const { sql, site } = tx
    const removed = await sql<{ token: string | null }[]>`delete from telegram where site = ${site.id} returning token`
    await forgetThreads(tx)
    await sql`delete from telegram_updates where site = ${site.id}`
    await sql`delete from telegram_guesses where site = ${site.id}`
    if (removed.length > 0) await emitChanged(tx)
    return { deleted: removed.some(({ token }) => token !== null) }
  })
}

/** Removes the webhook at the provider. A failure does not stop the disconnection. */
async function releaseBot({ services, log, site }: Context, { token }: ChannelRow): Promise<void> {
  if (token === null) return
  try {
    await botOf(services, token).deleteHook()
  } catch (error) {
    const failed = describeFault(error)
    if (!failed) throw error
    log.warn({ site: site.id, words: failed.message }, 'could not remove the webhook of a Telegram bot')
  }
}
