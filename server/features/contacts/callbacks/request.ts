import type { Tx } from '../../../core/context.ts'
import { newId } from '../../../core/ids.ts'
import type { Arrived } from '../leads/details.ts'
import type { LeadLink } from '../leads/known.ts'
import { type Captured, captureLead } from '../leads/leads.ts'

type Talk = Parameters<typeof captureLead>[1] & { page_url: string | null }
type Open = { id: string; name: string | null; email: string | null; phone: string | null; reason: string | null }

/**
 * Keeps a visitor's wish to be called, with the contact that it makes or fills. While the last wish of the conversation is
 * open, it is told of again under the same id; what was left out this time stays. The caller holds the conversation's lock.
 * A number from an unverified visitor is the callback's alone: the contact neither gets it nor shows it.
 * @returns what the caller stores in the conversation
 */
export async function requestCallback(
  tx: Tx,
  talk: Talk,
  arrived: Omit<Arrived, 'isTold'> & { reason: string | null },
): Promise<Captured> {
  const captured = await captureLead(tx, talk, { ...arrived, isTold: true })
  const { name = null, email = null, phone = null } = arrived.details
  const wish = await keepWish(tx, talk, captured.link, { name, email, phone, reason: arrived.reason })
  tx.emit('callback.requested', {
    callbackId: wish.id,
    conversationId: talk.id,
    name: wish.name,
    email: wish.email,
    phone: wish.phone,
    message: wish.reason,
    requestedAt: new Date(wish.requested_at).toISOString(),
  })
  return captured
}

async function keepWish(
  tx: Tx,
  talk: Talk,
  { lead_id, lead_proof }: LeadLink,
  { name, email, phone, reason }: Omit<Open, 'id'>,
): Promise<Open & { requested_at: number }> {
  const leadId = lead_proof === null ? null : lead_id
  const [again] = await tx.sql<(Open & { requested_at: number })[]>`
    update callbacks set name = coalesce(${name}, name), email = coalesce(${email}, email),
      phone = coalesce(${phone}, phone), reason = coalesce(${reason}, reason), lead_id = coalesce(${leadId}, lead_id)
    where id = (
      select id from callbacks where conversation_id = ${talk.id} and status = 'open' order by requested_at desc, id desc limit 1)
    returning id, name, email, phone, reason, requested_at`
  if (again) return again
  const wish = { id: newId('cb'), name, email, phone, reason, requested_at: tx.now() }
  const of = { site: tx.site.id, conversation_id: talk.id, lead_id: leadId, page_url: talk.page_url }
  await tx.sql`insert into callbacks ${tx.sql({ ...wish, ...of, status: 'open' })}`
  return wish
}
