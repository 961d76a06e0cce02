import { allScopes, memberScopes, type Scope } from '../../../shared/scope.ts'
import { type Actor, createActor } from '../../core/actor.ts'
import type { Parts } from '../../core/context.ts'
import { sameText } from '../../core/seal.ts'
import type { Sql } from '../../database/database.ts'
import { findSession } from '../accounts/sessions.ts'
import { hashKey, type KeyRow, splitKey } from './keys.ts'

type Needs = Pick<Parts, 'config' | 'database' | 'clock' | 'log' | 'seal' | 'events'>

/** A revoked key is refused by every server at the latest after this, even should its event be lost. */
const keptFor = 10_000
const lastUsedEvery = 60_000
const mostKept = 10_000

/** Tells whom a bearer token belongs to. Keys are kept for seconds and forgotten when the log says that they changed. */
export function createIdentify(parts: Needs): (token: string) => Promise<Actor | undefined> {
  const kept = new Map<string, { row: KeyRow; until: number }>()
  parts.events.onChange((event) => {
    if (event.type === 'key.changed') kept.delete((event.data as { id: string }).id)
  })

  const rowOf = async (id: string): Promise<KeyRow | undefined> => {
    const now = parts.clock.now()
    const known = kept.get(id)
    if (known && known.until > now) return known.row
    const [row] = await parts.database.sql<KeyRow[]>`select * from api_keys where id = ${id}`
    // A missing key is never cached: it may exist a moment later. The limit on wrong keys protects the database.
    if (!row) return undefined
    if (kept.size >= mostKept) kept.clear()
    kept.set(id, { row, until: now + keptFor })
    touch(parts, row, now)
    return row
  }

  return async (token) => {
    if (token.startsWith('svc_sess_')) return await person(parts, token)
    if (parts.config.adminKey !== undefined && sameText(token, parts.config.adminKey)) return admin
    const split = splitKey(token)
    const row = split && (await rowOf(split.id))
    if (!row || !sameText(row.secret_hash, hashKey(parts.seal, token))) return undefined
    const dead = row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= parts.clock.now())
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

/** Read anew for each request: an account that was removed is refused at its next one. */
async function person(parts: Needs, token: string): Promise<Actor | undefined> {
  const session = await findSession(parts, token)
  if (!session) return undefined
  const owner = session.email === parts.config.ownerEmail
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

/** Notes that a key is in use, at most once a minute, without making its request wait. */
function touch(parts: Needs, row: KeyRow, now: number): void {
  if (row.last_used_at !== null && row.last_used_at > now - lastUsedEvery) return
  note(parts.database.sql, row.id, now).catch((err) => parts.log.warn({ err }, 'the use of a key could not be noted'))
}

const note = async (sql: Sql, id: string, now: number) => {
  await sql`update api_keys set last_used_at = ${now} where id = ${id} and (last_used_at is null or last_used_at < ${now})`
}
