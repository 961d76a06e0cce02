import type { PendingQuery, Row } from 'postgres'
import type { Sql } from '../database/database.ts'
import { badRequest } from './error.ts'

/** A position in a list ordered by time and id. The next page starts after it. */
export type Cursor = { at: number; id: string }

/** The cursor as callers receive it: opaque. */
export const writeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at} ${id}`).toString('base64url')

/** Parses a cursor; 400 if it is not one of ours. */
export function readCursor(text: string): Cursor {
  const [, at, id] = /^(\d{1,15}) ([^\s\p{Cc}]{1,254})$/u.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (at === undefined || id === undefined) throw badRequest('before: Must be the `next` of an earlier response.')
  return { at: Number(at), id }
}

/** The first `limit` of the rows found, and the cursor of the next page. Query `limit + 1` rows to use it. */
export function cutPage<Row>(found: readonly Row[], limit: number, placeOf: (row: Row) => Cursor) {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, next: last ? writeCursor(placeOf(last)) : null }
}

type Piece = PendingQuery<Row[]>

/** A time range of a query: includes its start, excludes its end. */
export type Period = { from?: number | undefined; to?: number | undefined }

export const isPeriod = ({ from, to }: Period): boolean => from !== undefined || to !== undefined

/** SQL conditions for a column in the range, each preceded by `and`. */
export const within = ({ sql }: { sql: Sql }, column: Piece, { from, to }: Period): Piece => sql`
  ${from === undefined ? sql`` : sql`and ${column} >= ${from}`}
  ${to === undefined ? sql`` : sql`and ${column} < ${to}`}`
