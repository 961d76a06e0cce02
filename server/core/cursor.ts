import { badRequest } from './error.ts'

/** A place in a list that is ordered by time and id: what comes after it is the next page. */
export type Cursor = { at: number; id: string }

/** The cursor as callers get it: opaque to them. */
export const writeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at} ${id}`).toString('base64url')

/** Reads a cursor; 400 where it is none of ours. */
export function readCursor(text: string): Cursor {
  const [, at, id] = /^(\d{1,15}) ([^\s\p{Cc}]{1,254})$/u.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (at === undefined || id === undefined) throw badRequest('before: Must be the `next` of an earlier answer.')
  return { at: Number(at), id }
}

/** The first `limit` of the rows that were found, and the cursor of those after them: one more has to be asked for than that. */
export function cutPage<Row>(found: readonly Row[], limit: number, placeOf: (row: Row) => Cursor) {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, next: last ? writeCursor(placeOf(last)) : null }
}
