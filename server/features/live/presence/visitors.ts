import type { EventData } from '../../../../shared/event.ts'
import type { Services } from '../../../core/context.ts'
import { systemContext } from '../../../core/transaction.ts'
import { routeTask } from './absence.ts'
import { pageLease } from './visitor-lease.ts'

const renewEvery = 5_000
const day = 86_400_000

// The open pages of each conversation on each server of this process, and when they were last renewed.
const held = new WeakMap<Services, { pages: Map<string, number>; renewedAt: number }>()

const pagesOf = (services: Services) => {
  const known = held.get(services) ?? { pages: new Map<string, number>(), renewedAt: Number.NEGATIVE_INFINITY }
  held.set(services, known)
  return known
}

/** Registers a page of a visitor, whose stream is open. The returned function unregisters it; call it once. */
export function holdPage(services: Services, conversation: string): () => void {
  const { pages } = pagesOf(services)
  pages.set(conversation, (pages.get(conversation) ?? 0) + 1)
  return () => {
    const left = (pages.get(conversation) ?? 1) - 1
    if (left > 0) pages.set(conversation, left)
    else pages.delete(conversation)
  }
}

/**
 * Renews the visitors of live chats who have a page open on this server, and notifies the team of those who came or
 * left on any server: once, by whichever server notices first.
 */
export async function syncVisitors(services: Services): Promise<void> {
  const { sql } = services.database
  const now = services.clock.now()
  const own = pagesOf(services)
  if (own.pages.size > 0 && now - own.renewedAt >= renewEvery) {
    own.renewedAt = now
    await sql`
      insert into visitor_presence as known (conversation_id, site, until)
      select id, site, ${now + pageLease} from conversations
      where id = any(${[...own.pages.keys()]}::text[]) and status = 'live' order by id
      on conflict (conversation_id) do update set until = greatest(known.until, excluded.until)`
  }
  const changes = await sql<{ conversation_id: string; site: string; until: number; present: boolean }[]>`
    update visitor_presence set present = until > ${now} where conversation_id in (
      select conversation_id from visitor_presence where present is distinct from (until > ${now})
      order by conversation_id for update skip locked)
    returning conversation_id, site, until, present`
  for (const { conversation_id: conversationId, site, until, present } of changes) {
    const change: EventData<'visitor.changed'> = {
      conversationId,
      present,
      leftAt: present ? null : until - pageLease,
    }
    services.ephemeral.publish(site, 'visitor.changed', change)
  }
  for (const id of new Set(changes.flatMap(({ site, present }) => (present ? [site] : [])))) {
    const site = await services.sites.find(id)
    if (site) await systemContext(services, site).tx((tx) => tx.enqueue(routeTask, {}, { name: 'route' }))
  }
}

/** Forgets the visitors who left a day ago. */
export async function forgetVisitors({ database, clock }: Services): Promise<void> {
  await database.sql`delete from visitor_presence where until < ${clock.now() - day}`
}
