import type { Presence } from '../../../../shared/presence.ts'
import type { Context, Parts, Tx } from '../../../core/context.ts'
import { systemContext } from '../../../core/transaction.ts'
import { goneTask, returnAfter, routeTask } from './gone.ts'
import { leaseLength } from './windows.ts'

type Person = { site: string; email: string }
type Attendance = { available: boolean; gone_at: number | null }

const mostAtOnce = 500

/**
 * Looks who came, left, or became available or not since it was last told, on any server, and tells it: once, whichever
 * server notices first.
 * @param at the time by which leases are judged: that of the last renewal of this server's own, however long that took
 */
export async function settlePresence(parts: Parts, at = parts.clock.now()): Promise<void> {
  for (const { site: id, email } of await listUnsettled(parts, at)) {
    const site = await parts.sites.find(id)
    if (site) await settlePerson(systemContext(parts, site), email, at)
  }
}

const listUnsettled = ({ database: { sql } }: Parts, at: number) => sql<Person[]>`
  with there as (
    select site, email, bool_or(available) as available from presence where until > ${at} group by site, email)
  select coalesce(told.site, there.site) as site, coalesce(told.email, there.email) as email
  from attendance told full join there on told.site = there.site and told.email = there.email
  where coalesce(there.available, false) <> coalesce(told.available, false)
    or (there.email is null) <> (told.email is null or told.gone_at is not null)
  limit ${mostAtOnce}`

/** Notes how a person stands now, plans what follows from it, and tells the team where they became available or not. */
async function settlePerson(ctx: Context, email: string, at: number): Promise<void> {
  const told = await ctx.tx(async (tx) => {
    const before = await lockAttendance(tx, email)
    // Read after the lock: whoever was here first is seen.
    const now = await presentState(tx, email, at)
    await tx.sql`
      update attendance set available = ${now.available}, gone_at = ${now.gone_at}
      where site = ${tx.site.id} and email = ${email}`
    if (now.gone_at !== null && before.gone_at === null)
      await tx.enqueue(goneTask, { email }, { at: now.gone_at + returnAfter, name: email })
    if (now.available && !before.available) await tx.enqueue(routeTask, {}, { name: 'route' })
    return now.available === before.available ? undefined : await presenceOf(tx, email, at)
  })
  if (told) ctx.parts.moments.tell(ctx.site.id, 'presence.changed', told)
}

async function lockAttendance({ sql, site }: Tx, email: string): Promise<Attendance> {
  await sql`insert into attendance (site, email) values (${site.id}, ${email}) on conflict do nothing`
  const [row] = await sql<[Attendance]>`
    select available, gone_at from attendance where site = ${site.id} and email = ${email} for update`
  return row
}

async function presentState({ sql, site }: Tx, email: string, at: number): Promise<Attendance> {
  const [row] = await sql<[{ there: boolean; available: boolean; last: number }]>`
    select coalesce(bool_or(until > ${at}), false) as there,
      coalesce(bool_or(available and until > ${at}), false) as available,
      coalesce(max(greatest(seen_at, until - ${leaseLength})), ${at})::bigint as last
    from presence where site = ${site.id} and email = ${email}`
  return { available: row.available, gone_at: row.there ? null : row.last }
}

/** How a person of the team stands at this moment. */
export async function presenceOf({ sql, site, now }: Context, email: string, at = now()): Promise<Presence> {
  const [row] = await sql<[Presence]>`
    select ${email} as email, (select name from accounts where email = ${email}) as name,
      exists (select from presence where site = ${site.id} and email = ${email} and available and until > ${at}) as available`
  return row
}
