import { z } from 'zod'
import {
  type ConversationLabel,
  Label,
  LabelList,
  labelColors,
  maxLabels,
  NewLabel,
  PatchLabel,
} from '../../../shared/label.ts'
import { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import { del, get, patch, post } from '../../core/operation.ts'
import { createTagOfKind, deleteTagOfKind, listTagsOfKind, patchTagOfKind, type Tag, type TagKind } from '../tags.ts'

const labelKind: TagKind<Label> = {
  table: 'labels',
  prefix: 'lbl',
  what: 'label',
  max: maxLabels,
  tooMany: 'too_many_labels',
  toTag: ({ id, name, color, description, ai }) => ({ id, name, color, description, ai }),
  emitChanged: (tx, id) => tx.emit('label.changed', { id }),
}

/** Lists the site's labels by name, with the colours to choose from. */
export const listLabels = async (ctx: Context): Promise<LabelList> => ({
  labels: await listTagsOfKind(ctx, labelKind),
  colors: [...labelColors],
})

export const createLabel = (ctx: Context, label: NewLabel): Promise<Label> => createTagOfKind(ctx, labelKind, label)

const patchLabel = (ctx: Context, patch: PatchLabel & { id: string }): Promise<Label> =>
  patchTagOfKind(ctx, labelKind, patch as Partial<Label> & { id: string })

/** Deletes a label and removes it from every conversation. */
export const deleteLabel = (ctx: Context, { id }: { id: string }): Promise<Deleted> =>
  deleteTagOfKind(ctx, labelKind, id)

/** A requested change of a conversation's labels, as ids or names. */
type LabelChange = { labels?: string[]; addLabels?: string[]; removeLabels?: string[] }

/** The labels of a conversation by name, with who set them. */
export const listLabelsOn = ({ sql }: Context, conversationId: string) => sql<ConversationLabel[]>`
  select l.id, l.name, l.color, l.description, l.ai, on_it.added_by as "addedBy", on_it.added_at as "addedAt"
  from conversation_labels on_it join labels l on l.id = on_it.label_id
  where on_it.conversation_id = ${conversationId} order by lower(l.name collate "und-x-icu"), l.id`

/**
 * Changes the labels of a conversation that the caller has locked: `labels` replaces all, then `addLabels` are added
 * and `removeLabels` removed. A label that stays keeps who set it and when. 400 for a label that the site does not
 * have. Returns whether anything changed.
 */
export async function changeLabels(tx: Tx, conversationId: string, change: LabelChange): Promise<boolean> {
  const { labels, addLabels = [], removeLabels = [] } = change
  if (labels === undefined && addLabels.length === 0 && removeLabels.length === 0) return false
  const idOf = await resolveTags(tx, labelKind, { labels, addLabels, removeLabels })
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
 * Sets the labels that the assistant chose for a conversation that the caller has locked, limited to those that it may
 * set. Labels that it set before and no longer chooses are removed. Labels set by a person stay.
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

/** Tags in a request, as ids or names, by the name of their field. */
type TagRefs = Record<string, string[] | undefined>

/** `all` replaces the present tags, then `add` are added and `remove` removed. */
type TagChange = { all: string[] | undefined; add: string[]; remove: string[] }

/**
 * Resolves ids and names to tags. An id takes precedence over a name. The tags are locked, so that none is deleted
 * before the commit.
 */
export async function resolveTags<M extends Tag>(
  tx: Tx,
  kind: Pick<TagKind<M>, 'table' | 'what'>,
  fields: TagRefs,
): Promise<(ref: string) => string> {
  const refs = [...new Set(Object.values(fields).flatMap((given) => given ?? []))]
  const rows = await tx.sql<{ ref: string; id: string }[]>`
    select ref, tags.id from unnest(${refs}::text[]) ref
    join ${tx.sql(kind.table)} tags on tags.site = ${tx.site.id}
      and (tags.id = ref or lower(tags.name collate "und-x-icu") = lower(ref collate "und-x-icu"))
    order by tags.id = ref for share of tags`
  const known = new Map(rows.map(({ ref, id }) => [ref, id]))
  for (const [field, given] of Object.entries(fields)) {
    const unknown = given?.find((ref) => !known.has(ref))
    if (unknown !== undefined)
      throw badRequest(`${field}: no such ${kind.what}: ${unknown}.`, 'unknown_record', { record: kind.what })
  }
  return (ref) => known.get(ref) as string
}

/** Computes which tags to add to those present, and which to remove. */
export function difference(there: Iterable<string>, { all, add, remove }: TagChange) {
  const before = new Set(there)
  const wanted = new Set(all ?? before)
  for (const id of add) wanted.add(id)
  for (const id of remove) wanted.delete(id)
  return { wanted, added: wanted.difference(before), removed: before.difference(wanted) }
}

const id = exact(64, 1)

export const labelOperations = {
  list: get('/labels', {
    summary: 'List labels',
    scope: 'conversations:read',
    input: z.object({}),
    output: LabelList,
    run: listLabels,
  }),
  create: post('/labels', {
    summary: 'Create a label',
    description: 'Names are unique per site and case-insensitive.',
    scope: 'settings:write',
    status: 201,
    errors: [409],
    input: NewLabel,
    output: Label,
    run: createLabel,
  }),
  update: patch('/labels/:id', {
    summary: 'Update a label',
    description: 'Changes the label on all conversations that have it.',
    scope: 'settings:write',
    errors: [409],
    input: PatchLabel.extend({ id }),
    output: Label,
    run: patchLabel,
  }),
  delete: del('/labels/:id', {
    summary: 'Delete a label',
    description: 'Deletes the label and removes it from all conversations.',
    scope: 'settings:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteLabel,
  }),
}
