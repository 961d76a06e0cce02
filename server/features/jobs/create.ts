import type { Callback } from '../../../shared/callback.ts'
import type { Job, JobSource, NewJob } from '../../../shared/job.ts'
import { covers } from '../../../shared/scope.ts'
import type { Context, Tx } from '../../core/context.ts'
import { invalidField } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { callbackColumns, patchCallback } from '../contacts/callbacks.ts'
import type { LeadLink } from '../contacts/leads/known.ts'
import { contactNamed, type FoundContact, findNamed } from '../contacts/leads/named.ts'
import { type Claim, findAssignee, readJob, remember } from './job.ts'
import { lockPipeline, type PipelineRow, type StageRow } from './pipeline.ts'
import { placesAtEnd } from './places.ts'
import { untitled } from './templates.ts'
import { centsOf, mergedFields, titleOf } from './values.ts'

/** Where a job comes from, and whom it is for. */
type Origin = {
  source: JobSource
  lead_id: string | null
  claim: Claim | null
  conversation_id: string | null
  callback: Callback | undefined
  /** Who it is for, in its title, and why that person wants to be called. */
  who: string | null
  reason: string | null
}

/**
 * Creates a job at the end of its stage.
 * @param source by default, what the caller and the input say
 */
export async function createJob(ctx: Context, given: NewJob, source?: JobSource): Promise<Job> {
  return await ctx.tx(async (tx) => {
    const { callback, who, reason, ...found } = await originOf(tx, given)
    const origin = { ...found, source: source ?? found.source }
    if (callback && callback.status === 'open') await patchCallback(tx, { id: callback.id, status: 'done' })
    const assignee = await findAssignee(tx, given.assignedTo)
    const pipeline = await lockPipeline(tx)
    const stage = stageFor(pipeline, given.stageId)
    const fields = mergedFields(pipeline.fields, {}, given.fields)
    const at = tx.now()
    const [position] = await placesAtEnd(tx, stage.id, 1)
    const row = {
      ...{ id: newId('job'), site: tx.site.id, number: pipeline.next_number, ...origin, ...assignee },
      title: given.title || titleOf(pipeline.fields, fields, who) || untitled(tx.site, pipeline.next_number),
      details: given.details || reason || null,
      ...{ stage_id: stage.id, status: stage.kind, position },
      ...{ fields: tx.sql.json(fields), claim: origin.claim && tx.sql.json(origin.claim) },
      ...pricedAt(pipeline, given.value ?? null, given.currency ?? null),
      due_at: given.dueAt ?? null,
      ...{ stage_changed_at: at, closed_at: stage.kind === 'open' ? null : at, created_at: at, updated_at: at },
    }
    await tx.sql`update pipelines set next_number = next_number + 1 where site = ${tx.site.id}`
    await tx.sql`insert into jobs ${tx.sql(row as never)}`
    await remember(tx, [{ job: row.id, kind: 'created', data: { source: origin.source, stage: stage.name } }])
    const job = await readJob(tx, row.id)
    tx.emit('job.created', { job })
    return job
  })
}

/** The value in cents, and its currency: that of the pipeline unless another one is given. */
export const pricedAt = (pipeline: PipelineRow, value: number | null, currency: string | null) => ({
  value,
  value_cents: value === null ? null : centsOf(value),
  currency: currency ?? (value === null ? null : pipeline.currency),
})

function stageFor({ stages }: PipelineRow, id: string | undefined): StageRow {
  const stage = stages.find((one) => (id === undefined ? one.kind === 'open' : one.id === id))
  if (!stage) throw unknown('stageId', 'stage')
  return stage
}

export const unknown = (field: string, what: string) =>
  invalidField(field, { error: `No such ${what}.`, params: { reason: 'not_valid' } })

/** 400 for a record that does not exist. Locks what it finds, conversations first. */
async function originOf(tx: Tx, given: NewJob): Promise<Origin> {
  const callback = given.callbackId === undefined ? undefined : await findCallback(tx, given.callbackId)
  const conversationId = given.conversationId ?? callback?.conversationId ?? null
  const conversation = conversationId === null ? undefined : await lockConversationLink(tx, conversationId)
  const contact = await contactOf(tx, given, callback, conversation)
  return {
    source: callback ? 'callback' : tx.actor.kind === 'person' ? 'manual' : 'api',
    lead_id: contact?.id ?? null,
    claim: contact?.claim ?? null,
    conversation_id: conversationId,
    callback,
    ...textsOf(tx, contact, callback),
  }
}

/** What the job says about its contact and its callback, as far as the caller may read them. */
function textsOf(
  { actor }: Tx,
  contact: (Person & { claim: Claim | null }) | undefined,
  callback: Callback | undefined,
): Pick<Origin, 'who' | 'reason'> {
  const readable = callback && covers(actor.scopes, 'callbacks:read') ? callback : undefined
  const person = contact?.claim ?? contact
  return { who: whoOf(person) ?? whoOf(readable), reason: readable?.reason ?? null }
}

type Person = { name?: string | null; email?: string | null; phone?: string | null }

const whoOf = (person: Person | undefined): string | null => person?.name || person?.email || person?.phone || null

/**
 * The contact of a new job. A conversation or callback whose visitor only typed the details of a contact has none. A
 * caller who may not read contacts gets no stored details by naming one: the job then shows what that caller sent.
 */
async function contactOf(
  tx: Tx,
  { contactId, contact: named = {} }: NewJob,
  callback: Callback | undefined,
  link: LeadLink | undefined,
): Promise<(FoundContact & { claim: Claim | null }) | undefined> {
  const mayRead = covers(tx.actor.scopes, 'leads:read')
  const { name, email, phone } = named
  if (contactId === undefined && (name || email || phone)) {
    const found = await contactNamed(tx, named)
    const claim = { ...(name && { name }), ...(email && { email }), ...(phone && { phone }) }
    return found && { ...found, claim: mayRead || found.isNew ? null : claim }
  }
  const linked = callback?.leadId ?? (link && link.lead_proof !== null ? link.lead_id : null)
  const id = contactId ?? linked
  if (id === null) return undefined
  const found = await findNamed(tx, id)
  if (!found && contactId !== undefined) throw unknown('contactId', 'contact')
  return found && { ...found, claim: mayRead ? null : {} }
}

async function findCallback({ sql, site }: Tx, id: string): Promise<Callback> {
  const [callback] = await sql<Callback[]>`
    select ${callbackColumns(sql)} from callbacks b where b.id = ${id} and b.site = ${site.id}`
  if (!callback) throw unknown('callbackId', 'callback')
  return callback
}

/** Locked as completing the callback locks it. */
async function lockConversationLink({ sql, site }: Tx, id: string): Promise<LeadLink> {
  const [link] = await sql<LeadLink[]>`
    select lead_id, lead_proof, lead_claim from conversations where id = ${id} and site = ${site.id} for no key update`
  if (!link) throw unknown('conversationId', 'conversation')
  return link
}
