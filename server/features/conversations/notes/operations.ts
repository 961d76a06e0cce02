import { z } from 'zod'
import { NewNote, Note } from '../../../../shared/note.ts'
import { Deleted } from '../../../../shared/page.ts'
import { exact } from '../../../../shared/text.ts'
import { del, patch, post } from '../../../core/operation.ts'
import { createNote, deleteNote, patchNote } from './notes.ts'

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
