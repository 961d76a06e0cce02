import type { Tx } from '../../../core/context.ts'
import { badRequest } from '../../../core/error.ts'
import type { Mark, MarkKind } from './marks.ts'

/** What a request says of the marks on a record: ids or names, by the field that they stand in. */
export type Refs = Record<string, string[] | undefined>

/** First `all` replaces what is there, then some are added, then some removed. */
export type MarkChange = { all: string[] | undefined; add: string[]; remove: string[] }

/** What each id or name stands for; an id stands over a name. The marks are held, so that none is deleted meanwhile. */
export async function readRefs<M extends Mark>(
  tx: Tx,
  kind: Pick<MarkKind<M>, 'table' | 'what'>,
  fields: Refs,
): Promise<(ref: string) => string> {
  const refs = [...new Set(Object.values(fields).flatMap((given) => given ?? []))]
  const rows = await tx.sql<{ ref: string; id: string }[]>`
    select ref, marks.id from unnest(${refs}::text[]) ref
    join ${tx.sql(kind.table)} marks on marks.site = ${tx.site.id}
      and (marks.id = ref or lower(marks.name collate "und-x-icu") = lower(ref collate "und-x-icu"))
    order by marks.id = ref for share of marks`
  const known = new Map(rows.map(({ ref, id }) => [ref, id]))
  for (const [field, given] of Object.entries(fields)) {
    const unknown = given?.find((ref) => !known.has(ref))
    if (unknown !== undefined)
      throw badRequest(`${field}: there is no ${kind.what} ${unknown}.`, 'unknown_record', { record: kind.what })
  }
  return (ref) => known.get(ref) as string
}

/** Which marks are to be added to those that are there, and which to be removed. */
export function difference(there: Iterable<string>, { all, add, remove }: MarkChange) {
  const before = new Set(there)
  const wanted = new Set(all ?? before)
  for (const id of add) wanted.add(id)
  for (const id of remove) wanted.delete(id)
  return { wanted, added: wanted.difference(before), removed: before.difference(wanted) }
}
