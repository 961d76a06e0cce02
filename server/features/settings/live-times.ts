import type { Settings } from '../../../shared/settings.ts'
import type { Tx } from '../../core/context.ts'

type LiveTimes = Pick<Settings['live'], 'waitSeconds' | 'closeAfterMinutes'>

/** Ends a wait that nobody ended: the visitor is told that nobody came. */
export const missJob = 'handover.miss'
/** Closes a live chat in which nobody writes any more. */
export const idleJob = 'conversation.closeIdle'

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
  await tx.hasten([missJob, idleJob])
}
