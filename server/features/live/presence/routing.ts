import type { Context, Tx } from '../../../core/context.ts'
import { Refusal } from '../../../core/error.ts'
import { lock } from '../../../core/lock.ts'
import type { ConversationRow } from '../../conversations/conversation.ts'
import { interrupting } from '../../conversations/interrupt.ts'
import { giveTo } from '../assign.ts'

/** Somebody who may be given a visitor. */
type Candidate = { email: string; name: string | null; live: number; given: number }

/**
 * Gives waiting visitors, the longest waiting first, to available people with room, as the site's setting says; nothing
 * where they are taken by hand. Two servers that do so at once give nothing twice.
 * @returns how many were given
 */
export async function routeWaiting(ctx: Context): Promise<number> {
  if (!ctx.site.settings.live.enabled || ctx.site.settings.live.routing === 'manual') return 0
  let given = 0
  for (let tried: string[] = []; !ctx.parts.stopping.aborted; ) {
    const next = await findNext(ctx, tried)
    if (!next) break
    const outcome = await give(ctx, next.id)
    if (outcome === 'nobody') break
    if (outcome === 'given') given++
    else tried = [...tried, next.id]
  }
  return given
}

/** Who waits the longest of those whom nobody has. */
async function findNext({ sql, site }: Context, except: string[]): Promise<{ id: string } | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from conversations
    where site = ${site.id} and waiting_since is not null and not spam
      and status = 'live' and assigned_to is null and id <> all(${except}::text[])
    order by waiting_since, id limit 1`
  return row
}

const isWaiting = ({ status, assigned_to, waiting_since }: ConversationRow) =>
  status === 'live' && assigned_to === null && waiting_since !== null

/** `gone`: somebody was quicker, or it was deleted. `nobody`: nobody is free. */
async function give(ctx: Context, id: string): Promise<'given' | 'gone' | 'nobody'> {
  try {
    return await interrupting(ctx, id, {
      // A reply of the assistant's is only stopped for somebody who comes.
      async check(tx, conversation) {
        if (isWaiting(conversation) && !(await findCandidate(tx))) throw new NobodyFree()
      },
      stops: isWaiting,
      async run(tx, conversation) {
        if (!isWaiting(conversation)) return 'gone'
        // One gift at a time, over all sites and servers: a person's room is counted over all of their sites. Each transaction
        // holds the row of one conversation when it comes here, so that none waits for another's row.
        await lock(tx.sql, 'routing')
        const person = await findCandidate(tx)
        if (!person) return 'nobody'
        const { email, name } = person
        await giveTo(tx, conversation, { id: email, name: name || email, isKey: false }, tx.actor.id)
        await tx.sql`
          insert into attendance (site, email, given) values (${tx.site.id}, ${email}, nextval('given_places'))
          on conflict (site, email) do update set given = excluded.given`
        return 'given'
      },
    })
  } catch (error) {
    if (error instanceof NobodyFree) return 'nobody'
    if (error instanceof Refusal && error.status === 404) return 'gone'
    throw error
  }
}

class NobodyFree extends Error {}

/** Whose turn it is: of those with room, who was given one longest ago, or who has the fewest. */
async function findCandidate({ sql, site, now }: Tx): Promise<Candidate | undefined> {
  const { routing, capacity } = site.settings.live
  const [person] = await sql<Candidate[]>`
    with candidates as (
      select accounts.email, accounts.name, coalesce(attendance.given, 0) as given, (
        select count(*)::int from conversations where assigned_to = accounts.email and status = 'live') as live
      from accounts left join attendance on attendance.site = ${site.id} and attendance.email = accounts.email
      where accounts.email in (
        select email from presence where site = ${site.id} and available and until > ${now()}))
    select * from candidates where live < ${capacity}
    order by ${routing === 'least_busy' ? sql`live, given, email` : sql`given, email`} limit 1`
  return person
}
