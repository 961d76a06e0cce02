import type { Context, Services, Tx } from '../../core/context.ts'
import { badRequest, notFound, unauthorized } from '../../core/error.ts'
import { randomText } from '../../core/ids.ts'
import { type AccountRow, findAccount, toAccount } from './account.ts'
import { type Attempt, countAttempt, createDevice, forgetAttempts, passwordAttempt } from './attempts.ts'
import { hashPassword, passwordMatches, refuseGuessable } from './password.ts'
import { inPasswordQueue } from './password-queue.ts'

export type SessionRow = {
  token_hash: string
  email: string
  name: string | null
  role: 'admin' | 'member'
  expires_at: number
}

/** The result of signing in. The token is only in this response; `device` is stored in the browser's cookie. */
export type SignedIn = { token: string; expiresAt: number; account: ReturnType<typeof toAccount>; device: string }

const hour = 3_600_000

const hashSession = (services: Pick<Services, 'seal'>, token: string) => services.seal.hash('session', token)
const hashLink = (services: Pick<Services, 'seal'>, token: string) => services.seal.hash('sign-in link', token)

/** The session of a token with its current account. Undefined if the session expired or the account was deleted. */
export async function findSession(
  services: Pick<Services, 'seal' | 'database' | 'clock'>,
  token: string,
): Promise<SessionRow | undefined> {
  const [row] = await services.database.sql<SessionRow[]>`
    select s.token_hash, a.email, a.name, a.role, s.expires_at from sessions s join accounts a using (email)
    where s.token_hash = ${hashSession(services, token)} and s.expires_at > ${services.clock.now()}`
  return row
}

/**
 * Signs in with a password. 401 does not tell a wrong password from an unknown email; 429 above the limits. Voids
 * earlier sign-in links of the account, because its owner does not need them.
 * @param device the token from an earlier `SignedIn` in this browser
 */
export async function signIn(
  ctx: Context,
  input: { email: string; password: string },
  device: string | undefined,
): Promise<SignedIn> {
  const email = input.email.trim().toLowerCase()
  const attempt = passwordAttempt(ctx.services, email, device)
  const account = await inPasswordQueue(ctx.services, attempt.by === 'device', async () => {
    await countAttempt(ctx, attempt)
    const found = await findAccount(ctx.sql, email)
    return (await passwordMatches(input.password, found?.password)) ? found : undefined
  })
  if (!account) throw unauthorized('The email or the password is wrong.', 'wrong_sign_in')
  return await ctx.tx(async (tx) => {
    await forgetAttempts(tx.sql, attempt)
    await deleteSignInLinks(tx, email)
    return await openSession(tx, account)
  })
}

/** Signs in with a one-time link, and voids the other links of the account. If two people use it concurrently, one gets in. */
export async function signInByLink(ctx: Context, input: { token: string }): Promise<SignedIn> {
  await countAttempt(ctx, { by: 'link' })
  return await ctx.tx(async (tx) => {
    const [account] = await tx.sql<AccountRow[]>`
      with used as (
        update sign_in_links set used_at = ${tx.now()}
        where token_hash = ${hashLink(tx.services, input.token)} and used_at is null and expires_at > ${tx.now()}
        returning email)
      select accounts.* from accounts join used using (email)`
    if (!account)
      throw unauthorized('This sign-in link is unknown, already used or expired. Ask for a new one.', 'link_used')
    await deleteSignInLinks(tx, account.email)
    return await openSession(tx, account)
  })
}

/**
 * Sets the password of the signed-in person. Ends all other sessions of the account and voids its sign-in links. 400
 * for a wrong current password or a new one that is easy to guess.
 */
export async function setPassword(
  ctx: Context,
  input: { current?: string | undefined; password: string },
): Promise<void> {
  const account = await findAccount(ctx.sql, ctx.actor.id)
  if (!account) throw unauthorized('The session has expired.', 'session_over')
  const password = await inPasswordQueue(ctx.services, true, async () => {
    if (account.password !== null) await checkCurrent(ctx, input.current ?? '', account.password)
    await refuseGuessable(ctx.services, input.password, account.email)
    return await hashPassword(input.password)
  })
  await ctx.tx(async (tx) => {
    await tx.sql`update accounts set password = ${password} where email = ${account.email}`
    await tx.sql`delete from sessions where email = ${account.email} and token_hash <> ${ctx.actor.session}`
    await deleteSignInLinks(tx, account.email)
    await forgetAttempts(tx.sql, { by: 'account', of: account.email })
    tx.emit('account.changed', { email: account.email })
  })
}

/** Throws 400 for a wrong current password. Only wrong ones count, so that a rejected new password locks nobody out. */
async function checkCurrent(ctx: Context, current: string, stored: string): Promise<void> {
  const attempt: Attempt = { by: 'session', of: ctx.actor.session ?? ctx.actor.id }
  await countAttempt(ctx, attempt)
  if (!(await passwordMatches(current, stored))) throw badRequest('current: the password is wrong.', 'wrong_password')
  await forgetAttempts(ctx.sql, attempt)
}

export async function signOut(ctx: Context): Promise<void> {
  await ctx.tx(async (tx) => {
    await tx.sql`delete from sessions where token_hash = ${ctx.actor.session}`
    tx.emit('account.changed', { email: ctx.actor.id })
  })
}

/** Creates a one-time sign-in link. Its URL is built from BASE_URL, never from the request. */
export async function createSignInLink(
  tx: Pick<Tx, 'sql' | 'services' | 'now'>,
  email: string,
  validFor: number,
): Promise<{ url: string; expiresAt: number }> {
  const token = randomText(32)
  const expiresAt = tx.now() + validFor
  await tx.sql`
    insert into sign_in_links (token_hash, email, created_at, expires_at)
    values (${hashLink(tx.services, token)}, ${email}, ${tx.now()}, ${expiresAt})`
  return { url: `${tx.services.config.baseUrl}/dashboard/link#${token}`, expiresAt }
}

async function deleteSignInLinks(tx: Pick<Tx, 'sql'>, email: string): Promise<void> {
  await tx.sql`delete from sign_in_links where email = ${email}`
}

async function openSession(tx: Tx, account: AccountRow): Promise<SignedIn> {
  const token = `svc_sess_${randomText(43)}`
  const now = tx.now()
  const expiresAt = now + tx.site.settings.security.sessionTtlHours * hour
  await tx.sql`
    insert into sessions (token_hash, email, created_at, expires_at, last_seen_at, address)
    values (${hashSession(tx.services, token)}, ${account.email}, ${now}, ${expiresAt}, ${now}, ${tx.address})`
  await tx.sql`update accounts set last_login_at = ${now} where email = ${account.email}`
  const device = createDevice(tx.services, account.email)
  return { token, expiresAt, account: toAccount({ ...account, last_login_at: now }), device }
}

/**
 * Sets an account's password on behalf of the operator. Ends its sessions, voids its sign-in links and deletes failed
 * attempts. 400 for a password that is easy to guess, 404 for an unknown account.
 */
export async function resetPassword(
  ctx: Context,
  { email, password }: { email: string; password: string },
): Promise<void> {
  if (!(await findAccount(ctx.sql, email))) throw notFound('account')
  await refuseGuessable(ctx.services, password, email)
  const hash = await inPasswordQueue(ctx.services, true, () => hashPassword(password))
  await ctx.tx(async (tx) => {
    const { count } = await tx.sql`update accounts set password = ${hash} where email = ${email}`
    if (count === 0) throw notFound('account')
    await tx.sql`delete from sessions where email = ${email}`
    await deleteSignInLinks(tx, email)
    await forgetAttempts(tx.sql, { by: 'account', of: email })
    tx.emit('account.changed', { email })
  })
}
