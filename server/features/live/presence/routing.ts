import type { Context, Tx } from '../../../core/context.ts'
import { AppError } from '../../../core/error.ts'
import { lock } from '../../../core/transaction.ts'
import { changeConversation } from '../../conversations/change-conversation.ts'
import type { ConversationRow } from '../../conversations/conversation.ts'
import { assignTo } from '../assign.ts'
import { hasLeft } from './visitor-lease.ts'

/** A person who can be assigned a visitor. */
type Candidate = { email: string; name: string | null; live: number; given: number }

/**
 * Assigns waiting visitors, longest wait first, to available people with capacity, as the site's setting says. Does
 * nothing if chats are taken manually. Concurrent runs on two servers assign nothing twice.
 * @returns the number of assigned visitors
 */
export async function routeWaiting(ctx: Context): Promise<number> {
  if (!ctx.site.settings.live.enabled || ctx.site.settings.live.routing === 'manual') return 0
  let given = 0
  for (let tried: string[] = []; !ctx.services.stopping.aborted; ) {
    const next = await findNext(ctx, tried)
    if (!next) break
    const outcome = await give(ctx, next.id)
    if (outcome === 'nobody') break
    if (outcome === 'given') given++
    else tried = [...tried, next.id]
  }
  return given
}

/** The longest waiting visitor without an assignee. One who left takes nobody's capacity. */
async function findNext({ sql, site, now }: Context, except: string[]): Promise<{ id: string } | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from conversations c
    where site = ${site.id} and waiting_since is not null and not spam
      and status = 'live' and assigned_to is null and id <> all(${except}::text[]) and not ${hasLeft(sql, now())}
    order by waiting_since, id limit 1`
  return row
}

const isWaiting = ({ status, assigned_to, waiting_since }: ConversationRow) =>
  status === 'live' && assigned_to === null && waiting_since !== null

/** `gone`: somebody was faster, or it was deleted. `nobody`: nobody has capacity. */
async function give(ctx: Context, id: string): Promise<'given' | 'gone' | 'nobody'> {
  try {
    return await changeConversation(ctx, id, {
      // A reply of the assistant is only stopped if somebody takes over.
      async check(tx, conversation) {
        if (isWaiting(conversation) && !(await findCandidate(tx))) throw new NobodyFree()
      },
      stops: isWaiting,
      async run(tx, conversation) {
        if (!isWaiting(conversation)) return 'gone'
        // Assigns one at a time, across all sites and servers, because a person's capacity counts all of their sites.
        // Each transaction already holds the row of its conversation, so none waits for another's row.
        await lock(tx.sql, 'routing')
        const person = await findCandidate(tx)
        if (!person) return 'nobody'
        const { email, name } = person
        await assignTo(tx, conversation, { id: email, name: name || email, isKey: false }, tx.actor.id)
        await tx.sql`
          insert into attendance (site, email, given) values (${tx.site.id}, ${email}, nextval('given_places'))
          on conflict (site, email) do update set given = excluded.given`
        return 'given'
      },
    })
  } catch (error) {
    if (error instanceof NobodyFree) return 'nobody'
    if (error instanceof AppError && error.status === 404) return 'gone'
    throw error
  }
}

class NobodyFree extends Error {}

/** The next person by the site's routing: the one with capacity who was assigned longest ago, or who has the fewest. */
async function findCandidate({ sql, site, now }: Tx): Promise<Candidate | undefined> {
  const { routing, capacity } = site.settings.live
  const [person] = await sql<Candidate[]>`
    with candidates as (
      select accounts.email, accounts.name, coalesce(attendance.given, 0) as given, (
        select count(*)::int from conversations c
        where assigned_to = accounts.email and status = 'live' and snoozed_at is null and not ${hasLeft(sql, now())}) as live
      from accounts left join attendance on attendance.site = ${site.id} and attendance.email = accounts.email
      where accounts.email in (
        select email from presence where site = ${site.id} and available and until > ${now()}))
    select * from candidates where live < ${capacity}
    order by ${routing === 'least_busy' ? sql`live, given, email` : sql`given, email`} limit 1`
  return person
}
