import type { EventData } from '../../../../shared/event.ts'
import type { Context, Services } from '../../../core/context.ts'
import { systemContext } from '../../../core/transaction.ts'

type Typing = { site: string; conversationId: string; name: string | null; publishedAt: number; cancel(): void }

/** Typing ends after this long without a signal. */
const endsAfter = 6_000
const publishEvery = 1_000
const maxTyping = 10_000

// Each server tracks the typing of people connected to it. Has the lifetime of its parts.
const typingOf = new WeakMap<Services, Map<string, Typing>>()

/**
 * Publishes that the caller started or stopped typing in a conversation, at most once a second. Expires after six
 * seconds.
 */
export function updateTyping({ services, site, actor }: Context, conversationId: string, isTyping: boolean): void {
  const all = typingOf.get(services) ?? new Map<string, Typing>()
  typingOf.set(services, all)
  const key = `${actor.id} ${conversationId}`
  const known = all.get(key)
  known?.cancel()
  if (!isTyping) {
    if (known) end(services, all, key, known)
    return
  }
  if (!known && all.size >= maxTyping) return
  const now = services.clock.now()
  const isDue = known === undefined || now - known.publishedAt >= publishEvery
  const typing: Typing = {
    site: site.id,
    conversationId,
    name: actor.name,
    publishedAt: isDue ? now : known.publishedAt,
    cancel: services.clock.after(endsAfter, () => end(services, all, key, typing)),
  }
  all.set(key, typing)
  if (isDue) publish(services, typing, true)
}

function end(services: Services, all: Map<string, Typing>, key: string, typing: Typing): void {
  all.delete(key)
  publish(services, typing, false)
}

const publish = (services: Services, { site, conversationId, name }: Typing, isTyping: boolean) =>
  services.ephemeral.publish(site, 'typing.changed', { conversationId, who: 'team', name, typing: isTyping })

/** Cancels pending expirations. */
export function stopTyping(services: Services): void {
  for (const { cancel } of typingOf.get(services)?.values() ?? []) cancel()
  typingOf.delete(services)
}

type Viewers = EventData<'viewers.changed'>

const maxViewers = 50

/** Team members who are viewing a conversation. */
export async function viewersOf({ sql, site, now }: Context, conversationId: string): Promise<Viewers> {
  const viewers = await sql<Viewers['viewers']>`
    select email, name from accounts
    where email in (select email from presence where viewing = ${conversationId} and site = ${site.id} and until > ${now()})
    order by email limit ${maxViewers}`
  return { conversationId, viewers }
}

export async function publishViewers(ctx: Context, conversationId: string): Promise<void> {
  ctx.services.ephemeral.publish(ctx.site.id, 'viewers.changed', await viewersOf(ctx, conversationId))
}

/** Clears what closed windows were showing. Published once, by the server that comes first. */
export async function endViewing(services: Services, at: number): Promise<void> {
  const { sql } = services.database
  const ended = await sql<{ site: string; viewing: string }[]>`
    with ended as (
      select site, email, window_id, viewing from presence
      where viewing is not null and until <= ${at} for update)
    update presence set viewing = null from ended
    where presence.site = ended.site and presence.email = ended.email and presence.window_id = ended.window_id
    returning ended.site, ended.viewing`
  const conversations = new Map(ended.map(({ site, viewing }) => [viewing, site]))
  for (const [conversationId, id] of conversations) {
    const site = await services.sites.find(id)
    if (site) await publishViewers(systemContext(services, site), conversationId)
  }
}
