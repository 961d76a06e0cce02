import type postgres from 'postgres'
import { shareRunning, within } from '../core/async.ts'
import type { Sql } from './database.ts'
import { databaseFault, describeFault } from './fault.ts'

/** Both databases parse bigints (times in milliseconds, counts) as numbers, as long as they are exact. */
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
 * Lets the package load the array types with its first query only. By default it loads them on every new connection,
 * where an error of a lost database is uncaught and ends the process.
 */
export async function askTypes(sql: Sql): Promise<void> {
  await sql`select 1`
  sql.options.fetch_types = false
}

function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint of the database is too large for a number: ${text}`)
  return value
}

/** How long a query may wait for a connection before the database counts as down, in milliseconds. */
const poolTimeoutMs = 5_000

/**
 * Returns a function that says, as a sentence, why queries get no connection, or undefined if they do. Concurrent calls
 * share one query.
 */
export function createPoolCheck(sql: Sql): () => Promise<string | undefined> {
  const probe = shareRunning(async () => await sql`select 1`)
  return async () => {
    try {
      await within(probe(), poolTimeoutMs)
      return undefined
    } catch (error) {
      const reason = databaseFault(error) ? describeFault(error) : 'all its connections are busy'
      return `The database takes no query: ${reason}.`
    }
  }
}
