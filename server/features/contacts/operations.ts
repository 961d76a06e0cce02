import { z } from 'zod'
import {
  ChangeLeads,
  LeadFilter,
  LeadList,
  LeadSingle,
  LeadsChanged,
  LeadsQuery,
  NewLead,
  PatchLead,
} from '../../../shared/lead.ts'
import { LeadDetail } from '../../../shared/lead-detail.ts'
import { NewNote, Note } from '../../../shared/note.ts'
import { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import { download } from '../../core/download.ts'
import { del, get, patch, post } from '../../core/operation.ts'
import { createLeadNote } from '../conversations/notes.ts'
import { changeContacts, createContact, deleteContact, patchContact } from './change.ts'
import { getContact } from './contact.ts'
import { exportContacts } from './csv.ts'
import { listContacts } from './list.ts'

const id = exact(64, 1)

export const contactOperations = {
  list: get('/leads', {
    summary: 'List contacts, the last changed first',
    description:
      'With `from` or `to`, those that were made last come first. A search (`q`), and a tag with one of these two, looks ' +
      'at a bounded number of contacts at a time: it may answer fewer than `limit`, or none, and still name a next page; ' +
      'its counts are of those that it begins with.',
    scope: 'leads:read',
    input: LeadsQuery,
    output: LeadList,
    run: listContacts,
  }),
  create: post('/leads', {
    summary: 'Add a contact',
    description: 'At least one of name, email and phone is needed. An email that a contact has is 409, with its id.',
    scope: 'leads:write',
    status: 201,
    errors: [409],
    input: NewLead,
    output: LeadSingle,
    run: createContact,
  }),
  update: patch('/leads/:id', {
    summary: 'Change a contact, or its tags',
    description:
      'What is already as you ask for it is answered and not told of. One of name, email and phone has to stay; an email ' +
      'that another contact has is 409, with its id.',
    scope: 'leads:write',
    errors: [409],
    input: PatchLead.extend({ id }),
    output: LeadSingle,
    run: patchContact,
  }),
  change: post('/leads/change', {
    summary: 'Change or delete many contacts at once',
    description:
      'Up to 500: their status and tags, or all of them deleted. Each by itself: where one cannot be changed, the others ' +
      'are, and the answer names it. It is safe to send again.',
    scope: 'leads:write',
    resumes: true,
    input: ChangeLeads,
    output: LeadsChanged,
    run: changeContacts,
  }),
  delete: del('/leads/:id', {
    summary: 'Delete a contact',
    description:
      'With the notes on it, and its details in the event log. Conversations and callback requests stay, without a contact.',
    scope: 'leads:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteContact,
  }),
  get: get('/leads/:id', {
    summary: 'Read a contact',
    description:
      'With its conversations, its callback requests and the notes of the team (on it, and in its conversations): at most ' +
      'the newest 500 of each. A conversation with `leadVerified` false may be a stranger’s, who typed the email: its callback ' +
      'requests are not among them.',
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

export const contactDownloads = {
  export: download('/leads.csv', {
    summary: 'Export contacts as a table',
    description:
      'All that the filter asks for, the newest first. A cell that a program for tables would take for a formula begins ' +
      'with an apostrophe.',
    media: 'text/csv; charset=utf-8',
    scope: 'leads:read',
    input: LeadFilter,
    run: exportContacts,
  }),
}
