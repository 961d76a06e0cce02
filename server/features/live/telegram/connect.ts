import type { ConnectTelegram, Telegram, TelegramDeleted, UpdateTelegram } from '../../../../shared/telegram.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { conflict } from '../../../core/error.ts'
import { randomText } from '../../../core/ids.ts'
import { botOf, type ChannelRow, findChannel, forgetThreads, sealToken, tellChanged, toTelegram } from './channel.ts'
import { asked, faultWords } from './faults.ts'
import { enqueueHook, hookSecret, hookUrl } from './hook.ts'
import { sweep } from './sweep.ts'

export const getTelegram = async (ctx: Context): Promise<Telegram> => toTelegram(await findChannel(ctx))

/**
 * Connects a bot, in place of the one before. The same bot with a new token keeps its chat. 400 where the provider refuses
 * the token or the webhook, 409 where the bot works for another site, 502 where the provider cannot be asked.
 */
export async function connectTelegram(ctx: Context, { token }: ConnectTelegram): Promise<Telegram> {
  const { parts, site } = ctx
  const bot = parts.outside.telegram.bot(token)
  const me = await asked('the token', bot.me())
  const before = await findChannel(ctx)
  await refuseElsewhere(ctx, me.id)
  const isNew = before?.bot_id !== me.id
  const hook = randomText(20)
  const url = hookUrl(parts, site.id, hook)
  await asked('the webhook', bot.setHook(url, hookSecret(parts, site.id, hook), isNew))
  const given = { token: sealToken(parts, token), bot_id: me.id, hook, hook_url: url }
  const row = await store(ctx, { ...given, bot_name: me.first_name, bot_username: me.username }, isNew)
  if (before && isNew) await releaseBot(ctx, before)
  else await sweep(parts, site.id)
  return toTelegram(row)
}

/** A bot calls one address alone: two sites would take its updates from each other. */
async function refuseElsewhere(ctx: Context, bot: number): Promise<void> {
  const rows = await ctx.sql`select from telegram where bot_id = ${bot} and site <> ${ctx.site.id}`
  if (rows.length > 0)
    throw conflict('This bot works for another site. Make one of its own for this site.', 'bot_of_other_site')
}

type Bot = Pick<ChannelRow, 'token' | 'bot_id' | 'bot_name' | 'bot_username' | 'hook' | 'hook_url'>

async function store(ctx: Context, bot: Bot, isNew: boolean): Promise<ChannelRow> {
  try {
    return await ctx.tx((tx) => storeBot(tx, bot, isNew))
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    // Another site connected it in this moment, and its webhook may just have been turned away from it.
    const rows = await ctx.sql<{ site: string }[]>`select site from telegram where bot_id = ${bot.bot_id}`
    for (const { site } of rows) await enqueueHook(ctx.parts, site)
    throw conflict('This bot works for another site. Make one of its own for this site.', 'bot_of_other_site')
  }
}

async function storeBot(tx: Tx, bot: Bot, isNew: boolean): Promise<ChannelRow> {
  const works = {
    status: 'ok',
    last_error: null,
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
  await tellChanged(tx)
  return row
}

/** Changes what goes to the provider; also before a bot is connected. */
export async function updateTelegram(ctx: Context, { shareContact }: UpdateTelegram): Promise<Telegram> {
  return await ctx.tx(async (tx) => {
    const values = { share_contact: shareContact, updated_at: tx.now() }
    const [row] = await tx.sql<[ChannelRow]>`
      insert into telegram ${tx.sql({ site: tx.site.id, ...values })}
      on conflict (site) do update set ${tx.sql(values)} returning *`
    await tellChanged(tx)
    return toTelegram(row)
  })
}

/** Forgets the bot, its chat and its topics. The provider is told where it can be. */
export async function disconnectTelegram(ctx: Context): Promise<TelegramDeleted> {
  const channel = await findChannel(ctx)
  if (channel) await releaseBot(ctx, channel)
  return await ctx.tx(async (tx) => {
    const { sql, site } = tx
    const removed = await sql<{ token: string | null }[]>`delete from telegram where site = ${site.id} returning token`
    await forgetThreads(tx)
    await sql`delete from telegram_updates where site = ${site.id}`
    await sql`delete from telegram_guesses where site = ${site.id}`
    if (removed.length > 0) await tellChanged(tx)
    return { deleted: removed.some(({ token }) => token !== null) }
  })
}

/** Has the provider call nobody any more. That it could not be told keeps nobody from going on without it. */
async function releaseBot({ parts, log, site }: Context, { token }: ChannelRow): Promise<void> {
  if (token === null) return
  try {
    await botOf(parts, token).deleteHook()
  } catch (error) {
    const words = faultWords(error)
    if (words === undefined) throw error
    log.warn({ site: site.id, words }, 'the webhook of a Telegram bot could not be taken away')
  }
}
