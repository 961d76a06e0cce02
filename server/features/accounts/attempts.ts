import { createHash } from 'node:crypto'
import { addressBucket, connectionRange } from '../../core/address.ts'
import type { Context, Services } from '../../core/context.ts'
import { rateLimited } from '../../core/error.ts'
import { randomText } from '../../core/ids.ts'
import { sameText } from '../../core/seal.ts'
import { lock } from '../../core/transaction.ts'
import type { Sql } from '../../database/database.ts'

/**
 * What a sign-in attempt counts against:
 * - `account`: a password from an unknown browser. Counts against the account and the address.
 * - `device`: a password from a browser in which this account has signed in before. Counted separately, so that failing
 *   strangers cannot lock anyone out.
 * - `session`: the current password, when a signed-in person sets a new one. Counted separately too.
 * - `link`: a one-time link. Counts against the address, separately from passwords, because links cannot be guessed.
 */
export type Attempt = { by: 'account' | 'device' | 'session'; of: string } | { by: 'link' }

const minute = 60_000

/** An IPv6 connection may use up the limit of this many of its networks. */
const networksPerConnection = 4

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** The hash under which attempts are stored, so that the database has no emails of accounts that do not exist. */
function subjectOf(attempt: Attempt): string {
  if (attempt.by === 'link') return ''
  return hash(attempt.by === 'account' ? attempt.of : `${attempt.by} ${attempt.of}`)
}

/** Counts an attempt exactly, across all servers. 429 if the limit in the site's window is used up. */
export async function countAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  const { attemptsPerIp, attemptsPerAccount, windowMinutes } = ctx.site.settings.security.signIn
  const subject = subjectOf(attempt)
  const address = addressBucket(ctx.address)
  const connection = connectionRange(ctx.address) ?? null
  const window = windowMinutes * minute
  const oldest = await ctx.sql.begin(async (transaction) => {
    const sql = transaction as unknown as Sql
    // Attempts are serialised, so that concurrent ones cannot all be the last allowed one.
    await lock(sql, 'sign-in')
    const now = ctx.now()
    // A connection has many IPv6 networks. Only those end with /64.
    const isOfConnection = sql`case when address like '%/64' then address::inet <<= ${connection}::inet else false end`
    const isOfKind = sql`(email_hash = '') = ${attempt.by === 'link'}`
    const [count] = await sql<
      [{ by_subject: number; by_address: number; by_connection: number; oldest: number | null }]
    >`
      select count(*) filter (where email_hash = ${subject})::int as by_subject,
        count(*) filter (where address = ${address} and ${isOfKind})::int as by_address,
        count(*) filter (where ${isOfConnection} and ${isOfKind})::int as by_connection,
        min(at) as oldest
      from sign_in_attempts
      where at > ${now - window} and (email_hash = ${subject} or address = ${address} or ${isOfConnection})`
    const isByAddress = attempt.by === 'link' || attempt.by === 'account'
    const usedUp =
      (attempt.by !== 'link' && count.by_subject >= attemptsPerAccount) ||
      (isByAddress && count.by_address >= attemptsPerIp) ||
      (isByAddress && count.by_connection >= attemptsPerIp * networksPerConnection)
    if (usedUp) return count.oldest ?? now
    await sql`insert into sign_in_attempts (email_hash, address, at) values (${subject}, ${address}, ${now})`
    return undefined
  })
  if (oldest !== undefined) throw rateLimited(Math.max(1, Math.ceil((oldest + window - ctx.now()) / 1000)))
}

/** Deletes the failed attempts before a successful one. */
export async function forgetAttempts(sql: Sql, attempt: Attempt): Promise<void> {
  await sql`delete from sign_in_attempts where email_hash = ${subjectOf(attempt)}`
}

/** A token that a browser keeps after signing in. It identifies the browser for this account and grants no access. */
export function createDevice({ seal }: Pick<Services, 'seal'>, email: string): string {
  const id = randomText(22)
  return `${id}.${seal.hash('device', `${id} ${email}`)}`
}

/** The kind of attempt for a password of `email`, from a browser that may hold a device token. */
export function passwordAttempt({ seal }: Pick<Services, 'seal'>, email: string, device: string | undefined): Attempt {
  const [id = '', proof = ''] = (device ?? '').split('.')
  return sameText(proof, seal.hash('device', `${id} ${email}`))
    ? { by: 'device', of: id }
    : { by: 'account', of: email }
}
