import type { ConversationsQuery } from '../../../shared/conversation.ts'
import type { Context } from '../../core/context.ts'
import { type Cursor, readCursor } from '../../core/cursor.ts'
import { asksCourse, type Piece } from './course.ts'

/** How a list is walked; the id settles equal times. */
export type Order = {
  /** The column that it goes by. */
  at: 'last_at' | 'waiting_since' | 'started_at'
  /** What stands behind `order by`, of conversations under this name. */
  by(name: 'c' | 'looked'): Piece
  /** What comes behind a place, as one more condition. */
  behind(cursor: Cursor): Piece
}

/** Newest activity first; who waits for a person, the longest first; by how they went, those that began last. */
export function orderOf({ sql }: Context, query: ConversationsQuery): Order {
  if (query.filter === 'waiting')
    return {
      at: 'waiting_since',
      by: (name) => sql`${sql(name)}.waiting_since, ${sql(name)}.id`,
      behind: ({ at, id }) => sql`and (c.waiting_since, c.id) > (${at}, ${id})`,
    }
  if (asksCourse(query))
    return {
      at: 'started_at',
      by: (name) => sql`${sql(name)}.started_at desc, ${sql(name)}.id desc`,
      behind: ({ at, id }) => sql`and (c.started_at, c.id) < (${at}, ${id})`,
    }
  return {
    at: 'last_at',
    by: (name) => sql`${sql(name)}.last_at desc, ${sql(name)}.id desc`,
    behind: ({ at, id }) => sql`and (c.last_at, c.id) < (${at}, ${id})`,
  }
}

/** What comes behind the cursor of a query; nothing where it has none. */
export const behindCursor = ({ sql }: Context, order: Order, { before }: Pick<ConversationsQuery, 'before'>): Piece =>
  before === undefined ? sql`` : order.behind(readCursor(before))
