import type { DemoHistory, DemoHistoryRemoved } from '../../../shared/demo.ts'
import type { Context, Tx } from '../../core/context.ts'
import { deleteDefinition } from '../contacts/attributes.ts'
import { removeLead } from '../contacts/change.ts'
import { lockLead } from '../contacts/leads/leads.ts'
import { deleteTag } from '../contacts/tags.ts'
import { deleteCannedReply } from '../conversations/canned-replies.ts'
import { eraseConversation } from '../conversations/delete.ts'
import { deleteLabel } from '../conversations/labels.ts'
import { deleteJob } from '../jobs/change.ts'
import { uncountMessages } from '../usage.ts'
import type { Kind } from './make.ts'
import { schedule } from './schedule.ts'

/** What exists of the demo's history. */
export async function readHistory({ sql, site }: Context): Promise<DemoHistory> {
  const [found] = await sql<[DemoHistory & { at: number | null; next: number | null }]>`
    select (count(*) filter (where kind = 'conversation'))::int as conversations,
      (count(*) filter (where kind = 'contact'))::int as contacts,
      (select at from demo_histories where site = ${site.id}) as at,
      (select next from demo_histories where site = ${site.id}) as next
    from demo_records where site = ${site.id}`
  const { at, next, ...counts } = found
  return { ...counts, making: at !== null && (next ?? 0) <= schedule(at).length }
}

/**
 * Deletes the demo's history and its counts, and nothing else. Things that somebody used for real data since, such as a
 * label, stay. Can be repeated after an interruption.
 */
export async function removeHistory(ctx: Context): Promise<DemoHistoryRemoved> {
  await ctx.tx(async (tx) => {
    // Waits for a server that is creating a piece. Afterwards nobody creates another.
    await tx.sql`delete from demo_histories where site = ${tx.site.id}`
  })
  const removed = { conversations: 0, contacts: 0 }
  const records = await ctx.sql<{ kind: Kind; id: string }[]>`
    select kind, id from demo_records where site = ${ctx.site.id} 
    order by kind <> 'conversation', kind <> 'job', kind <> 'contact', id`
  for (const { kind, id } of records) {
    const isGone = await ctx.tx((tx) => removeOne(tx, kind, id))
    if (isGone && kind === 'conversation') removed.conversations++
    if (isGone && kind === 'contact') removed.contacts++
  }
  return removed
}

async function removeOne(tx: Tx, kind: Kind, id: string): Promise<boolean> {
  await tx.sql`delete from demo_records where site = ${tx.site.id} and kind = ${kind} and id = ${id}`
  const [unused] = await unusedOf[kind](tx, id)
  if (unused) await removals[kind](tx, id)
  return unused !== undefined
}

/** Queries that find a thing if it still exists and is not used by real data. */
const unusedOf: Record<Kind, (tx: Tx, id: string) => Promise<readonly unknown[]>> = {
  conversation: ({ sql }, id) => sql`select from conversations where id = ${id}`,
  contact: ({ sql }, id) => sql`
    select from leads where id = ${id} and not exists (select from conversations where lead_id = leads.id)
      and not exists (select from callbacks where lead_id = leads.id)
      and not exists (select from jobs where lead_id = leads.id)`,
  job: ({ sql }, id) => sql`select from jobs where id = ${id}`,
  label: ({ sql }, id) => sql`
    select from labels where id = ${id} and not exists (select from conversation_labels where label_id = labels.id)`,
  tag: ({ sql }, id) => sql`
    select from contact_tags where id = ${id} and not exists (select from lead_tags where tag_id = contact_tags.id)`,
  cannedReply: ({ sql }, id) => sql`select from canned_replies where id = ${id} and updated_at = created_at`,
  definition: ({ sql }, id) => sql`select from attribute_definitions where id = ${id} and updated_at = created_at`,
}

const removals: Record<Kind, (tx: Tx, id: string) => Promise<unknown>> = {
  async conversation(tx, id) {
    await uncountMessages(tx, id)
    await eraseConversation(tx, id)
  },
  async contact(tx, id) {
    if (await lockLead(tx, id)) await removeLead(tx, id)
  },
  job: (tx, id) => deleteJob(tx, { id }),
  label: (tx, id) => deleteLabel(tx, { id }),
  tag: (tx, id) => deleteTag(tx, { id }),
  cannedReply: (tx, id) => deleteCannedReply(tx, { id }),
  definition: (tx, id) => deleteDefinition(tx, { id }),
}
