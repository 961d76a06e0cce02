import type { ConversationLabel } from '../../../../shared/label.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { labelKind } from './labels.ts'
import { difference, readRefs } from './refs.ts'

/** What a request says of the labels of a conversation: ids or names. */
export type LabelChange = { labels?: string[]; addLabels?: string[]; removeLabels?: string[] }

/** The labels on a conversation, by name, with who set them. */
export const listLabelsOn = ({ sql }: Context, conversationId: string) => sql<ConversationLabel[]>`
  select l.id, l.name, l.color, l.description, l.ai, on_it.added_by as "addedBy", on_it.added_at as "addedAt"
  from conversation_labels on_it join labels l on l.id = on_it.label_id
  where on_it.conversation_id = ${conversationId} order by lower(l.name collate "und-x-icu"), l.id`

/**
 * Changes the labels of a conversation that the caller has locked: first `labels` replaces all, then some are added, then
 * some removed. One that stays keeps who set it and when. 400 for a label that the site does not have. Answers whether
 * there was a difference.
 */
export async function changeLabels(tx: Tx, conversationId: string, change: LabelChange): Promise<boolean> {
  const { labels, addLabels = [], removeLabels = [] } = change
  if (labels === undefined && addLabels.length === 0 && removeLabels.length === 0) return false
  const idOf = await readRefs(tx, labelKind, { labels, addLabels, removeLabels })
  const rows = await tx.sql<{ label_id: string }[]>`
    select label_id from conversation_labels where conversation_id = ${conversationId}`
  const { added, removed } = difference(
    rows.map((row) => row.label_id),
    { all: labels?.map(idOf), add: addLabels.map(idOf), remove: removeLabels.map(idOf) },
  )
  if (removed.size > 0)
    await tx.sql`
      delete from conversation_labels where conversation_id = ${conversationId} and label_id = any(${[...removed]}::text[])`
  if (added.size > 0)
    await tx.sql`
      insert into conversation_labels (conversation_id, label_id, added_by, added_at)
      select ${conversationId}, unnest(${[...added]}::text[]), ${tx.actor.id}, ${tx.now()}`
  return added.size > 0 || removed.size > 0
}

/**
 * Sets the labels that the assistant chose for a conversation that the caller has locked, of those that it may set; others
 * that it set before go. What a person set stays theirs.
 */
export async function setAiLabels(tx: Tx, conversationId: string, ids: readonly string[]): Promise<void> {
  await tx.sql`
    delete from conversation_labels
    where conversation_id = ${conversationId} and added_by = 'ai' and label_id <> all(${ids as string[]}::text[])`
  await tx.sql`
    insert into conversation_labels (conversation_id, label_id, added_by, added_at)
    select ${conversationId}, id, 'ai', ${tx.now()} from labels
    where site = ${tx.site.id} and id = any(${ids as string[]}::text[]) and ai for key share
    on conflict do nothing`
}
