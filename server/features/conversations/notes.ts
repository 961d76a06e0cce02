import { z } from 'zod'
import { namesIn } from '../../../shared/mention.ts'
import { NewNote, Note } from '../../../shared/note.ts'
import { Deleted } from '../../../shared/page.ts'
import { covers } from '../../../shared/scope.ts'
import { exact } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { forbidden, notFound } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { createOnce, del, patch, post } from '../../core/operation.ts'
import type { Sql } from '../../database/database.ts'
import { dropDraft } from './drafts.ts'

type Piece = ReturnType<Sql>

export type NoteRow = {
  id: string
  site: string
  conversation_id: string | null
  /** Set for a note on a contact. A note in a conversation belongs to the conversation's current contact. */
  lead_id: string | null
  /** Set for a note on a job. */
  job_id: string | null
  author: string
  author_name: string | null
  /** Who changed it last, if that is not its author. */
  edited_by: string | null
  edited_name: string | null
  text: string
  created_at: number
  updated_at: number
}

/** A note with the alias `n`, as the API returns it, with this contact. */
export const noteJson = (sql: Sql, leadId: Piece) => sql`json_build_object(
  'id', n.id, 'conversationId', n.conversation_id, 'leadId', ${leadId}, 'author', n.author,
  'authorName', n.author_name, 'editedBy', n.edited_by, 'editedName', n.edited_name, 'text', n.text, 'createdAt', n.created_at, 'updatedAt', n.updated_at)`

const maxNotes = 500

/** Lists the newest 500 notes of a conversation, oldest first. */
export const listNotes = async ({ sql, site }: Context, conversationId: string): Promise<Note[]> => {
  const [row] = await sql<[{ notes: Note[] }]>`
    select coalesce(json_agg(${noteJson(sql, sql`c.lead_id`)} order by n.created_at, n.id), '[]') as notes
    from (select * from notes where conversation_id = ${conversationId} and site = ${site.id}
      order by created_at desc, id desc limit ${maxNotes}) n
    join conversations c on c.id = n.conversation_id`
  return row.notes
}

type Written = { id: string; text: string }

/** Creates a note in a conversation. Its contact shows it, too. */
export async function createNote(ctx: Context, { id, text }: Written): Promise<Note> {
  return await ctx.tx(async (tx) => {
    // Locked, so that the conversation is not deleted before the note is stored.
    const [conversation] = await tx.sql<{ lead_id: string | null }[]>`
      select lead_id from conversations where id = ${id} and site = ${tx.site.id} for share`
    if (!conversation) throw notFound('conversation')
    const row = await insertNote(tx, { conversation_id: id, lead_id: null, job_id: null, text })
    const mentions = await namedIn(tx, text)
    await storeMentions(tx, row, mentions)
    await dropDraft(tx, id, tx.actor.id, 'note')
    return announce(tx, row, conversation.lead_id, mentions)
  })
}

/** Creates a note on a contact. */
export async function createLeadNote(ctx: Context, { id, text }: Written): Promise<Note> {
  return await ctx.tx(async (tx) => {
    const [lead] = await tx.sql`select id from leads where id = ${id} and site = ${tx.site.id} for share`
    if (!lead) throw notFound('contact')
    const row = await insertNote(tx, { conversation_id: null, lead_id: id, job_id: null, text })
    return announce(tx, row, id, await namedIn(tx, text))
  })
}

/** Updates the text of a note. The same text is no change. */
async function patchNote(ctx: Context, { id, text }: Written): Promise<Note> {
  return await ctx.tx(async (tx) => {
    const row = await lockNote(tx, id)
    const leadId = await leadOf(tx, row)
    if (row.text === text) return toNote(row, leadId)
    const isOwn = row.author === tx.actor.id
    const editor = { edited_by: isOwn ? null : tx.actor.id, edited_name: isOwn ? null : tx.actor.name }
    const change = { text, updated_at: tx.now(), ...editor }
    await tx.sql`update notes set ${tx.sql(change)} where id = ${id}`
    const mentions = await namedIn(tx, text, row.text)
    await storeMentions(tx, { ...row, text }, mentions)
    return announce(tx, { ...row, ...change }, leadId, mentions)
  })
}

/**
 * Stores who is mentioned in a note of a conversation, for their list of mentions. Removes those whom the note no longer
 * mentions.
 */
async function storeMentions(tx: Tx, { id, conversation_id, text }: NoteRow, added: string[]): Promise<void> {
  if (conversation_id === null) return
  const { sql, site } = tx
  const before = await sql<{ email: string }[]>`select email from mentions where note_id = ${id}`
  if (before.length > 0) {
    const kept = await stillNamed(
      tx,
      { text },
      before.map(({ email }) => email),
    )
    await sql`delete from mentions where note_id = ${id} and email <> all(${kept}::text[])`
  }
  if (added.length === 0) return
  await sql`
    insert into mentions (note_id, email, site, conversation_id, at)
    select ${id}, email, ${site.id}, ${conversation_id}, ${tx.now()} from unnest(${added}::text[]) email
    on conflict do nothing`
}

async function deleteNote(ctx: Context, { id }: { id: string }): Promise<Deleted> {
  return await ctx.tx(async (tx) => {
    const row = await lockNote(tx, id)
    await tx.sql`delete from notes where id = ${id}`
    announce(tx, row, await leadOf(tx, row))
    return { id, deleted: true }
  })
}

/** 404 if the site has no such note. */
export async function findNote({ sql, site }: Context, id: string, locking: Piece = sql``): Promise<NoteRow> {
  const [row] = await sql<NoteRow[]>`select * from notes where id = ${id} and site = ${site.id} ${locking}`
  if (!row) throw notFound('note')
  return row
}

/** A note of a conversation or a contact, as it was answered. */
export async function readNote(ctx: Context, id: string): Promise<Note> {
  const row = await findNote(ctx, id)
  return toNote(row, await leadOf(ctx, row))
}

async function lockNote(tx: Tx, id: string): Promise<NoteRow> {
  const row = await findNote(tx, id, tx.sql`for update`)
  const scope = row.job_id === null ? 'conversations:write' : 'jobs:write'
  if (!covers(tx.actor.scopes, scope))
    throw forbidden(`This operation requires the scope ${scope}.`, 'scope_missing', { scope })
  return row
}

async function leadOf({ sql }: Pick<Context, 'sql'>, { conversation_id, lead_id }: NoteRow): Promise<string | null> {
  if (conversation_id === null) return lead_id
  const [row] = await sql<{ lead_id: string | null }[]>`
    select lead_id from conversations where id = ${conversation_id}`
  return row?.lead_id ?? null
}

export async function insertNote(
  tx: Tx,
  given: Pick<NoteRow, 'conversation_id' | 'lead_id' | 'job_id' | 'text'>,
): Promise<NoteRow> {
  const at = tx.now()
  const { id: author, name: author_name } = tx.actor
  const own = { id: newId('note'), site: tx.site.id, author, author_name, edited_by: null, edited_name: null }
  const row = { ...own, ...given, created_at: at, updated_at: at }
  await tx.sql`insert into notes ${tx.sql(row)}`
  return row
}

/** The emails of people whom a text mentions and the previous text did not, without its author. */
async function namedIn({ sql, actor }: Tx, text: string, before = ''): Promise<string[]> {
  if (!text.includes('@')) return []
  const people = await sql<{ email: string; name: string | null }[]>`
    select email, name from accounts where email <> ${actor.id} order by email`
  return people.filter((one) => namesIn(text, one) && !namesIn(before, one)).map(({ email }) => email)
}

/** The text of a note and the people, of these, whom it still mentions; undefined if there are none. */
export async function mentionsNow(
  ctx: Context,
  id: string,
  emails: string[],
): Promise<{ text: string; emails: string[] } | undefined> {
  const [note] = await ctx.sql<{ text: string }[]>`
    select text from notes where id = ${id} and site = ${ctx.site.id}`
  const named = note ? await stillNamed(ctx, note, emails) : []
  return note && named.length > 0 ? { text: note.text, emails: named } : undefined
}

/** The people, of these, whom a text mentions. */
async function stillNamed({ sql }: Context, { text }: Pick<Note, 'text'>, emails: string[]): Promise<string[]> {
  const people = await sql<{ email: string; name: string | null }[]>`
    select email, name from accounts where email = any(${emails})`
  return people.filter((one) => namesIn(text, one)).map(({ email }) => email)
}

function announce(tx: Tx, row: NoteRow, leadId: string | null, mentions: string[] = []): Note {
  if (row.job_id !== null) tx.emit('job.changed', { id: row.job_id })
  else tx.emit('note.changed', { id: row.id, conversationId: row.conversation_id, leadId, mentions })
  return toNote(row, leadId)
}

const toNote = (row: NoteRow, leadId: string | null): Note => ({
  id: row.id,
  conversationId: row.conversation_id,
  leadId,
  author: row.author,
  authorName: row.author_name,
  editedBy: row.edited_by,
  editedName: row.edited_name,
  text: row.text,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const id = exact(64, 1)

export const noteOperations = {
  create: post('/conversations/:id/notes', {
    summary: 'Add a note to a conversation',
    description: 'Visible to the team only, never to the visitor or the assistant. Also shown on the contact.',
    scope: 'conversations:write',
    status: 201,
    input: NewNote.extend({ id }),
    output: Note,
    ...createOnce(createNote, readNote),
  }),
  update: patch('/notes/:id', {
    summary: 'Update a note',
    description:
      'Updates a note on a conversation, a contact or a job. `editedBy` names you if you are not its author. A note on a job needs ' +
      '`jobs:write` instead of `conversations:write`.',
    scope: 'conversations:write',
    orScope: 'jobs:write',
    input: NewNote.extend({ id }),
    output: Note,
    run: patchNote,
  }),
  delete: del('/notes/:id', {
    summary: 'Delete a note',
    description: 'A note on a job needs `jobs:write` instead of `conversations:write`.',
    scope: 'conversations:write',
    orScope: 'jobs:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteNote,
  }),
}
