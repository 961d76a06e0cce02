import type { Account } from '../../../shared/account.ts'
import type { Actor } from '../../core/actor.ts'
import { badRequest } from '../../core/error.ts'
import type { Sql } from '../../database/database.ts'

export type AccountRow = {
  email: string
  name: string | null
  role: 'admin' | 'member'
  password: string | null
  created_at: number
  last_login_at: number | null
}

export async function findAccount(sql: Sql, email: string): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`select * from accounts where email = ${email}`
  return row
}

export const toAccount = (row: AccountRow): Account => ({
  email: row.email,
  name: row.name,
  role: row.role,
  createdAt: row.created_at,
  lastLoginAt: row.last_login_at,
})

/** The email of the signed-in caller. 400 for a key; `what` begins the message: `A draft is kept for …`. */
export function getPerson({ actor }: { actor: Actor }, what: string): string {
  if (actor.kind !== 'person') throw badRequest(`${what} a signed-in person; a key has none.`, 'person_only')
  return actor.id
}
