import type { EventData } from '../../../../shared/event.ts'
import type { Presence, SetPresence } from '../../../../shared/presence.ts'
import type { Context } from '../../../core/context.ts'
import { badRequest, notFound } from '../../../core/error.ts'
import { findConversation } from '../../conversations/conversation.ts'
import { presenceOf, settlePresence } from './attendance.ts'
import { noteTyping } from './typing.ts'
import { tellViewers, viewersOf } from './viewers.ts'

function refuseKeys({ actor }: Context): void {
  if (actor.kind !== 'person')
    throw badRequest('Only a signed-in person has a dashboard; a key has none.', 'person_only')
}

async function refuseUnknown(ctx: Context, id: string): Promise<void> {
  if (!(await findConversation(ctx, id))) throw notFound('conversation')
}

/** Sets whether visitors may be given to the person of this window; kept for the window when it is not connected just now. */
export async function setPresence(ctx: Context, { window, available }: SetPresence): Promise<Presence> {
  refuseKeys(ctx)
  const { sql, site, actor } = ctx
  await sql`
    insert into presence (site, email, window_id, server, available, until)
    values (${site.id}, ${actor.id}, ${window}, '', ${available}, ${ctx.now()})
    on conflict (site, email, window_id) do update set available = excluded.available`
  await settlePresence(ctx.parts)
  return await presenceOf(ctx, actor.id)
}

type Viewing = { id: string; window: string; viewing: boolean }

/** Sets which conversation a window shows: one at a time. A window that is not connected shows none. */
export async function setViewing(
  ctx: Context,
  { id, window, viewing }: Viewing,
): Promise<EventData<'viewers.changed'>> {
  refuseKeys(ctx)
  await refuseUnknown(ctx, id)
  const shown = viewing ? id : null
  const { sql, site, actor } = ctx
  const [changed] = await sql<{ before: string | null }[]>`
    with known as (
      select viewing from presence
      where site = ${site.id} and email = ${actor.id} and window_id = ${window} and until > ${ctx.now()} for update)
    update presence set viewing = ${shown} from known
    where site = ${site.id} and email = ${actor.id} and window_id = ${window}
      and known.viewing is distinct from ${shown} and (${viewing} or known.viewing = ${id})
    returning known.viewing as before`
  if (changed)
    for (const conversation of new Set([changed.before, id])) if (conversation) await tellViewers(ctx, conversation)
  return await viewersOf(ctx, id)
}

/** Tells the visitor, and the team, that somebody of the team types. */
export async function setTyping(
  ctx: Context,
  { id, typing }: { id: string; typing: boolean },
): Promise<{ id: string }> {
  refuseKeys(ctx)
  await refuseUnknown(ctx, id)
  noteTyping(ctx, id, typing)
  return { id }
}
