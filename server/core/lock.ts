import type { Sql } from '../database/database.ts'

/**
 * Lets one transaction at a time go on with something, such as the labels of a site, over all servers: the lock is held to the
 * end of the transaction of `sql`. Whoever takes several takes them in the same order everywhere.
 */
export const lock = (sql: Sql, name: string, ...of: string[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${[name, ...of].join(' ')}, 0))`
