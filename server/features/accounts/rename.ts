import type { Account, PatchMe } from '../../../shared/account.ts'
import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { type AccountRow, toAccount } from './account.ts'
import { getPerson } from './person.ts'

/** Changes the caller's own name. 400 to a key. The name that it is already is no change and is not told of. */
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
