import { z } from 'zod'
import {
  type ConversationLabel,
  Label,
  LabelList,
  labelColors,
  mostLabels,
  NewLabel,
  PatchLabel,
} from '../../../shared/label.ts'
import { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import { del, get, patch, post } from '../../core/operation.ts'
import { createMark, deleteMark, listMarks, type Mark, type MarkKind, patchMark } from './labels/marks.ts'

const labelKind: MarkKind<Label> = {
  table: 'labels',
  prefix: 'lbl',
  what: 'label',
  most: mostLabels,
  tooMany: 'too_many_labels',
  toMark: ({ id, name, color, description, ai }) => ({ id, name, color, description, ai }),
  tell: (tx, id) => tx.emit('label.changed', { id }),
}

/** The site's labels by name, and the colours that one may be given. */
export const listLabels = async (ctx: Context): Promise<LabelList> => ({
  labels: await listMarks(ctx, labelKind),
  colors: [...labelColors],
})

export const createLabel = (ctx: Context, label: NewLabel): Promise<Label> => createMark(ctx, labelKind, label)

const patchLabel = (ctx: Context, patch: PatchLabel & { id: string }): Promise<Label> =>
  patchMark(ctx, labelKind, patch as Partial<Label> & { id: string })

/** Deletes a label and takes it off every conversation. */
export const deleteLabel = (ctx: Context, { id }: { id: string }): Promise<Deleted> => deleteMark(ctx, labelKind, id)

/** What a request says of the labels of a conversation: ids or names. */
type LabelChange = { labels?: string[]; addLabels?: string[]; removeLabels?: string[] }

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

/** What a request says of the marks on a record: ids or names, by the field that they stand in. */
type Refs = Record<string, string[] | undefined>

/** First `all` replaces what is there, then some are added, then some removed. */
type MarkChange = { all: string[] | undefined; add: string[]; remove: string[] }

/** What each id or name stands for; an id stands over a name. The marks are held, so that none is deleted meanwhile. */
export async function readRefs<M extends Mark>(
  tx: Tx,
  kind: Pick<MarkKind<M>, 'table' | 'what'>,
  fields: Refs,
): Promise<(ref: string) => string> {
  const refs = [...new Set(Object.values(fields).flatMap((given) => given ?? []))]
  const rows = await tx.sql<{ ref: string; id: string }[]>`
    select ref, marks.id from unnest(${refs}::text[]) ref
    join ${tx.sql(kind.table)} marks on marks.site = ${tx.site.id}
      and (marks.id = ref or lower(marks.name collate "und-x-icu") = lower(ref collate "und-x-icu"))
    order by marks.id = ref for share of marks`
  const known = new Map(rows.map(({ ref, id }) => [ref, id]))
  for (const [field, given] of Object.entries(fields)) {
    const unknown = given?.find((ref) => !known.has(ref))
    if (unknown !== undefined)
      throw badRequest(`${field}: there is no ${kind.what} ${unknown}.`, 'unknown_record', { record: kind.what })
  }
  return (ref) => known.get(ref) as string
}

/** Which marks are to be added to those that are there, and which to be removed. */
export function difference(there: Iterable<string>, { all, add, remove }: MarkChange) {
  const before = new Set(there)
  const wanted = new Set(all ?? before)
  for (const id of add) wanted.add(id)
  for (const id of remove) wanted.delete(id)
  return { wanted, added: wanted.difference(before), removed: before.difference(wanted) }
}

const id = exact(64, 1)

export const labelOperations = {
  list: get('/labels', {
    summary: 'List the labels of conversations',
    scope: 'conversations:read',
    input: z.object({}),
    output: LabelList,
    run: listLabels,
  }),
  create: post('/labels', {
    summary: 'Make a label',
    description: 'No two have the same name, whatever its case.',
    scope: 'settings:write',
    status: 201,
    errors: [409],
    input: NewLabel,
    output: Label,
    run: createLabel,
  }),
  update: patch('/labels/:id', {
    summary: 'Change a label',
    description: 'It changes on every conversation that carries it.',
    scope: 'settings:write',
    errors: [409],
    input: PatchLabel.extend({ id }),
    output: Label,
    run: patchLabel,
  }),
  delete: del('/labels/:id', {
    summary: 'Delete a label',
    description: 'It is taken off every conversation.',
    scope: 'settings:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteLabel,
  }),
}
