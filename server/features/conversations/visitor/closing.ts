import type { Parts } from '../../../core/context.ts'
import { closeTurns } from '../turn-places.ts'
import { endFollowers } from './events.ts'

/**
 * Ends what chats keep open on this server: streams of events at once, replies after at most `grace` milliseconds. To be
 * awaited before the event log and the database are closed.
 */
export async function closeChats(parts: Parts, grace: number): Promise<void> {
  endFollowers(parts)
  await closeTurns(parts, grace)
}
