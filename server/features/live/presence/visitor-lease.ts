import type { VisitorPresence } from '../../../../shared/presence.ts'
import type { Sql } from '../../../database/database.ts'

/** How long a page counts as open after its server's last renewal: a reload, or a short loss of the network, is no end. */
export const pageLease = 20_000

/** Whether the visitor of the conversation `c` is known to have left. */
export const hasLeft = (sql: Sql, now: number) => sql`
  exists (select from visitor_presence v where v.conversation_id = c.id and v.until <= ${now})`

/** The presence of the visitor of the conversation `c`, as JSON; null if it is unknown, or the chat is not live. */
export const visitorPresenceJson = (sql: Sql, now: number) => sql`(
  select json_build_object('present', v.until > ${now}, 'leftAt', case when v.until <= ${now} then v.until - ${pageLease} end)
  from visitor_presence v where v.conversation_id = c.id and c.status = 'live')`

/** The presence of a visitor whose page counts as open until then. */
export const presenceUntil = (until: number, now: number): VisitorPresence =>
  until > now ? { present: true, leftAt: null } : { present: false, leftAt: until - pageLease }
