import type { PendingQuery, Row } from 'postgres'
import { Email } from '../../../shared/address.ts'
import type { LeadFilter } from '../../../shared/lead.ts'
import type { Context } from '../../core/context.ts'

export type Piece = PendingQuery<Row[]>

/** The contacts that a filter asks for, named `l`: where they are read from, beside its words. */
export type Source = {
  from: Piece
  /** Conditions, each with its own `and`; the first lets the status be. */
  others: Piece
  status: Piece
  /** Newest change first; the id settles equal times. */
  order: Piece
  /** What comes behind a place of that order. */
  behind(place: { at: number; id: string }): Piece
}

/** A tag's contacts are walked by the tag, all others by themselves: either way by an index, and no further than asked. */
export function sourceOf({ sql, site }: Context, { tag, status }: LeadFilter): Source {
  const of = {
    others: sql`l.site = ${site.id} ${tag === 'untagged' ? sql`and not l.tagged` : sql``}`,
    status: status === undefined ? sql`` : sql`and l.status = ${status}`,
  }
  if (tag === undefined || tag === 'untagged')
    return {
      ...of,
      from: sql`leads l`,
      order: sql`l.updated_at desc, l.id desc`,
      behind: ({ at, id }) => sql`and (l.updated_at, l.id) < (${at}, ${id})`,
    }
  return {
    ...of,
    from: sql`lead_tags t join leads l on l.id = t.lead_id`,
    others: sql`t.tag_id = ${tag} and ${of.others}`,
    order: sql`t.updated_at desc, t.lead_id desc`,
    behind: ({ at, id }) => sql`and (t.updated_at, t.lead_id) < (${at}, ${id})`,
  }
}

/** Whether a contact named `l` holds these words, in any script and inside of words. */
export function hasWords({ sql }: Context, words: string): Piece {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  return sql`
    concat_ws(' ', l.name, l.email, l.phone, l.company, l.notes, l.attributes::text) collate "und-x-icu" ilike ${pattern}`
}

/** The email that words are, as contacts have it; null where they are none. */
export const emailOf = (words: string): string | null => Email.safeParse(words).data ?? null
