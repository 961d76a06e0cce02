import type { z } from 'zod'
import type { NewAppointment } from '../../../shared/appointment.ts'
import { covers } from '../../../shared/scope.ts'
import { type Actor, systemActor } from '../../core/actor.ts'
import type { Context, Tx } from '../../core/context.ts'
import { captureLead } from '../contacts/leads/leads.ts'
import { contactNamed, type FoundContact, findNamed, readNamed } from '../contacts/leads/named.ts'
import { lockConversation, updateConversation } from '../conversations/conversation.ts'
import { createJob, unknown } from '../jobs/create.ts'
import { type Claim, findJobs, type WholeJob } from '../jobs/job.ts'
import { jobOf } from '../jobs/of-conversation.ts'
import { lockPipeline } from '../jobs/pipeline.ts'

type Named = z.output<typeof NewAppointment>['contact']

/** Whom a booking is for, before its contact and its job are known. */
export type Who = {
  /** The chat in which the visitor booked. */
  conversationId?: string | undefined
  jobId?: string | undefined
  contactId?: string | undefined
  contact?: Named | undefined
}

export type Attendee = { name: string | null; email: string | null; phone: string | null }

/** The contact and the job of an appointment. */
export type Parties = { lead_id: string | null; claim: Claim | null; job_id: string | null }

const nobody: Attendee = { name: null, email: null, phone: null }

/**
 * The details of the attendee as the caller may know them. A job's contact comes first. Changes nothing.
 * @throws 400 for a job or contact that does not exist
 */
export async function attendeeFor(ctx: Context, { jobId, contactId, contact }: Who): Promise<Attendee> {
  const job = jobId === undefined ? undefined : await namedJob(ctx, jobId)
  if (job?.lead_id) return { name: job.lead_name, email: job.lead_email, phone: job.lead_phone }
  if (contactId !== undefined) {
    const found = await readNamed(ctx, contactId)
    if (!found) throw unknown('contactId', 'contact')
    return covers(ctx.actor.scopes, 'leads:read') ? detailsOf(found) : nobody
  }
  return detailsOf(contact ?? {})
}

const detailsOf = ({ name, email, phone }: Partial<Attendee> | NonNullable<Named>): Attendee => ({
  ...{ name: name || null, email: email || null, phone: phone || null },
})

async function namedJob(ctx: Context, id: string): Promise<WholeJob> {
  const [job] = await findJobs(ctx, [id])
  if (!job) throw unknown('jobId', 'job')
  return job
}

/**
 * Finds or creates the contact and the job of an appointment. Locks conversation, contact and pipeline, in this order.
 * A job or contact that was deleted since the booking began is replaced as if none had been named.
 */
export async function attach(tx: Tx, who: Who, attendee: Attendee): Promise<Parties> {
  if (who.conversationId !== undefined) return await attachVisitor(tx, who.conversationId, attendee)
  const [job] = who.jobId === undefined ? [] : await findJobs(tx, [who.jobId])
  const named = job?.lead_id ? { lead_id: job.lead_id, claim: job.claim } : await contactFor(tx, who)
  await lockPipeline(tx)
  if (job) return { ...named, job_id: job.id }
  const open = named.lead_id === null ? undefined : await openJobOf(tx, named.lead_id)
  if (open) return { ...named, job_id: open }
  const { contactId, contact } = who
  const known = named.lead_id === null ? {} : contactId === undefined ? { contact } : { contactId }
  return { ...named, job_id: (await createJob(tx, known)).id }
}

async function contactFor(tx: Tx, { contactId, contact = {} }: Who): Promise<Omit<Parties, 'job_id'>> {
  const mayRead = covers(tx.actor.scopes, 'leads:read')
  if (contactId !== undefined) {
    const found = await findNamed(tx, contactId)
    return { lead_id: found?.id ?? null, claim: found && !mayRead ? {} : null }
  }
  const found: (FoundContact & { isNew: boolean }) | undefined = await contactNamed(tx, contact)
  const { name, email, phone } = contact
  const claim = { ...(name && { name }), ...(email && { email }), ...(phone && { phone }) }
  return { lead_id: found?.id ?? null, claim: found && !mayRead && !found.isNew ? claim : null }
}

async function openJobOf({ sql, site }: Context, leadId: string): Promise<string | undefined> {
  const [job] = await sql<{ id: string }[]>`
    select id from jobs where lead_id = ${leadId} and site = ${site.id} and status = 'open' order by number desc limit 1`
  return job?.id
}

/**
 * Adds what the visitor typed to the contact of the conversation. A contact that is not verified to be the visitor is not
 * linked, as in jobs.
 */
async function attachVisitor(given: Tx, conversationId: string, attendee: Attendee): Promise<Parties> {
  // The visitor may not read or change jobs; the business makes one of the booking.
  const tx = actingAs(given, systemActor)
  const conversation = await lockConversation(tx, conversationId)
  if (!conversation) return { lead_id: null, claim: null, job_id: (await createJob(tx, {}, 'chat')).id }
  const { name, email, phone } = attendee
  const details = { ...(name && { name }), ...(email && { email }), ...(phone && { phone }) }
  const arrived = { details, source: 'form', trusted: false, message: null } as const
  const { link } = await captureLead(tx, conversation, arrived)
  await updateConversation(tx.sql, conversationId, link)
  const lead_id = link.lead_proof === null ? null : link.lead_id
  await lockPipeline(tx)
  const known = await jobOf(tx, conversationId)
  const open = known?.status === 'open' ? known.id : lead_id === null ? undefined : await openJobOf(tx, lead_id)
  return { lead_id, claim: null, job_id: open ?? (await createJob(tx, { conversationId }, 'chat')).id }
}

/** The same transaction with the rights of another actor. */
export function actingAs(tx: Tx, actor: Actor): Tx {
  const acting: Tx = { ...tx, actor, tx: (inner) => inner(acting) }
  return acting
}
