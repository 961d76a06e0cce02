import { z } from 'zod'
import { mergeSettings, PutSettings, Settings, SettingsAnswer } from '../../../shared/settings.ts'
import { sourceOf } from '../../core/actor.ts'
import type { Context, Site, Tx } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import { get, put } from '../../core/operation.ts'
import { defineTask } from '../../core/queue.ts'
import { fingerprint } from '../../core/seal.ts'

type Row = { version: number; changed_at: number | null; changed_by: string | null; source: string | null }

/** The site's settings with their version and derived values. */
async function getSettings(ctx: Context): Promise<SettingsAnswer> {
  const [row] = await ctx.sql<Row[]>`
    select version, changed_at, changed_by, source from site_settings where site = ${ctx.site.id}`
  return answer(ctx, ctx.site, row)
}

/**
 * Saves any part of the settings. The whole object is stored, so that a later change of the configuration file or of a
 * default does not change what the owner saw. The last write wins.
 */
export async function putSettings(ctx: Context, { settings: patch }: PutSettings): Promise<SettingsAnswer> {
  return await ctx.tx(async (tx) => {
    const { settings, row } = await changeSettings(tx, () => patch)
    return answer(tx, { ...tx.site, settings }, row)
  })
}

/**
 * Saves the result of `patchOf`, called with the current settings. Concurrent changes wait. Saves nothing if it returns
 * undefined.
 */
export async function changeSettings(
  tx: Tx,
  patchOf: (current: Settings) => PutSettings['settings'] | undefined,
): Promise<{ settings: Settings; row: Row }> {
  await tx.sql`insert into site_settings (site) values (${tx.site.id}) on conflict do nothing`
  const [saved] = await tx.sql<[Row & { settings: Record<string, unknown> }]>`
    select settings, version, changed_at, changed_by, source from site_settings where site = ${tx.site.id} for update`
  const current = Settings.parse({ ...tx.site.settings, ...saved.settings })
  const patch = patchOf(current)
  if (!patch) return { settings: current, row: saved }
  const settings = mergeSettings(current, patch)
  const [row] = await tx.sql<[Row]>`
    update site_settings set settings = ${tx.sql.json(settings as never)}, version = version + 1,
      changed_at = ${tx.now()}, changed_by = ${tx.actor.id}, source = ${sourceOf(tx.actor)}
    where site = ${tx.site.id} returning version, changed_at, changed_by, source`
  await replanLive(tx, current.live, settings.live)
  tx.emit('settings.changed', { version: row.version })
  return { settings, row }
}

function answer(ctx: Context, site: Site, row: Row | undefined): SettingsAnswer {
  const hash = fingerprint(JSON.stringify(site.settings))
  const { config, outside } = ctx.services
  const titled = (list: { id: string; title?: string | undefined }[]) =>
    list.map(({ id, title }) => ({ id, title: title ?? id }))
  return {
    site: site.id,
    connector: site.connector === 'assistant' ? 'assistant' : site.connector.kind,
    settings: site.settings,
    hash,
    meta: {
      version: row?.version ?? 0,
      hash,
      at: row?.changed_at ?? null,
      by: row?.changed_by ?? null,
      source: row?.source ?? 'config',
    },
    captcha: config.turnstile !== undefined,
    storage: true,
    suggestedHome: null,
    ai: site.connector === 'assistant' ? outside.models.describe() : null,
    forms: titled(site.settings.widget.forms),
    flows: titled(site.settings.widget.flows),
  }
}

/** The maximum length of `security.blockIps`. */
const maxBlocked = 200

/**
 * Adds an address or range to the site's `security.blockIps`, or removes exactly that entry. Returns the new list. 400
 * if it is full.
 */
export async function setBlocked(tx: Tx, range: string, blocked: boolean): Promise<string[]> {
  const { settings } = await changeSettings(tx, ({ security: { blockIps } }) => {
    if (blockIps.includes(range) === blocked) return undefined
    if (blocked && blockIps.length >= maxBlocked)
      throw badRequest(
        `The site already blocks ${maxBlocked} addresses. Remove some in its settings first.`,
        'too_many_blocked',
        {
          limit: maxBlocked,
        },
      )
    const list = blocked ? [...blockIps, range] : blockIps.filter((entry) => entry !== range)
    return { security: { blockIps: list } }
  })
  return settings.security.blockIps
}

const ofConversation = z.object({ conversationId: z.string() })

type LiveTimes = Pick<Settings['live'], 'waitSeconds' | 'closeAfterMinutes'>

/** Ends the wait of a visitor whom nobody answered, and notifies the visitor. */
export const missTask = defineTask('handover.miss', ofConversation)
/** Closes an inactive live chat. */
export const idleTask = defineTask('conversation.closeIdle', ofConversation)

/**
 * How long visitors wait and how long inactive live chats stay open, as currently stored: the caller may have begun
 * before the last change, or run on a server that has not seen it. Locks the row until the end of the transaction, so
 * that a change of the times sees the tasks planned with the old ones.
 */
export async function liveTimes({ sql, site }: Tx): Promise<LiveTimes> {
  const [saved] = await sql<{ live: Partial<LiveTimes> | null }[]>`
    select settings -> 'live' as live from site_settings where site = ${site.id} for share`
  return { ...site.settings.live, ...saved?.live }
}

/** Reschedules the ends of waits and live chats if their times changed. */
async function replanLive(tx: Tx, before: LiveTimes, after: LiveTimes): Promise<void> {
  if (before.waitSeconds === after.waitSeconds && before.closeAfterMinutes === after.closeAfterMinutes) return
  await tx.runNow([missTask, idleTask])
}

export const settingsOperations = {
  get: get('/settings', {
    summary: 'Retrieve the settings',
    scope: 'settings:read',
    input: z.object({}),
    output: SettingsAnswer,
    run: getSettings,
  }),
  put: put('/settings', {
    summary: 'Update the settings',
    description:
      'Send any sections. Sections are merged by field; lists, opening hours, the links of the home screen and each ' +
      'field of `widget`, such as its brand, are replaced. Live immediately on this server and within a second on others.',
    scope: 'settings:write',
    input: PutSettings,
    output: SettingsAnswer,
    run: putSettings,
  }),
}
