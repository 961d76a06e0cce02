import type { PendingQuery, Row } from 'postgres'
import { Email } from '../../../shared/address.ts'
import type { LeadFilter } from '../../../shared/lead.ts'
import type { Context } from '../../core/context.ts'
import { isPeriod, within } from '../../core/paging.ts'

export type Piece = PendingQuery<Row[]>

/** The contacts that match a filter, as SQL fragments about `l`, without the search text. */
export type Source = {
  from: Piece
  /** Conditions with a leading `and`, without the status. */
  others: Piece
  status: Piece
  /** Conditions with a leading `and` that no index covers, checked per contact. */
  asked: Piece
  /** The time that orders the list, as a column name. */
  at: 'updated_at' | 'created_at'
  /** Last changed first, or newest first; the id breaks ties. */
  order: Piece
  /** Contacts after a position in this order. */
  behind(place: { at: number; id: string }): Piece
}

/**
 * Chooses an index for each filter: a tag's contacts by tag, those of a period by creation, all others by last change.
 * No query reads further than its page.
 */
export function sourceOf(ctx: Context, filter: LeadFilter): Source {
  const { sql, site } = ctx
  const { tag, status } = filter
  if (isPeriod(filter)) return sourceWithin(ctx, filter)
  const of = {
    asked: sql``,
    others: sql`l.site = ${site.id} ${tag === 'untagged' ? sql`and not l.tagged` : sql``}`,
    status: status === undefined ? sql`` : sql`and l.status = ${status}`,
  }
  if (tag === undefined || tag === 'untagged')
    return {
      ...of,
      from: sql`leads l`,
      at: 'updated_at',
      order: sql`l.updated_at desc, l.id desc`,
      behind: ({ at, id }) => sql`and (l.updated_at, l.id) < (${at}, ${id})`,
    }
  return {
    ...of,
    from: sql`lead_tags t join leads l on l.id = t.lead_id`,
    at: 'updated_at',
    others: sql`t.tag_id = ${tag} and ${of.others}`,
    order: sql`t.updated_at desc, t.lead_id desc`,
    behind: ({ at, id }) => sql`and (t.updated_at, t.lead_id) < (${at}, ${id})`,
  }
}

function sourceWithin(ctx: Context, { tag, status, ...period }: LeadFilter): Source {
  const { sql, site } = ctx
  return {
    from: sql`leads l`,
    others: sql`l.site = ${site.id} ${within(ctx, sql`l.created_at`, period)}`,
    status: status === undefined ? sql`` : sql`and l.status = ${status}`,
    asked: tagged(ctx, tag),
    at: 'created_at',
    order: sql`l.created_at desc, l.id desc`,
    behind: ({ at, id }) => sql`and (l.created_at, l.id) < (${at}, ${id})`,
  }
}

/** Whether a contact `l` has a tag, or none; with a leading `and`. */
export function tagged({ sql }: Context, tag: string | undefined): Piece {
  if (tag === undefined) return sql``
  if (tag === 'untagged') return sql`and not l.tagged`
  return sql`and (select true from lead_tags t where t.lead_id = l.id and t.tag_id = ${tag})`
}

/** The text as an email in the form that contacts store; null if it is not one. */
export const emailOf = (words: string): string | null => Email.safeParse(words).data ?? null
