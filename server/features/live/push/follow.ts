import type { Context, Parts } from '../../../core/context.ts'
import type { StoredEvent } from '../../../core/events.ts'
import { defineTask, nothing } from '../../../core/queue.ts'
import { occasionOf } from './occasion.ts'
import { sendTask } from './send.ts'

export const lookTask = defineTask('push.look', nothing)

const minute = 60_000
/** What is older is told to nobody: by then it is known, or no matter. */
const freshFor = 5 * minute

const types: readonly string[] = ['handover.requested', 'handover.missed', 'conversation.assigned', 'note.changed']

/** A note that names nobody is told to nobody. */
const isTold = ({ type, data }: StoredEvent) =>
  types.includes(type) && (type !== 'note.changed' || (data as { mentions: string[] }).mentions.length > 0)

/**
 * Has what happens looked at, by one server and once. At the start everything fresh is looked at: the server that it
 * happened on may have died right after. The answer ends it.
 */
export function followForPush(parts: Parts): () => void {
  const look = (site: string) => {
    enqueueLook(parts, site).catch((err) =>
      parts.log.warn({ err, site }, 'nobody could be told by push; the next event tries again'),
    )
  }
  for (const site of parts.sites.ids()) look(site)
  return parts.events.subscribe((event) => {
    if (isTold(event)) look(event.site)
  })
}

async function enqueueLook({ database: { sql }, queue }: Parts, site: string): Promise<void> {
  const [known] = await sql`select from push_subscriptions limit 1`
  if (!known) return
  await queue.add(lookTask, site, {}, { name: 'look' })
}

/** Makes a task of each fresh event of a site that was not told yet. */
export async function lookForPush(ctx: Context): Promise<void> {
  await ctx.tx(async (tx) => {
    const since = tx.now() - freshFor
    await tx.sql`delete from push_told where at < ${since - freshFor}`
    const events = await tx.sql<StoredEvent[]>`
      with fresh as (
        insert into push_told (seq, at)
        select seq, at from events where site = ${tx.site.id} and at > ${since}
          and type in ('handover.requested', 'handover.missed', 'conversation.assigned', 'note.changed')
          and (type <> 'note.changed' or data -> 'mentions' <> '[]')
        on conflict do nothing returning seq)
      select events.* from events join fresh using (seq) order by seq`
    for (const event of events) await tx.enqueue(sendTask, occasionOf(event))
  })
}
