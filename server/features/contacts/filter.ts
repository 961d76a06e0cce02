import type { PendingQuery, Row } from 'postgres'
import { Email } from '../../../shared/address.ts'
import type { LeadFilter } from '../../../shared/lead.ts'
import type { Context } from '../../core/context.ts'
import { isPeriod, within } from '../../core/period.ts'

export type Piece = PendingQuery<Row[]>

/** The contacts that a filter asks for, named `l`: where they are read from, beside its words. */
export type Source = {
  from: Piece
  /** Conditions, each with its own `and`; the first lets the status be. */
  others: Piece
  status: Piece
  /** What is asked of each that is looked at, with its own `and`: no index knows it. */
  asked: Piece
  /** The time that they are walked by, as their rows have it. */
  at: 'updated_at' | 'created_at'
  /** Newest change first, or those made last; the id settles equal times. */
  order: Piece
  /** What comes behind a place of that order. */
  behind(place: { at: number; id: string }): Piece
}

/**
 * A tag's contacts are walked by the tag, those of a time by when they were made, all others by when they changed: each way by
 * an index, and no further than asked.
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

/** That a contact named `l` has a tag, or none; with its own `and`. */
export function tagged({ sql }: Context, tag: string | undefined): Piece {
  if (tag === undefined) return sql``
  if (tag === 'untagged') return sql`and not l.tagged`
  return sql`and (select true from lead_tags t where t.lead_id = l.id and t.tag_id = ${tag})`
}

/** Whether a contact named `l` holds these words, in any script and inside of words. */
export function hasWords({ sql }: Context, words: string): Piece {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  return sql`
    concat_ws(' ', l.name, l.email, l.phone, l.company, l.notes, l.attributes::text) collate "und-x-icu" ilike ${pattern}`
}

/** The email that words are, as contacts have it; null where they are none. */
export const emailOf = (words: string): string | null => Email.safeParse(words).data ?? null
