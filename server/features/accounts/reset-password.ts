import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { findAccount } from './accounts.ts'
import { hashPassword } from './password.ts'
import { hashEmail } from './sessions.ts'

/**
 * Sets an account's password on the operator's word. Whoever was signed in, or held a sign-in link, is out; attempts that
 * failed are forgiven. 404 where there is no such account.
 */
export async function resetPassword(
  ctx: Context,
  { email, password }: { email: string; password: string },
): Promise<void> {
  if (!(await findAccount(ctx.sql, email))) throw notFound('account')
  const hash = await hashPassword(password)
  await ctx.tx(async (tx) => {
    const { count } = await tx.sql`update accounts set password = ${hash} where email = ${email}`
    if (count === 0) throw notFound('account')
    await tx.sql`delete from sessions where email = ${email}`
    await tx.sql`delete from sign_in_links where email = ${email}`
    await tx.sql`delete from sign_in_attempts where email_hash = ${hashEmail(email)}`
    tx.emit('account.changed', { email })
  })
}
