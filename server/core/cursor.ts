import { badRequest } from './error.ts'

/** A place in a list that is ordered by time and id: what comes after it is the next page. */
export type Cursor = { at: number; id: string }

/** The cursor as callers get it: opaque to them. */
export const writeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at} ${id}`).toString('base64url')

/** Reads a cursor; 400 where it is none of ours. */
export function readCursor(text: string): Cursor {
  const [, at, id] = /^(\d{1,15}) (\w{1,64})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  if (at === undefined || id === undefined) throw badRequest('before: Must be the `next` of an earlier answer.')
  return { at: Number(at), id }
}
