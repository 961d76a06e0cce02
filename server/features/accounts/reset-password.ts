import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { findAccount } from './account.ts'
import { forgetAttempts } from './attempts.ts'
import { hashPassword, refuseGuessable } from './password.ts'
import { deleteSignInLinks } from './sessions.ts'

/**
 * Sets an account's password for the operator. Ends its sessions, voids its sign-in links and forgets failed attempts.
 * 400 for a password that is easy to guess, 404 for an unknown account.
 */
export async function resetPassword(
  ctx: Context,
  { email, password }: { email: string; password: string },
): Promise<void> {
  if (!(await findAccount(ctx.sql, email))) throw notFound('account')
  await refuseGuessable(password, email)
  const hash = await hashPassword(password)
  await ctx.tx(async (tx) => {
    const { count } = await tx.sql`update accounts set password = ${hash} where email = ${email}`
    if (count === 0) throw notFound('account')
    await tx.sql`delete from sessions where email = ${email}`
    await deleteSignInLinks(tx, email)
    await forgetAttempts(tx.sql, { by: 'account', of: email })
    tx.emit('account.changed', { email })
  })
}
