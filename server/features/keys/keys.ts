import type { ApiKey, KeyCreated, KeyList, KeyRevoked, NewApiKey } from '../../../shared/key.ts'
import type { PageQuery } from '../../../shared/page.ts'
import { covers, presets, type Scope, scopes } from '../../../shared/scope.ts'
import type { KeyOfActor } from '../../core/actor.ts'
import { isWithin } from '../../core/address.ts'
import type { Context, Site, Tx } from '../../core/context.ts'
import { cutPage, readCursor } from '../../core/cursor.ts'
import { badRequest, forbidden, notFound } from '../../core/error.ts'
import { randomText } from '../../core/ids.ts'
import { lock } from '../../core/lock.ts'
import type { Seal } from '../../core/seal.ts'

export type KeyRow = {
  id: string
  site: string
  name: string
  secret_hash: string
  scopes: Scope[]
  allow_ips: string[]
  /** Null: the site's setting. */
  rate_per_minute: number | null
  created_by: string
  created_at: number
  expires_at: number | null
  last_used_at: number | null
  revoked_at: number | null
}

const prefix = 'svc_live_'
const day = 86_400_000

/** The public id in a key's text: the twelve characters after `svc_live_`. The secret after it may hold underscores. */
export function splitKey(key: string): { id: string } | undefined {
  const match = /^svc_live_([0-9A-Za-z]{12})_(.{20,200})$/.exec(key)
  return match ? { id: match[1] as string } : undefined
}

/** A key is kept as this alone: without SVC_SECRET, the database does not tell whether a guess is right. */
export const hashKey = (seal: Seal, key: string): string => seal.hash('api key', key)

/** The keys of the site, newest first, with what can be given to one. */
export async function listKeys({ sql, site }: Context, { before, limit }: PageQuery): Promise<KeyList> {
  const from = before === undefined ? undefined : readCursor(before)
  const found = await sql<KeyRow[]>`
    select * from api_keys
    where site = ${site.id} ${from ? sql`and (created_at, id) < (${from.at}, ${from.id})` : sql``}
    order by created_at desc, id desc limit ${limit + 1}`
  const { rows, next } = cutPage(found, limit, ({ created_at, id }) => ({ at: created_at, id }))
  return {
    keys: rows.map((row) => toKey(row, site)),
    next,
    scopes: Object.entries(scopes).map(([scope, description]) => ({ scope: scope as Scope, description })),
    presets: presets.map((preset) => ({ ...preset, scopes: [...preset.scopes] })),
  }
}

/** Makes a key; its whole value is in this answer alone. 403 where it could do what its maker cannot. */
export async function createKey(ctx: Context, input: NewApiKey): Promise<KeyCreated> {
  const given = scopesOf(input)
  const beyond = given.find((scope) => !covers(ctx.actor.scopes, scope))
  if (beyond)
    throw forbidden(`scopes: a key cannot give the scope ${beyond}, which it lacks.`, 'beyond_own_key', {
      scope: beyond,
    })
  const now = ctx.now()
  const limits = limitsOf(ctx, input, now)
  const id = randomText(12)
  const key = `${prefix}${id}_${randomText(43)}`
  const row: KeyRow = {
    id,
    site: ctx.site.id,
    name: input.name,
    secret_hash: hashKey(ctx.parts.seal, key),
    scopes: given,
    ...limits,
    created_by: ctx.actor.id,
    created_at: now,
    last_used_at: null,
    revoked_at: null,
  }
  return await ctx.tx(async (tx) => {
    await insertKey(tx, row)
    return { ...toKey(row, ctx.site), key }
  })
}

async function insertKey(tx: Tx, row: KeyRow): Promise<void> {
  const most = tx.site.settings.security.limits.apiKeysPerSite
  // Two that are made at once must not both be the last one.
  await lock(tx.sql, 'keys', row.site)
  const [{ active }] = await tx.sql<[{ active: number }]>`
    select count(*)::int as active from api_keys
    where site = ${row.site} and revoked_at is null and (expires_at is null or expires_at > ${tx.now()})`
  if (active >= most)
    throw badRequest(`A site has at most ${most} active keys. Revoke one first.`, 'too_many_keys', { limit: most })
  await tx.sql`insert into api_keys ${tx.sql({ ...row, scopes: tx.sql.json(row.scopes), allow_ips: tx.sql.json(row.allow_ips) } as never)}`
  tx.emit('key.changed', { id: row.id })
}

type Limits = Pick<KeyRow, 'allow_ips' | 'rate_per_minute' | 'expires_at'>

/** The limits of a new key. One that a key creates has the limits of its maker, unless it is given narrower ones. */
function limitsOf(ctx: Context, input: NewApiKey, now: number): Limits {
  const limits: Limits = {
    allow_ips: input.allowIps ?? [],
    rate_per_minute: input.ratePerMinute ?? null,
    expires_at: input.expiresInDays == null ? null : now + input.expiresInDays * day,
  }
  return ctx.actor.key ? within(ctx.actor.key, ctx.site, input, limits) : limits
}

function within(maker: KeyOfActor, site: Site, input: NewApiKey, limits: Limits): Limits {
  const inherited = {
    allow_ips: input.allowIps === undefined ? maker.allowIps : limits.allow_ips,
    rate_per_minute: input.ratePerMinute === undefined ? maker.ratePerMinute : limits.rate_per_minute,
    expires_at: input.expiresInDays === undefined ? maker.expiresAt : limits.expires_at,
  }
  const { allow_ips, rate_per_minute, expires_at } = inherited
  const isInside = allow_ips.length > 0 && allow_ips.every((range) => isWithin(range, maker.allowIps))
  if (maker.allowIps.length > 0 && !isInside)
    throw forbidden('allowIps: a key cannot give addresses that it may not be used from itself.', 'beyond_own_key')
  if (maker.expiresAt !== null && (expires_at === null || expires_at > maker.expiresAt))
    throw forbidden('expiresInDays: a key cannot give a key that outlives it.', 'beyond_own_key')
  const usual = site.settings.security.limits.apiRequestsPerKeyPerMinute
  if ((rate_per_minute ?? usual) > (maker.ratePerMinute ?? usual))
    throw forbidden('ratePerMinute: a key cannot give a higher rate than its own.', 'beyond_own_key')
  return inherited
}

function scopesOf({ preset, scopes }: NewApiKey): Scope[] {
  const given = scopes ?? presets.find(({ id }) => id === preset)?.scopes ?? []
  return [...new Set(given)]
}

/** Revokes a key by its id or prefix; again: the same answer with the first time. */
export async function revokeKey(ctx: Context, { id: given }: { id: string }): Promise<KeyRevoked> {
  const id = given.startsWith(prefix) ? given.slice(prefix.length) : given
  return await ctx.tx(async (tx) => {
    const [row] = await tx.sql<KeyRow[]>`
      update api_keys set revoked_at = coalesce(revoked_at, ${tx.now()}) where id = ${id} and site = ${tx.site.id} returning *`
    if (!row) throw notFound('key')
    tx.emit('key.changed', { id })
    return { ...toKey(row, tx.site), revoked: true }
  })
}

function toKey(row: KeyRow, site: Site): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: `${prefix}${row.id}`,
    site: row.site,
    scopes: row.scopes,
    allowIps: row.allow_ips,
    ratePerMinute: row.rate_per_minute ?? site.settings.security.limits.apiRequestsPerKeyPerMinute,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }
}
