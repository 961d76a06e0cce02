import { eventId } from '../../server/core/events.ts'
import type { World } from './world.ts'

/** Emits an event to the log, like a feature. */
export async function emitEvent(world: Pick<World, 'context'>, message: string, site = 'demo'): Promise<void> {
  await (await world.context(site)).tx(async (tx) => tx.emit('test.ping', { message }))
}

/** Emits an event that another scope reads. */
export async function emitGap(world: Pick<World, 'context'>, question: string): Promise<void> {
  const gap = { id: 'gap_1', question, count: 1, firstAskedAt: 1, lastAskedAt: 1, conversationId: null, status: 'open' }
  await (await world.context()).tx(async (tx) => tx.emit('knowledge.gap', gap as never))
}

/** The id of the last event. */
export async function lastId(world: World): Promise<string> {
  const [{ seq }] = await world.services.database.sql<[{ seq: number | null }]>`select max(seq) as seq from events`
  return eventId(seq ?? 0)
}
