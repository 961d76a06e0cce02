import type { Presence } from '../../../../shared/presence.ts'
import type { Context, Services, Tx } from '../../../core/context.ts'
import { systemContext } from '../../../core/transaction.ts'
import { absenceTask, returnAfter, routeTask } from './absence.ts'
import { leaseLength } from './connections.ts'

type Person = { site: string; email: string }
type Attendance = { available: boolean; gone_at: number | null }

const maxBatch = 500

/**
 * Publishes changes of availability since the last time, on any server: once, by whichever server notices first.
 * @param at the time for judging leases: that of this server's own last renewal, however long that took
 */
export async function syncPresence(services: Services, at = services.clock.now()): Promise<void> {
  for (const { site: id, email } of await listUnsettled(services, at)) {
    const site = await services.sites.find(id)
    if (site) await syncPerson(systemContext(services, site), email, at)
  }
}

const listUnsettled = ({ database: { sql } }: Services, at: number) => sql<Person[]>`
  with there as (
    select site, email, bool_or(available) as available from presence where until > ${at} group by site, email)
  select coalesce(known.site, there.site) as site, coalesce(known.email, there.email) as email
  from attendance known full join there on known.site = there.site and known.email = there.email
  where coalesce(there.available, false) <> coalesce(known.available, false)
    or (there.email is null) <> (known.email is null or known.gone_at is not null)
  limit ${maxBatch}`

/** Stores a person's current availability, schedules what follows from it, and notifies the team of a change. */
async function syncPerson(ctx: Context, email: string, at: number): Promise<void> {
  const change = await ctx.tx(async (tx) => {
    const before = await lockPresence(tx, email)
    // Read after the lock, so that changes of earlier lock holders are seen.
    const now = await presentState(tx, email, at)
    await tx.sql`
      update attendance set available = ${now.available}, gone_at = ${now.gone_at}
      where site = ${tx.site.id} and email = ${email}`
    if (now.gone_at !== null && before.gone_at === null)
      await tx.enqueue(absenceTask, { email }, { at: now.gone_at + returnAfter, name: email })
    if (now.available && !before.available) await tx.enqueue(routeTask, {}, { name: 'route' })
    return now.available === before.available ? undefined : await presenceOf(tx, email, at)
  })
  if (change) ctx.services.ephemeral.publish(ctx.site.id, 'presence.changed', change)
}

async function lockPresence({ sql, site }: Tx, email: string): Promise<Attendance> {
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

/** The current presence of a team member. */
export async function presenceOf({ sql, site, now }: Context, email: string, at = now()): Promise<Presence> {
  const [row] = await sql<[Presence]>`
    select ${email} as email, (select name from accounts where email = ${email}) as name,
      exists (select from presence where site = ${site.id} and email = ${email} and available and until > ${at}) as available`
  return row
}
