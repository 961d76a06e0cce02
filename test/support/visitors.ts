import { newId } from '../../server/core/ids.ts'
import { becomeLive, beginWaiting } from '../../server/features/conversations/queue-entry.ts'
import type { World } from './world.ts'

/** A conversation whose visitor has been waiting since then, as if they had asked for a person. */
export async function addWaiting(world: Pick<World, 'context'>, since: number, site = 'demo'): Promise<string> {
  const ctx = await world.context(site)
  const id = newId('conv')
  await ctx.tx(async (tx) => {
    const row = { id, status: 'bot' as const, handover_at: null, waiting_since: since }
    await tx.sql`
      insert into conversations (id, site, channel, started_at, last_at, started_by)
      values (${id}, ${site}, 'api', ${since}, ${since}, 'test')`
    await tx.sql`
      update conversations set ${tx.sql({ ...(await becomeLive(tx, row)), ...(await beginWaiting(tx, row)) })}
      where id = ${id}`
  })
  return id
}

/** Which conversations the server assigned to whom, in order, after an event id. */
export async function listGiven(
  { services }: Pick<World, 'services'>,
  after = 0,
): Promise<{ id: string; to: string }[]> {
  return await services.database.sql<{ id: string; to: string }[]>`
    select data ->> 'conversationId' as id, data ->> 'assignedTo' as to from events
    where seq > ${after} and type = 'conversation.assigned' and data ->> 'by' = 'system' and data ->> 'assignedTo' is not null
    order by seq`
}

/** The last position of the log. */
export async function lastSeq({ services }: Pick<World, 'services'>): Promise<number> {
  const [{ seq }] = await services.database.sql<[{ seq: number }]>`select coalesce(max(seq), 0) as seq from events`
  return seq
}
