import type { JobNote } from '../../../shared/job.ts'
import type { Context } from '../../core/context.ts'
import { findNote, insertNote, type NoteRow } from '../conversations/notes.ts'
import { getRow, remember } from './job.ts'
import { lockPipeline } from './pipeline.ts'

/** Creates a note on a job. `PATCH` and `DELETE /notes/:id` work on it. */
export async function createJobNote(ctx: Context, { id, text }: { id: string; text: string }): Promise<JobNote> {
  return await ctx.tx(async (tx) => {
    await lockPipeline(tx)
    await getRow(tx, id)
    const row = await insertNote(tx, { conversation_id: null, lead_id: null, job_id: id, text })
    await remember(tx, [{ job: id, kind: 'note_added', data: { noteId: row.id } }])
    tx.emit('job.changed', { id })
    return toJobNote(row)
  })
}

export const readJobNote = async (ctx: Context, id: string): Promise<JobNote> => toJobNote(await findNote(ctx, id))

const toJobNote = ({ id, author, author_name, text, created_at, updated_at }: NoteRow): JobNote => ({
  ...{ id, author, authorName: author_name, text, createdAt: created_at, updatedAt: updated_at },
})
