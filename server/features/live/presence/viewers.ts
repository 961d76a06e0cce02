import type { EventData } from '../../../../shared/event.ts'
import type { Context, Parts } from '../../../core/context.ts'
import { systemContext } from '../../../core/transaction.ts'

type Viewers = EventData<'viewers.changed'>

const mostViewers = 50

/** Who of the team has a conversation open at this moment. */
export async function viewersOf({ sql, site, now }: Context, conversationId: string): Promise<Viewers> {
  const viewers = await sql<Viewers['viewers']>`
    select email, name from accounts
    where email in (select email from presence where viewing = ${conversationId} and site = ${site.id} and until > ${now()})
    order by email limit ${mostViewers}`
  return { conversationId, viewers }
}

export async function tellViewers(ctx: Context, conversationId: string): Promise<void> {
  ctx.parts.moments.tell(ctx.site.id, 'viewers.changed', await viewersOf(ctx, conversationId))
}

/** Ends what windows that are gone were showing; told once, by the server that comes first. */
export async function endViewing(parts: Parts, at: number): Promise<void> {
  const { sql } = parts.database
  const ended = await sql<{ site: string; viewing: string }[]>`
    with ended as (
      select site, email, window_id, viewing from presence
      where viewing is not null and until <= ${at} for update)
    update presence set viewing = null from ended
    where presence.site = ended.site and presence.email = ended.email and presence.window_id = ended.window_id
    returning ended.site, ended.viewing`
  const conversations = new Map(ended.map(({ site, viewing }) => [viewing, site]))
  for (const [conversationId, id] of conversations) {
    const site = await parts.sites.find(id)
    if (site) await tellViewers(systemContext(parts, site), conversationId)
  }
}
