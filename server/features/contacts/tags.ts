import type { PendingQuery, Row } from 'postgres'
import { z } from 'zod'
import { palette } from '../../../shared/color.ts'
import { ContactTag, ContactTagList, maxTags, NewContactTag, PatchContactTag } from '../../../shared/contact-tag.ts'
import { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { del, get, patch, post } from '../../core/operation.ts'
import type { Sql } from '../../database/database.ts'
import { difference, resolveTags } from '../conversations/labels.ts'
import { createTagOfKind, deleteTagOfKind, listTagsOfKind, patchTagOfKind, type TagKind } from '../tags.ts'

const tagKind: TagKind<ContactTag> = {
  table: 'contact_tags',
  prefix: 'ctag',
  what: 'tag',
  max: maxTags,
  tooMany: 'too_many_tags',
  toTag: ({ id, name, color }) => ({ id, name, color }),
  emitChanged: (tx, id) => tx.emit('contact-tag.changed', { id }),
}

/** The site's tags by name, and the allowed colours. */
const listTags = async (ctx: Context): Promise<ContactTagList> => ({
  tags: await listTagsOfKind(ctx, tagKind),
  colors: [...palette],
})

export const createTag = (ctx: Context, tag: NewContactTag): Promise<ContactTag> => createTagOfKind(ctx, tagKind, tag)

const patchTag = (ctx: Context, patch: PatchContactTag & { id: string }): Promise<ContactTag> =>
  patchTagOfKind(ctx, tagKind, patch as Partial<ContactTag> & { id: string })

/** Deletes a tag and removes it from all contacts. */
export const deleteTag = (ctx: Context, { id }: { id: string }): Promise<Deleted> =>
  deleteTagOfKind(ctx, tagKind, id, (tx) => removeFromAll(tx, id))

type Piece = PendingQuery<Row[]>

/** The tag changes of a request, as ids or names. */
type TagChange = {
  tags?: string[] | undefined
  addTags?: string[] | undefined
  removeTags?: string[] | undefined
}

/** The tags of a contact, sorted by name, as JSON. */
export const tagsOf = (sql: Sql, leadId: Piece): Piece => sql`(
  select coalesce(json_agg(json_build_object('id', tag.id, 'name', tag.name, 'color', tag.color)
    order by lower(tag.name collate "und-x-icu"), tag.id), '[]')
  from lead_tags carried join contact_tags tag on tag.id = carried.tag_id where carried.lead_id = ${leadId})`

export async function listTagsOn({ sql }: Pick<Tx, 'sql'>, leadId: string): Promise<ContactTag[]> {
  const [{ tags }] = await sql<[{ tags: ContactTag[] }]>`select ${tagsOf(sql, sql`${leadId}::text`)} as tags`
  return tags
}

type TagPlan = { add: string[]; remove: string[]; all: string[] | undefined }

/** Resolves and locks the tags of a request. 400 for an unknown tag. */
export async function planTags(tx: Tx, { tags, addTags = [], removeTags = [] }: TagChange): Promise<TagPlan> {
  if (tags === undefined && addTags.length === 0 && removeTags.length === 0)
    return { all: undefined, add: [], remove: [] }
  const idOf = await resolveTags(tx, { table: 'contact_tags', what: 'tag' }, { tags, addTags, removeTags })
  return { all: tags?.map(idOf), add: addTags.map(idOf), remove: removeTags.map(idOf) }
}

/** Changes the tags of a contact that the caller has locked. Returns whether anything changed. */
export async function changeTags(tx: Tx, leadId: string, plan: TagPlan): Promise<boolean> {
  if (plan.all === undefined && plan.add.length === 0 && plan.remove.length === 0) return false
  const rows = await tx.sql<{ tag_id: string }[]>`select tag_id from lead_tags where lead_id = ${leadId}`
  const { wanted, added, removed } = difference(
    rows.map((row) => row.tag_id),
    plan,
  )
  if (added.size === 0 && removed.size === 0) return false
  await tx.sql`delete from lead_tags where lead_id = ${leadId} and tag_id = any(${[...removed]}::text[])`
  await tx.sql`
    insert into lead_tags (lead_id, tag_id, updated_at)
    select id, unnest(${[...added]}::text[]), updated_at from leads where id = ${leadId}`
  await tx.sql`update leads set tagged = ${wanted.size > 0} where id = ${leadId}`
  return true
}

/**
 * Removes a tag, which the caller has locked, from all contacts. Locks the contacts first, so that concurrent changes
 * to their tags are seen.
 */
async function removeFromAll({ sql }: Tx, tagId: string): Promise<void> {
  const carriers = sql`select lead_id from lead_tags where tag_id = ${tagId}`
  await sql`select id from leads where id in (${carriers}) order by id for update`
  await sql`
    update leads set tagged = false where id in (${carriers})
      and not exists (select from lead_tags other where other.lead_id = leads.id and other.tag_id <> ${tagId})`
}

const id = exact(64, 1)

export const contactTagOperations = {
  list: get('/contact-tags', {
    summary: 'List contact tags',
    scope: 'leads:read',
    input: z.object({}),
    output: ContactTagList,
    run: listTags,
  }),
  create: post('/contact-tags', {
    summary: 'Create a contact tag',
    description: 'Names are unique per site and case-insensitive. A site can have at most 100 tags.',
    scope: 'settings:write',
    status: 201,
    errors: [409],
    input: NewContactTag,
    output: ContactTag,
    run: createTag,
  }),
  update: patch('/contact-tags/:id', {
    summary: 'Update a contact tag',
    description: 'Changes the tag on all contacts that have it.',
    scope: 'settings:write',
    errors: [409],
    input: PatchContactTag.extend({ id }),
    output: ContactTag,
    run: patchTag,
  }),
  delete: del('/contact-tags/:id', {
    summary: 'Delete a contact tag',
    description: 'Deletes the tag and removes it from all contacts.',
    scope: 'settings:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteTag,
  }),
}
