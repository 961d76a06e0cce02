import { z } from 'zod'
import { LeadDetail } from '../../../shared/lead-detail.ts'
import { NewNote, Note } from '../../../shared/note.ts'
import { exact } from '../../../shared/text.ts'
import { get, post } from '../../core/operation.ts'
import { createLeadNote } from '../notes/notes.ts'
import { getContact } from './contact.ts'

const id = exact(64, 1)

export const contactOperations = {
  get: get('/leads/:id', {
    summary: 'Read a contact',
    description:
      'With its conversations, its callback requests and the notes of the team (on it, and in its conversations): at most ' +
      'the newest 500 of each.',
    scope: 'leads:read',
    input: z.object({ id }),
    output: LeadDetail,
    run: getContact,
  }),
  note: post('/leads/:id/notes', {
    summary: 'Write a note on a contact',
    description: 'For the team alone.',
    scope: 'leads:write',
    status: 201,
    input: NewNote.extend({ id }),
    output: Note,
    run: createLeadNote,
  }),
}
