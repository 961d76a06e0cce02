import type { Context, Parts, Tx } from '../../core/context.ts'
import { badRequest, unauthorized } from '../../core/error.ts'
import { randomText } from '../../core/ids.ts'
import { type AccountRow, findAccount, toAccount } from './account.ts'
import { type Attempt, countAttempt, createDevice, forgetAttempts, passwordAttempt } from './attempts.ts'
import { hashPassword, passwordMatches, refuseGuessable } from './password.ts'

export type SessionRow = {
  token_hash: string
  email: string
  name: string | null
  role: 'admin' | 'member'
  expires_at: number
}

/** What a person holds after signing in. The token is in this answer alone; `device` is for the browser's cookie. */
export type SignedIn = { token: string; expiresAt: number; account: ReturnType<typeof toAccount>; device: string }

const hour = 3_600_000

const hashSession = (parts: Pick<Parts, 'seal'>, token: string) => parts.seal.hash('session', token)
const hashLink = (parts: Pick<Parts, 'seal'>, token: string) => parts.seal.hash('sign-in link', token)

/** The session of a token, with its account as it is now; undefined once it expired or the account is gone. */
export async function findSession(
  parts: Pick<Parts, 'seal' | 'database' | 'clock'>,
  token: string,
): Promise<SessionRow | undefined> {
  const [row] = await parts.database.sql<SessionRow[]>`
    select s.token_hash, a.email, a.name, a.role, s.expires_at from sessions s join accounts a using (email)
    where s.token_hash = ${hashSession(parts, token)} and s.expires_at > ${parts.clock.now()}`
  return row
}

/**
 * Signs in by password. 401 says the same for a wrong password and an unknown email; 429 over the limits.
 * A sign-in link that was made for the account before is void then: its owner does not need it.
 * @param device the token that `SignedIn` gave this browser before
 */
export async function signIn(
  ctx: Context,
  input: { email: string; password: string },
  device: string | undefined,
): Promise<SignedIn> {
  const email = input.email.trim().toLowerCase()
  const attempt = passwordAttempt(ctx.parts, email, device)
  await countAttempt(ctx, attempt)
  const account = await findAccount(ctx.sql, email)
  if (!(await passwordMatches(input.password, account?.password)) || !account)
    throw unauthorized('The email or the password is wrong.', 'wrong_sign_in')
  return await ctx.tx(async (tx) => {
    await forgetAttempts(tx.sql, attempt)
    await deleteSignInLinks(tx, email)
    return await openSession(tx, account)
  })
}

/** Signs in by a one-time link. Of two who use it at the same moment, one gets in. */
export async function signInByLink(ctx: Context, input: { token: string }): Promise<SignedIn> {
  await countAttempt(ctx, { by: 'link' })
  return await ctx.tx(async (tx) => {
    const [account] = await tx.sql<AccountRow[]>`
      with used as (
        update sign_in_links set used_at = ${tx.now()}
        where token_hash = ${hashLink(tx.parts, input.token)} and used_at is null and expires_at > ${tx.now()}
        returning email)
      select accounts.* from accounts join used using (email)`
    if (!account) throw unauthorized('This sign-in link is unknown, used or expired. Ask for a new one.', 'link_used')
    return await openSession(tx, account)
  })
}

/**
 * Sets the password of the signed-in person. Every other session of the account ends and its sign-in links are void.
 * 400 for a wrong current password and for one that is easy to guess.
 */
export async function setPassword(
  ctx: Context,
  input: { current?: string | undefined; password: string },
): Promise<void> {
  const attempt: Attempt = { by: 'session', of: ctx.actor.session ?? ctx.actor.id }
  await countAttempt(ctx, attempt)
  const account = await findAccount(ctx.sql, ctx.actor.id)
  if (!account) throw unauthorized('The session is over.', 'session_over')
  if (account.password !== null && !(await passwordMatches(input.current ?? '', account.password)))
    throw badRequest('current: the password is wrong.', 'wrong_password')
  await refuseGuessable(input.password, account.email)
  const password = await hashPassword(input.password)
  await ctx.tx(async (tx) => {
    await tx.sql`update accounts set password = ${password} where email = ${account.email}`
    await tx.sql`delete from sessions where email = ${account.email} and token_hash <> ${ctx.actor.session}`
    await deleteSignInLinks(tx, account.email)
    await forgetAttempts(tx.sql, attempt)
    await forgetAttempts(tx.sql, { by: 'account', of: account.email })
    tx.emit('account.changed', { email: account.email })
  })
}

export async function signOut(ctx: Context): Promise<void> {
  await ctx.tx(async (tx) => {
    await tx.sql`delete from sessions where token_hash = ${ctx.actor.session}`
    tx.emit('account.changed', { email: ctx.actor.id })
  })
}

/** Makes a one-time sign-in link; built from BASE_URL, whatever a request calls the server. */
export async function createSignInLink(
  tx: Pick<Tx, 'sql' | 'parts' | 'now'>,
  email: string,
  validFor: number,
): Promise<{ url: string; expiresAt: number }> {
  const token = randomText(32)
  const expiresAt = tx.now() + validFor
  await tx.sql`
    insert into sign_in_links (token_hash, email, created_at, expires_at)
    values (${hashLink(tx.parts, token)}, ${email}, ${tx.now()}, ${expiresAt})`
  return { url: `${tx.parts.config.baseUrl}/dashboard/link#${token}`, expiresAt }
}

/** Makes every sign-in link of an account void. */
export async function deleteSignInLinks(tx: Pick<Tx, 'sql'>, email: string): Promise<void> {
  await tx.sql`delete from sign_in_links where email = ${email}`
}

async function openSession(tx: Tx, account: AccountRow): Promise<SignedIn> {
  const token = `svc_sess_${randomText(43)}`
  const now = tx.now()
  const expiresAt = now + tx.site.settings.security.sessionTtlHours * hour
  await tx.sql`
    insert into sessions (token_hash, email, created_at, expires_at, last_seen_at, address)
    values (${hashSession(tx.parts, token)}, ${account.email}, ${now}, ${expiresAt}, ${now}, ${tx.address})`
  await tx.sql`update accounts set last_login_at = ${now} where email = ${account.email}`
  const device = createDevice(tx.parts, account.email)
  return { token, expiresAt, account: toAccount({ ...account, last_login_at: now }), device }
}
