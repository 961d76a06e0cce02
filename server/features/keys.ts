import { z } from 'zod'
import { type ApiKey, KeyCreated, KeyList, KeyRevoked, NewApiKey } from '../../shared/key.ts'
import { PageQuery } from '../../shared/page.ts'
import { allScopes, covers, memberScopes, presets, type Scope, scopes } from '../../shared/scope.ts'
import { type Actor, createActor, type KeyOfActor } from '../core/actor.ts'
import { isWithin } from '../core/address.ts'
import type { Context, Services, Site, Tx } from '../core/context.ts'
import { badRequest, forbidden, notFound } from '../core/error.ts'
import { randomText } from '../core/ids.ts'
import { del, get, post } from '../core/operation.ts'
import { cutPage, readCursor } from '../core/paging.ts'
import { type Seal, sameText } from '../core/seal.ts'
import { lock } from '../core/transaction.ts'
import type { Sql } from '../database/database.ts'
import { findSession } from './accounts/sessions.ts'

type KeyRow = {
  id: string
  site: string
  name: string
  secret_hash: string
  scopes: Scope[]
  allow_ips: string[]
  /** Null: the default of the site. */
  rate_per_minute: number | null
  created_by: string
  created_at: number
  expires_at: number | null
  last_used_at: number | null
  revoked_at: number | null
}

const prefix = 'svc_live_'
const day = 86_400_000

/** The public id of a key: the twelve characters after `svc_live_`. The secret that follows may contain underscores. */
function splitKey(key: string): { id: string } | undefined {
  const match = /^svc_live_([0-9A-Za-z]{12})_(.{20,200})$/.exec(key)
  return match ? { id: match[1] as string } : undefined
}

/** Only this hash is stored. Without SVC_SECRET, the database cannot confirm a guess. */
export const hashKey = (seal: Seal, key: string): string => seal.hash('api key', key)

/** The keys of the site, newest first, with the available scopes and presets. */
async function listKeys({ sql, site }: Context, { before, limit }: PageQuery): Promise<KeyList> {
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

/** Creates a key. Its value is only in this response. 403 if the key would have more rights than its creator. */
async function createKey(ctx: Context, input: NewApiKey): Promise<KeyCreated> {
  const given = scopesOf(input)
  const beyond = given.find((scope) => !covers(ctx.actor.scopes, scope))
  if (beyond)
    throw forbidden(`scopes: a key cannot grant the scope ${beyond}, which it does not have.`, 'beyond_own_key', {
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
    secret_hash: hashKey(ctx.services.seal, key),
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
  const max = tx.site.settings.security.limits.apiKeysPerSite
  // Prevents two concurrent requests from both creating the last allowed key.
  await lock(tx.sql, 'keys', row.site)
  const [{ active }] = await tx.sql<[{ active: number }]>`
    select count(*)::int as active from api_keys
    where site = ${row.site} and revoked_at is null and (expires_at is null or expires_at > ${tx.now()})`
  if (active >= max)
    throw badRequest(`A site can have at most ${max} active keys. Revoke one first.`, 'too_many_keys', { limit: max })
  await tx.sql`insert into api_keys ${tx.sql({ ...row, scopes: tx.sql.json(row.scopes), allow_ips: tx.sql.json(row.allow_ips) } as never)}`
  tx.emit('key.changed', { id: row.id })
}

type Limits = Pick<KeyRow, 'allow_ips' | 'rate_per_minute' | 'expires_at'>

/**
 * The limits of a new key. A key created by a key inherits the limits of its creator, unless it is given narrower ones.
 */
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
    throw forbidden('allowIps: a key cannot grant IP addresses that it cannot use itself.', 'beyond_own_key')
  if (maker.expiresAt !== null && (expires_at === null || expires_at > maker.expiresAt))
    throw forbidden('expiresInDays: a key cannot create a key that expires later than itself.', 'beyond_own_key')
  const usual = site.settings.security.limits.apiRequestsPerKeyPerMinute
  if ((rate_per_minute ?? usual) > (maker.ratePerMinute ?? usual))
    throw forbidden('ratePerMinute: a key cannot grant a higher rate than its own.', 'beyond_own_key')
  return inherited
}

function scopesOf({ preset, scopes }: NewApiKey): Scope[] {
  const given = scopes ?? presets.find(({ id }) => id === preset)?.scopes ?? []
  return [...new Set(given)]
}

/** Revokes a key by its id or prefix. Revoking it again returns the time of the first revocation. */
async function revokeKey(ctx: Context, { id: given }: { id: string }): Promise<KeyRevoked> {
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

type Needs = Pick<Services, 'config' | 'database' | 'clock' | 'log' | 'seal' | 'events'>

/** Bounds how long other servers accept a revoked key, even if its event is lost. */
const keptFor = 10_000
const lastUsedEvery = 60_000
const maxKept = 10_000

/** Identifies the owner of a bearer token. Keys are cached for seconds and evicted when the log reports a change. */
export function createIdentify(services: Needs): Services['identify'] {
  const kept = new Map<string, { row: KeyRow; until: number }>()
  services.events.onChange((event) => {
    if (event.type === 'key.changed') kept.delete((event.data as { id: string }).id)
  })
  services.events.onRewind(() => kept.clear())

  const rowOf = async (id: string, isFlooding: boolean): Promise<KeyRow | undefined> => {
    const now = services.clock.now()
    const known = kept.get(id)
    if (known && known.until > now) return known.row
    // An id that was kept exists, also after its time.
    if (isFlooding && !known) return undefined
    const [row] = await services.database.sql<KeyRow[]>`select * from api_keys where id = ${id}`
    // Missing keys are never cached, because they may be created a moment later.
    if (!row) return undefined
    if (kept.size >= maxKept) kept.clear()
    kept.set(id, { row, until: now + keptFor })
    touch(services, row, now)
    return row
  }

  /** Tokens of sessions that were valid, as hashes. A flood of others is not looked up. */
  const sessions = new Set<string>()
  const personOf = async (token: string, isFlooding: boolean): Promise<Actor | undefined> => {
    const hash = hashKey(services.seal, token)
    if (isFlooding && !sessions.has(hash)) return undefined
    const found = await person(services, token)
    if (sessions.size >= maxKept) sessions.clear()
    if (found) sessions.add(hash)
    else sessions.delete(hash)
    return found
  }

  return async (token, { isFlooding } = { isFlooding: false }) => {
    if (token.startsWith('svc_sess_')) return await personOf(token, isFlooding)
    if (services.config.adminKey !== undefined && sameText(token, services.config.adminKey)) return admin
    const split = splitKey(token)
    const row = split && (await rowOf(split.id, isFlooding))
    if (!row || !sameText(row.secret_hash, hashKey(services.seal, token))) return undefined
    const dead = row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= services.clock.now())
    return dead ? undefined : keyActor(row)
  }
}

const admin = createActor({
  kind: 'admin',
  id: 'key:admin',
  name: 'Admin key',
  scopes: new Set(allScopes),
  owner: true,
  role: 'admin',
})

function keyActor(row: KeyRow): Actor {
  const key = {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    site: row.site,
    expiresAt: row.expires_at,
    allowIps: row.allow_ips,
    ratePerMinute: row.rate_per_minute,
  }
  const scopes: ReadonlySet<Scope> = new Set(row.scopes)
  return createActor({ kind: 'key', id: `key:${row.id}`, name: row.name, scopes, site: row.site, key })
}

/** Read for each request, so that a removed account is rejected at its next request. */
async function person(services: Needs, token: string): Promise<Actor | undefined> {
  const session = await findSession(services, token)
  if (!session) return undefined
  const owner = session.email === services.config.ownerEmail
  return createActor({
    kind: 'person',
    id: session.email,
    name: session.name,
    scopes: new Set(owner || session.role === 'admin' ? allScopes : memberScopes),
    owner,
    role: session.role,
    session: session.token_hash,
  })
}

/** Records that a key was used, at most once a minute. The request does not wait for it. */
function touch(services: Needs, row: KeyRow, now: number): void {
  if (row.last_used_at !== null && row.last_used_at > now - lastUsedEvery) return
  note(services.database.sql, row.id, now).catch((err) =>
    services.log.warn({ err }, 'could not record the use of a key'),
  )
}

const note = async (sql: Sql, id: string, now: number) => {
  await sql`update api_keys set last_used_at = ${now} where id = ${id} and (last_used_at is null or last_used_at < ${now})`
}

export const keyOperations = {
  list: get('/keys', {
    summary: 'List API keys',
    description: 'Returns the keys with the scopes and presets that new keys can have. Secrets are never returned.',
    scope: 'keys:read',
    input: PageQuery,
    output: KeyList,
    run: listKeys,
  }),
  create: post('/keys', {
    summary: 'Create an API key',
    description:
      'The full key is only in this response. To rotate a key, create a new one, switch to it, then revoke the old one. A key that creates keys can grant at most its own scopes, IP addresses, lifetime and rate. Omitted limits are inherited.',
    scope: 'keys:write',
    status: 201,
    secrets: ['key'],
    input: NewApiKey,
    output: KeyCreated,
    run: createKey,
  }),
  revoke: del('/keys/:id', {
    summary: 'Revoke an API key',
    description: 'Revokes a key by its id or prefix. This server rejects it immediately, other servers within seconds.',
    scope: 'keys:write',
    input: z.object({ id: z.string().max(100) }),
    output: KeyRevoked,
    run: revokeKey,
  }),
}
