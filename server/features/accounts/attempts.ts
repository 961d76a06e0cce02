import { createHash } from 'node:crypto'
import { addressBucket } from '../../core/address.ts'
import type { Context, Parts } from '../../core/context.ts'
import { rateLimited } from '../../core/error.ts'
import { randomText } from '../../core/ids.ts'
import { lock } from '../../core/lock.ts'
import { sameText } from '../../core/seal.ts'
import type { Sql } from '../../database/database.ts'

/**
 * What an attempt to sign in is counted against:
 * - `account`: a password, from a browser in which this account never signed in. Counts against the account and the address.
 * - `device`: a password, from a browser in which it did. Counts by itself, so that strangers who fail lock nobody out.
 * - `session`: the current password, when a signed-in person sets a new one. Counts by itself too.
 * - `link`: a one-time link. Counts against the address, apart from passwords: a link cannot be guessed.
 */
export type Attempt = { by: 'account' | 'device' | 'session'; of: string } | { by: 'link' }

const minute = 60_000

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** The hash under which attempts are stored: the database holds no email for an account that does not exist. */
function subjectOf(attempt: Attempt): string {
  if (attempt.by === 'link') return ''
  return hash(attempt.by === 'account' ? attempt.of : `${attempt.by} ${attempt.of}`)
}

/** Counts an attempt, exactly and over all servers. 429 when its limit is used up in the site's window. */
export async function countAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  const { attemptsPerIp, attemptsPerAccount, windowMinutes } = ctx.site.settings.security.signIn
  const subject = subjectOf(attempt)
  const address = addressBucket(ctx.address)
  const window = windowMinutes * minute
  const oldest = await ctx.sql.begin(async (transaction) => {
    const sql = transaction as unknown as Sql
    // One attempt after the other: those at the same moment must not all be the last that is allowed.
    await lock(sql, 'sign-in')
    const now = ctx.now()
    const [count] = await sql<[{ by_subject: number; by_address: number; oldest: number | null }]>`
      select count(*) filter (where email_hash = ${subject})::int as by_subject,
        count(*) filter (where address = ${address} and (email_hash = '') = ${attempt.by === 'link'})::int as by_address,
        min(at) as oldest
      from sign_in_attempts where at > ${now - window} and (email_hash = ${subject} or address = ${address})`
    const usedUp =
      (attempt.by !== 'link' && count.by_subject >= attemptsPerAccount) ||
      ((attempt.by === 'link' || attempt.by === 'account') && count.by_address >= attemptsPerIp)
    if (usedUp) return count.oldest ?? now
    await sql`insert into sign_in_attempts (email_hash, address, at) values (${subject}, ${address}, ${now})`
    return undefined
  })
  if (oldest !== undefined) throw rateLimited(Math.max(1, Math.ceil((oldest + window - ctx.now()) / 1000)))
}

/** Forgets the attempts that failed before one succeeded. */
export async function forgetAttempts(sql: Sql, attempt: Attempt): Promise<void> {
  await sql`delete from sign_in_attempts where email_hash = ${subjectOf(attempt)}`
}

/** A token that a browser keeps after signing in. It names the browser for this account and gives access to nothing. */
export function createDevice({ seal }: Pick<Parts, 'seal'>, email: string): string {
  const id = randomText(22)
  return `${id}.${seal.hash('device', `${id} ${email}`)}`
}

/** The attempt of a password for `email`, from a browser that may hold a device token. */
export function passwordAttempt({ seal }: Pick<Parts, 'seal'>, email: string, device: string | undefined): Attempt {
  const [id = '', proof = ''] = (device ?? '').split('.')
  return sameText(proof, seal.hash('device', `${id} ${email}`))
    ? { by: 'device', of: id }
    : { by: 'account', of: email }
}
