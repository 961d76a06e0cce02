import { z } from 'zod'
import { namesIn } from '../../../shared/mention.ts'
import { NewNote, Note } from '../../../shared/note.ts'
import { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { del, patch, post } from '../../core/operation.ts'
import type { Sql } from '../../database/database.ts'
import { dropDraft } from './drafts.ts'

type Piece = ReturnType<Sql>

type NoteRow = {
  id: string
  site: string
  conversation_id: string | null
  /** Of a note on a contact. One in a conversation is found by the conversation's contact, whoever that is now. */
  lead_id: string | null
  author: string
  author_name: string | null
  text: string
  created_at: number
  updated_at: number
}

/** A note named `n`, of this contact, as answers show it. */
export const noteJson = (sql: Sql, leadId: Piece) => sql`json_build_object(
  'id', n.id, 'conversationId', n.conversation_id, 'leadId', ${leadId}, 'author', n.author,
  'authorName', n.author_name, 'text', n.text, 'createdAt', n.created_at, 'updatedAt', n.updated_at)`

const mostNotes = 500

/** The notes in a conversation of the site, the newest 500, oldest first. */
export const listNotes = async ({ sql, site }: Context, conversationId: string): Promise<Note[]> => {
  const [row] = await sql<[{ notes: Note[] }]>`
    select coalesce(json_agg(${noteJson(sql, sql`c.lead_id`)} order by n.created_at, n.id), '[]') as notes
    from (select * from notes where conversation_id = ${conversationId} and site = ${site.id}
      order by created_at desc, id desc limit ${mostNotes}) n
    join conversations c on c.id = n.conversation_id`
  return row.notes
}

type Written = { id: string; text: string }

/** Writes a note into a conversation; its contact shows it too. */
export async function createNote(ctx: Context, { id, text }: Written): Promise<Note> {
  return await ctx.tx(async (tx) => {
    // Held, so that it is not deleted under the note.
    const [conversation] = await tx.sql<{ lead_id: string | null }[]>`
      select lead_id from conversations where id = ${id} and site = ${tx.site.id} for share`
    if (!conversation) throw notFound('conversation')
    const row = await insertNote(tx, { conversation_id: id, lead_id: null, text })
    const mentions = await namedIn(tx, text)
    await dropDraft(tx, id, tx.actor.id, 'note')
    return announce(tx, row, conversation.lead_id, mentions)
  })
}

/** Writes a note on a contact. */
export async function createLeadNote(ctx: Context, { id, text }: Written): Promise<Note> {
  return await ctx.tx(async (tx) => {
    const [lead] = await tx.sql`select id from leads where id = ${id} and site = ${tx.site.id} for share`
    if (!lead) throw notFound('contact')
    const row = await insertNote(tx, { conversation_id: null, lead_id: id, text })
    return announce(tx, row, id, await namedIn(tx, text))
  })
}

/** Changes the words of a note; the same words again are no change. */
async function patchNote(ctx: Context, { id, text }: Written): Promise<Note> {
  return await ctx.tx(async (tx) => {
    const row = await lockNote(tx, id)
    const leadId = await leadOf(tx, row)
    if (row.text === text) return toNote(row, leadId)
    const updated_at = tx.now()
    await tx.sql`update notes set ${tx.sql({ text, updated_at })} where id = ${id}`
    return announce(tx, { ...row, text, updated_at }, leadId, await namedIn(tx, text, row.text))
  })
}

async function deleteNote(ctx: Context, { id }: { id: string }): Promise<Deleted> {
  return await ctx.tx(async (tx) => {
    const row = await lockNote(tx, id)
    await tx.sql`delete from notes where id = ${id}`
    announce(tx, row, await leadOf(tx, row))
    return { id, deleted: true }
  })
}

async function lockNote(tx: Tx, id: string): Promise<NoteRow> {
  const [row] = await tx.sql<NoteRow[]>`select * from notes where id = ${id} and site = ${tx.site.id} for update`
  if (!row) throw notFound('note')
  return row
}

async function leadOf(tx: Tx, { conversation_id, lead_id }: NoteRow): Promise<string | null> {
  if (conversation_id === null) return lead_id
  const [row] = await tx.sql<{ lead_id: string | null }[]>`
    select lead_id from conversations where id = ${conversation_id}`
  return row?.lead_id ?? null
}

async function insertNote(tx: Tx, given: Pick<NoteRow, 'conversation_id' | 'lead_id' | 'text'>): Promise<NoteRow> {
  const at = tx.now()
  const { id: author, name: author_name } = tx.actor
  const row = { id: newId('note'), site: tx.site.id, ...given, author, author_name, created_at: at, updated_at: at }
  await tx.sql`insert into notes ${tx.sql(row)}`
  return row
}

/** Emails of the people whom a text names and the one before it did not; whoever writes it knows. */
async function namedIn({ sql, actor }: Tx, text: string, before = ''): Promise<string[]> {
  if (!text.includes('@')) return []
  const people = await sql<{ email: string; name: string | null }[]>`
    select email, name from accounts where email <> ${actor.id} order by email`
  return people.filter((one) => namesIn(text, one) && !namesIn(before, one)).map(({ email }) => email)
}

/** The words of a note, and whom of these people they name as they stand now; undefined where it is nobody. */
export async function stillNamed(
  { sql, site }: Context,
  id: string,
  emails: string[],
): Promise<{ text: string; emails: string[] } | undefined> {
  const [note] = await sql<{ text: string }[]>`select text from notes where id = ${id} and site = ${site.id}`
  if (!note) return undefined
  const people = await sql<{ email: string; name: string | null }[]>`
    select email, name from accounts where email = any(${emails})`
  const named = people.filter((one) => namesIn(note.text, one)).map(({ email }) => email)
  return named.length > 0 ? { text: note.text, emails: named } : undefined
}

function announce(tx: Tx, row: NoteRow, leadId: string | null, mentions: string[] = []): Note {
  tx.emit('note.changed', { id: row.id, conversationId: row.conversation_id, leadId, mentions })
  return toNote(row, leadId)
}

const toNote = (row: NoteRow, leadId: string | null): Note => ({
  id: row.id,
  conversationId: row.conversation_id,
  leadId,
  author: row.author,
  authorName: row.author_name,
  text: row.text,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const id = exact(64, 1)

export const noteOperations = {
  create: post('/conversations/:id/notes', {
    summary: 'Write a note into a conversation',
    description: 'For the team alone: neither the visitor nor the assistant reads it. The contact shows it too.',
    scope: 'conversations:write',
    status: 201,
    input: NewNote.extend({ id }),
    output: Note,
    run: createNote,
  }),
  update: patch('/notes/:id', {
    summary: 'Change a note',
    description: 'In a conversation or on a contact.',
    scope: 'conversations:write',
    input: NewNote.extend({ id }),
    output: Note,
    run: patchNote,
  }),
  delete: del('/notes/:id', {
    summary: 'Delete a note',
    scope: 'conversations:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteNote,
  }),
}
