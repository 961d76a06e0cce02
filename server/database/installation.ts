import type { Sql } from './database.ts'

/**
 * Identifies the data in the database. It changes with each restore or move. Undefined in a database without tables.
 */
export const findGeneration = (sql: Sql): Promise<string | undefined> => find(sql, 'generation')

/** The check value of the secret that the database was used with; undefined if none was used yet. */
export const findSecretCheck = (sql: Sql): Promise<string | undefined> => find(sql, 'secret_check')

async function find(sql: Sql, column: 'generation' | 'secret_check'): Promise<string | undefined> {
  const [{ made }] = await sql<[{ made: boolean }]>`select to_regclass('installation') is not null as made`
  if (!made) return undefined
  const [row] = await sql<{ value: string | null }[]>`select ${sql(column)} as value from installation`
  return row?.value ?? undefined
}

/** Stores the check value of the secret, if there is none. Returns the one in effect. */
export async function keepSecretCheck(sql: Sql, check: string): Promise<string> {
  const [row] = await sql<[{ secret_check: string }]>`
    update installation set secret_check = coalesce(secret_check, ${check}) returning secret_check`
  return row.secret_check
}

/**
 * Gives the database a new generation, in the transaction that replaced its data.
 * @param secretCheck the check value of the data's secret, if it differs from the one in the data
 */
export const renewInstallation = (tx: Sql, secretCheck = '') => tx`
  insert into installation (secret_check) values (nullif(${secretCheck}, ''))
  on conflict (one) do update set generation = excluded.generation,
    secret_check = coalesce(excluded.secret_check, installation.secret_check)`
