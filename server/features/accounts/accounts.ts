import { z } from 'zod'
import type {
  Account,
  AccountCreated,
  AccountDeleted,
  AccountList,
  NewAccount,
  PatchAccount,
  PatchMe,
  SignInLink,
} from '../../../shared/account.ts'
import type { PageQuery } from '../../../shared/page.ts'
import type { Context, Services } from '../../core/context.ts'
import { badRequest, forbidden, notFound, taken } from '../../core/error.ts'
import { cutPage, readCursor } from '../../core/paging.ts'
import { defineTask } from '../../core/queue.ts'
import { type AccountRow, findAccount, getPerson, toAccount } from './account.ts'
import { hashPassword, refuseGuessable } from './password.ts'
import { inPasswordQueue } from './password-queue.ts'
import { createSignInLink } from './sessions.ts'

const minute = 60_000
const linkOfNewAccount = 7 * 24 * 60 * minute
const linkOnDemand = 15 * minute

/** Everyone who can sign in, the owner first. */
export async function listAccounts(
  { sql, services, actor }: Context,
  { before, limit }: PageQuery,
): Promise<AccountList> {
  const owner = services.config.ownerEmail
  const from = before === undefined ? undefined : readCursor(before)
  const found = await sql<AccountRow[]>`
    select * from accounts
    ${from ? sql`where email <> ${owner} and (created_at, email) > (${from.at}, ${from.id})` : sql``}
    order by email <> ${owner}, created_at, email limit ${limit + 1}`
  // The owner is first regardless of when they were added.
  const placeOf = ({ email, created_at }: AccountRow) => ({ at: email === owner ? 0 : created_at, id: email })
  const { rows, next } = cutPage(found, limit, placeOf)
  return { me: actor.id, owner, admins: rows.map(toAccount), next }
}

/**
 * Creates an account. Without a password, the response contains a sign-in link that is valid for seven days. 409 for a
 * known email, 400 for a password that is easy to guess.
 */
export async function createAccount(ctx: Context, input: NewAccount): Promise<AccountCreated> {
  if (input.password !== undefined) await refuseGuessable(ctx.services, input.password, input.email)
  const password = await hashGiven(ctx, input.password)
  return await ctx.tx(async (tx) => {
    const [row] = await tx.sql<AccountRow[]>`
      insert into accounts (email, name, role, password, created_at)
      values (${input.email}, ${input.name ?? null}, ${input.role}, ${password}, ${tx.now()})
      on conflict do nothing returning *`
    if (!row) throw taken(input.email, 'email: an account with this email already exists.', 'account_email_taken')
    tx.emit('account.changed', { email: row.email })
    const link = password === null ? await createSignInLink(tx, row.email, linkOfNewAccount) : null
    const { email, name, role, createdAt } = toAccount(row)
    return { email, name, role, createdAt, signInLink: link?.url ?? null, signInLinkExpiresAt: link?.expiresAt ?? null }
  })
}

async function hashGiven({ services }: Context, password: string | undefined): Promise<string | null> {
  return password === undefined ? null : await inPasswordQueue(services, true, () => hashPassword(password))
}

/** Changes the role or name. The owner's role is stored but has no effect. */
export async function patchAccount(
  ctx: Context,
  { email, ...change }: PatchAccount & { email: string },
): Promise<Account> {
  return await ctx.tx(async (tx) => {
    const [row] = await tx.sql<AccountRow[]>`
      update accounts set role = coalesce(${change.role ?? null}, role),
        name = case when ${change.name !== undefined} then ${change.name || null} else name end
      where email = ${email} returning *`
    if (!row) throw notFound('account')
    tx.emit('account.changed', { email })
    return toAccount(row)
  })
}

/** The conversations of a deleted account lose it, on all sites. */
export const accountGoneTask = defineTask('account.gone', z.object({ email: z.string() }))

/** Deletes an account with its sessions: its next request is rejected and its sockets are closed. */
export async function deleteAccount(ctx: Context, { email }: { email: string }): Promise<AccountDeleted> {
  if (email === ctx.services.config.ownerEmail)
    throw badRequest('email: the owner is set by the deployment and cannot be removed.', 'owner_stays')
  return await ctx.tx(async (tx) => {
    const { count } = await tx.sql`delete from accounts where email = ${email}`
    if (count === 0) throw notFound('account')
    tx.emit('account.changed', { email })
    await tx.enqueue(accountGoneTask, { email }, { name: email })
    const [{ keys }] = await tx.sql<[{ keys: number }]>`
      select count(*)::int as keys from api_keys
      where created_by = ${email} and revoked_at is null and (expires_at is null or expires_at > ${tx.now()})`
    return { email, deleted: true, keys }
  })
}

/** Creates a one-time sign-in link, valid for 15 minutes. Only the owner can create one for the owner (403). */
export async function createLink(ctx: Context, { email }: { email: string }): Promise<SignInLink> {
  if (email === ctx.services.config.ownerEmail && !ctx.actor.owner)
    throw forbidden(
      'Only the owner, the admin key and the command line can create sign-in links for the owner.',
      'owner_link',
    )
  return await ctx.tx(async (tx) => {
    if (!(await findAccount(tx.sql, email))) throw notFound('account')
    return { email, ...(await createSignInLink(tx, email, linkOnDemand)) }
  })
}

/** Creates the account of the owner that the deployment names, if it is missing. */
export async function ensureOwner(services: Services): Promise<AccountRow> {
  const { sql } = services.database
  const email = services.config.ownerEmail
  await sql`
    insert into accounts (email, role, created_at) values (${email}, 'admin', ${services.clock.now()}) on conflict do nothing`
  return (await findAccount(sql, email)) as AccountRow
}

/** Changes the caller's own name. 400 for a key. An unchanged name emits no event. */
export async function renameOwn(ctx: Context, { name }: PatchMe): Promise<Account> {
  const email = getPerson(ctx, 'A name is changed by')
  return await ctx.tx(async (tx) => {
    const [row] = await tx.sql<AccountRow[]>`select * from accounts where email = ${email} for update`
    if (!row) throw notFound('account')
    const renamed = { ...row, name: name || null }
    if (renamed.name === row.name) return toAccount(row)
    await tx.sql`update accounts set name = ${renamed.name} where email = ${email}`
    tx.emit('account.changed', { email })
    return toAccount(renamed)
  })
}
