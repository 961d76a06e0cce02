import type { EmailRefusal } from '../../../../shared/email.ts'
import type { Context, Services, Tx } from '../../../core/context.ts'

const day = 86_400_000
/** A mailbox that was full or moved may accept email again. */
const bouncesLast = 30 * day

/** Stored instead of an address. */
export const addressHash = ({ seal }: Pick<Services, 'seal'>, email: string): string =>
  seal.hash('email address', email).slice(0, 32)

type Row = { reason: EmailRefusal['reason']; message: string; at: number }

/** Why an address gets no email from this site; null if it does. */
export async function findRefusal(
  { sql, site, services, now }: Context,
  email: string | null,
): Promise<EmailRefusal | null> {
  if (email === null) return null
  const [row] = await sql<Row[]>`
    select reason, message, at from email_refusals
    where site = ${site.id} and address = ${addressHash(services, email)}
      and (reason <> 'bounced' or at > ${now() - bouncesLast})`
  return row ?? null
}

/** Sends no more email to an address. Who unsubscribed or complained stays so, whatever a mail server says later. */
export async function refuseAddress(
  tx: Tx,
  email: string,
  reason: EmailRefusal['reason'],
  message = '',
): Promise<void> {
  await tx.sql`
    insert into email_refusals as known (site, address, reason, message, at)
    values (${tx.site.id}, ${addressHash(tx.services, email)}, ${reason}, ${message}, ${tx.now()}) on conflict (site, address) do update
    set reason = excluded.reason, message = excluded.message, at = excluded.at
    where known.reason = 'bounced' or excluded.reason = 'complained'`
  tx.emit('email.changed', { id: tx.site.id })
}

/** Sends email to an address again that was unsubscribed. */
export async function admitAddress(tx: Tx, email: string): Promise<void> {
  await tx.sql`
    delete from email_refusals
    where site = ${tx.site.id} and address = ${addressHash(tx.services, email)} and reason = 'unsubscribed'`
  tx.emit('email.changed', { id: tx.site.id })
}

/** How many addresses refused email within a day. */
export async function countBounces({ sql, site, now }: Context): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from email_refusals
    where site = ${site.id} and at > ${now() - day} and reason <> 'unsubscribed'`
  return row?.count ?? 0
}
