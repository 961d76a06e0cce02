import type { PendingQuery, Row } from 'postgres'
import type { Sql } from '../database/database.ts'

type Piece = PendingQuery<Row[]>

/** A time that a query may name: from its beginning up to its end, which is not in it. */
export type Period = { from?: number | undefined; to?: number | undefined }

export const isPeriod = ({ from, to }: Period): boolean => from !== undefined || to !== undefined

/** That a column lies in it, as conditions, each with its own `and`. */
export const within = ({ sql }: { sql: Sql }, column: Piece, { from, to }: Period): Piece => sql`
  ${from === undefined ? sql`` : sql`and ${column} >= ${from}`}
  ${to === undefined ? sql`` : sql`and ${column} < ${to}`}`
