import type { EventData } from '../../../../shared/event.ts'
import type { Context, Parts } from '../../../core/context.ts'
import { systemContext } from '../../../core/transaction.ts'

type Typing = { site: string; conversationId: string; name: string | null; toldAt: number; cancel(): void }

/** Whoever says nothing more for so long has stopped. */
const endsAfter = 6_000
const toldEvery = 1_000
const mostTyping = 10_000

// Who types is known to the server that they are connected to, and lives and dies with its parts.
const typingOf = new WeakMap<Parts, Map<string, Typing>>()

/** Tells that the caller types in a conversation, or stopped; at most once a second. It ends by itself after six. */
export function noteTyping({ parts, site, actor }: Context, conversationId: string, isTyping: boolean): void {
  const all = typingOf.get(parts) ?? new Map<string, Typing>()
  typingOf.set(parts, all)
  const key = `${actor.id} ${conversationId}`
  const known = all.get(key)
  known?.cancel()
  if (!isTyping) {
    if (known) end(parts, all, key, known)
    return
  }
  if (!known && all.size >= mostTyping) return
  const now = parts.clock.now()
  const isDue = known === undefined || now - known.toldAt >= toldEvery
  const typing: Typing = {
    site: site.id,
    conversationId,
    name: actor.name,
    toldAt: isDue ? now : known.toldAt,
    cancel: parts.clock.after(endsAfter, () => end(parts, all, key, typing)),
  }
  all.set(key, typing)
  if (isDue) tell(parts, typing, true)
}

function end(parts: Parts, all: Map<string, Typing>, key: string, typing: Typing): void {
  all.delete(key)
  tell(parts, typing, false)
}

const tell = (parts: Parts, { site, conversationId, name }: Typing, isTyping: boolean) =>
  parts.moments.tell(site, 'typing.changed', { conversationId, who: 'team', name, typing: isTyping })

/** Cancels what would still end by itself. */
export function stopTyping(parts: Parts): void {
  for (const { cancel } of typingOf.get(parts)?.values() ?? []) cancel()
  typingOf.delete(parts)
}

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
