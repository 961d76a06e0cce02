import { Email } from '../../../shared/address.ts'
import type { EmailAlerts, EmailAlertsAnswer, EmailKind } from '../../../shared/email.ts'
import type { Context } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import { zonedTime } from '../../core/time.ts'
import { findService } from './setup.ts'

/** A person and what they want to be told by email. */
export type Subscriber = { email: string } & EmailAlerts

/** Members have nothing to do with budgets and connections. */
const ofMembers: EmailKind[] = ['waiting', 'missed', 'callback', 'mention']
const ofAdmins: EmailKind[] = [...ofMembers, 'budget', 'failure']

type Row = { email: string; role: string; kinds: EmailKind[] | null; quiet: EmailAlerts['quiet'] }

/** The kinds of email that the caller receives. 400 for a key, which has no address. */
export async function getAlerts(ctx: Context): Promise<EmailAlertsAnswer> {
  refuseKeys(ctx)
  const [[person], service] = await Promise.all([readPeople(ctx, ctx.actor.id), findService(ctx)])
  const blocked = !isAddress(ctx.actor.id) ? 'no_address' : service?.enabled ? null : 'no_service'
  return { kinds: person?.kinds ?? [], quiet: person?.quiet ?? null, blocked }
}

/** Changes the kinds of email that the caller receives. */
export async function putAlerts(ctx: Context, { kinds, quiet }: EmailAlerts): Promise<EmailAlertsAnswer> {
  refuseKeys(ctx)
  await ctx.tx(async (tx) => {
    const stored = { kinds: tx.sql.json([...new Set(kinds)]), quiet: quiet && tx.sql.json(quiet) }
    await tx.sql`
      insert into email_alerts ${tx.sql({ site: tx.site.id, email: tx.actor.id, ...stored } as never)}
      on conflict (site, email) do update set ${tx.sql(stored as never)}`
  })
  return await getAlerts(ctx)
}

function refuseKeys({ actor }: Context): void {
  if (actor.kind !== 'person') throw badRequest('Only signed-in people get emails.', 'person_only')
}

const isAddress = (email: string): boolean => Email.safeParse(email).success

/** Everybody with an address to which email can be sent, with their choices or the defaults of their role. */
export const readSubscribers = async (ctx: Context, only: string | null = null): Promise<Subscriber[]> =>
  (await readPeople(ctx, only)).filter(({ email }) => isAddress(email))

async function readPeople({ sql, site, services }: Context, only: string | null): Promise<Subscriber[]> {
  const rows = await sql<Row[]>`
    select a.email, a.role, e.kinds, e.quiet from accounts a
    left join email_alerts e on e.email = a.email and e.site = ${site.id}
    where ${only}::text is null or a.email = ${only} order by a.email`
  return rows.map(({ email, role, kinds, quiet }) => {
    const isAdmin = role === 'admin' || email === services.config.ownerEmail
    return { email, kinds: kinds ?? (isAdmin ? ofAdmins : ofMembers), quiet }
  })
}

/** When quiet hours end, if a time lies in them; otherwise the time itself. They may last over midnight. */
export function afterQuiet(quiet: EmailAlerts['quiet'], timeZone: string, at: number): number {
  if (!quiet || quiet.from === quiet.to) return at
  const now = zonedTime(timeZone, at)
  const clock = now.toPlainTime().toString().slice(0, 5)
  const isOver =
    quiet.from < quiet.to ? clock < quiet.from || clock >= quiet.to : clock >= quiet.to && clock < quiet.from
  if (isOver) return at
  const end = now.withPlainTime(quiet.to)
  return (end.epochMilliseconds > at ? end : end.add({ days: 1 })).epochMilliseconds
}
