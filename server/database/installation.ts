import type { Sql } from './database.ts'

/** Which data the database holds: another value after each restore or move. Undefined in a database without tables. */
export const findGeneration = (sql: Sql): Promise<string | undefined> => find(sql, 'generation')

/** The check value of the secret that the database was used with; undefined where it was used with none yet. */
export const findSecretCheck = (sql: Sql): Promise<string | undefined> => find(sql, 'secret_check')

async function find(sql: Sql, column: 'generation' | 'secret_check'): Promise<string | undefined> {
  const [{ made }] = await sql<[{ made: boolean }]>`select to_regclass('installation') is not null as made`
  if (!made) return undefined
  const [row] = await sql<{ value: string | null }[]>`select ${sql(column)} as value from installation`
  return row?.value ?? undefined
}

/** Keeps the check value of the secret, where there is none. Gives the one that counts from now on. */
export async function keepSecretCheck(sql: Sql, check: string): Promise<string> {
  const [row] = await sql<[{ secret_check: string }]>`
    update installation set secret_check = coalesce(secret_check, ${check}) returning secret_check`
  return row.secret_check
}

/**
 * In the transaction that put other data into the database: gives it another generation.
 * @param secretCheck the check value of the secret that the data was used with, where another one than the data says
 */
export const renewInstallation = (tx: Sql, secretCheck = '') => tx`
  insert into installation (secret_check) values (nullif(${secretCheck}, ''))
  on conflict (one) do update set generation = excluded.generation,
    secret_check = coalesce(excluded.secret_check, installation.secret_check)`
