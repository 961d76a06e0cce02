import type postgres from 'postgres'
import type { Sql } from './database.ts'

/** Both databases parse alike: a bigint (a time in milliseconds, a count) is a number, as long as it is exact. */
export const sqlOptions = {
  types: {
    bigint: {
      to: 20,
      from: [20],
      serialize: (value: number | bigint) => String(value),
      parse: parseBigint,
    },
  },
  onnotice: () => {},
} satisfies postgres.Options<Record<string, postgres.PostgresType>>

/**
 * Has the package learn the database's array types with its first query, and never again: it asks on every new connection,
 * where nothing catches the error of a database that goes away meanwhile, which would end the process.
 */
export async function askTypes(sql: Sql): Promise<void> {
  await sql`select 1`
  sql.options.fetch_types = false
}

function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint of the database is too large to be exact: ${text}`)
  return value
}
