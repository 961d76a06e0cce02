import type { Account } from '../../../shared/account.ts'
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
