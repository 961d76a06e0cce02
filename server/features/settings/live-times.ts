import { z } from 'zod'
import type { Settings } from '../../../shared/settings.ts'
import type { Tx } from '../../core/context.ts'
import { defineTask } from '../../core/queue.ts'

const ofConversation = z.object({ conversationId: z.string() })

type LiveTimes = Pick<Settings['live'], 'waitSeconds' | 'closeAfterMinutes'>

/** Ends a wait that nobody ended: the visitor is told that nobody came. */
export const missTask = defineTask('handover.miss', ofConversation)
/** Closes a live chat in which nobody writes any more. */
export const idleTask = defineTask('conversation.closeIdle', ofConversation)

/**
 * How long visitors wait for a person and live chats stay open, as saved now: a call may have begun before the last change,
 * or on a server that has not heard of it. Nobody changes it before the transaction ends, so what is planned by it is there
 * for whoever does.
 */
export async function liveTimes({ sql, site }: Tx): Promise<LiveTimes> {
  const [saved] = await sql<{ live: Partial<LiveTimes> | null }[]>`
    select settings -> 'live' as live from site_settings where site = ${site.id} for share`
  return { ...site.settings.live, ...saved?.live }
}

/** Has the ends of waits and of live chats planned anew, where the times changed that they are planned by. */
export async function replanLive(tx: Tx, before: LiveTimes, after: LiveTimes): Promise<void> {
  if (before.waitSeconds === after.waitSeconds && before.closeAfterMinutes === after.closeAfterMinutes) return
  await tx.hasten([missTask, idleTask])
}
