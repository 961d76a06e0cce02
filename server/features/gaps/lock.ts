import type { Tx } from '../../core/context.ts'

/** One writer of a site's gaps at a time, to the end of the transaction. Take it before the lock of the knowledge. */
export const lockGaps = ({ sql, site }: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`gaps ${site.id}`}, 0))`
