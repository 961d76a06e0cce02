import type { PendingQuery, Row } from 'postgres'
import type { ContactTag } from '../../../../shared/contact-tag.ts'
import type { Tx } from '../../../core/context.ts'
import type { Sql } from '../../../database/database.ts'
import { difference, readRefs } from '../../conversations/labels/refs.ts'

type Piece = PendingQuery<Row[]>

/** What a request says of the tags of a contact: ids or names. */
export type TagChange = {
  tags?: string[] | undefined
  addTags?: string[] | undefined
  removeTags?: string[] | undefined
}

/** The tags of the contact that an expression names, by name, as JSON. */
export const tagsOf = (sql: Sql, leadId: Piece): Piece => sql`(
  select coalesce(json_agg(json_build_object('id', tag.id, 'name', tag.name, 'color', tag.color)
    order by lower(tag.name collate "und-x-icu"), tag.id), '[]')
  from lead_tags carried join contact_tags tag on tag.id = carried.tag_id where carried.lead_id = ${leadId})`

/** The tags of a contact, by name. */
export async function listTagsOn({ sql }: Pick<Tx, 'sql'>, leadId: string): Promise<ContactTag[]> {
  const [{ tags }] = await sql<[{ tags: ContactTag[] }]>`select ${tagsOf(sql, sql`${leadId}::text`)} as tags`
  return tags
}

export type TagPlan = { add: string[]; remove: string[]; all: string[] | undefined }

/** What a request's ids and names stand for; the tags are held. 400 for one that the site does not have. */
export async function planTags(tx: Tx, { tags, addTags = [], removeTags = [] }: TagChange): Promise<TagPlan> {
  if (tags === undefined && addTags.length === 0 && removeTags.length === 0)
    return { all: undefined, add: [], remove: [] }
  const idOf = await readRefs(tx, { table: 'contact_tags', what: 'tag' }, { tags, addTags, removeTags })
  return { all: tags?.map(idOf), add: addTags.map(idOf), remove: removeTags.map(idOf) }
}

/** Changes the tags of a contact that the caller has locked. Answers whether there was a difference. */
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

/** Takes a tag that the caller holds off every contact. Those are held first, so that each tag of theirs is seen. */
export async function takeOffAll({ sql }: Tx, tagId: string): Promise<void> {
  const carriers = sql`select lead_id from lead_tags where tag_id = ${tagId}`
  await sql`select id from leads where id in (${carriers}) order by id for update`
  await sql`
    update leads set tagged = false where id in (${carriers})
      and not exists (select from lead_tags other where other.lead_id = leads.id and other.tag_id <> ${tagId})`
}
