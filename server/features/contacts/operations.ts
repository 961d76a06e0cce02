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
import { createOnce, del, download, get, patch, post } from '../../core/operation.ts'
import { createLeadNote, readNote } from '../conversations/notes.ts'
import { changeContacts, createContact, deleteContact, patchContact } from './change.ts'
import { getContact } from './contact.ts'
import { exportContacts } from './csv.ts'
import { listContacts } from './list.ts'
import { exportWorkbook } from './workbook.ts'

const id = exact(64, 1)

export const contactOperations = {
  list: get('/leads', {
    summary: 'List contacts',
    description:
      'Returns contacts by last change; with `from` or `to`, newest first. A search (`q`), or a tag combined with a period, examines ' +
      'a limited number of contacts per request, so a page can have fewer than `limit` items, or none, and still have a `next`; ' +
      'its counts cover the contacts that the first page examines.',
    scope: 'leads:read',
    input: LeadsQuery,
    output: LeadList,
    run: listContacts,
  }),
  create: post('/leads', {
    summary: 'Create a contact',
    description:
      'Requires a name, an email or a phone number. If the email is taken, returns 409 with the id of the other contact.',
    scope: 'leads:write',
    status: 201,
    errors: [409],
    input: NewLead,
    output: LeadSingle,
    run: createContact,
  }),
  update: patch('/leads/:id', {
    summary: 'Update a contact',
    description:
      'Changes a contact and its tags. A contact must keep a name, an email or a phone number. If the email is taken, returns 409 ' +
      'with the id of the other contact. An update without changes emits no event.',
    scope: 'leads:write',
    errors: [409],
    input: PatchLead.extend({ id }),
    output: LeadSingle,
    run: patchContact,
  }),
  change: post('/leads/change', {
    summary: 'Update or delete many contacts',
    description:
      'Changes the status and tags of up to 500 contacts, or deletes them. Contacts are processed individually: failures are listed ' +
      'and do not affect the others. The request can be repeated safely.',
    scope: 'leads:write',
    resumes: true,
    input: ChangeLeads,
    output: LeadsChanged,
    run: changeContacts,
  }),
  delete: del('/leads/:id', {
    summary: 'Delete a contact',
    description:
      'Deletes the contact with its notes and its details in the event log. Conversations and callback requests stay without a contact.',
    scope: 'leads:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteContact,
  }),
  get: get('/leads/:id', {
    summary: 'Retrieve a contact',
    description:
      'Returns the contact with its conversations, callback requests and team notes (on it and in its conversations), at most ' +
      'the newest 500 of each. A conversation with `leadVerified` false may be from a stranger who typed the email, so its callback ' +
      'requests are not included.',
    scope: 'leads:read',
    input: z.object({ id }),
    output: LeadDetail,
    run: getContact,
  }),
  note: post('/leads/:id/notes', {
    summary: 'Add a note to a contact',
    description: 'Visible to the team only.',
    scope: 'leads:write',
    status: 201,
    input: NewNote.extend({ id }),
    output: Note,
    ...createOnce(createLeadNote, readNote),
  }),
}

export const contactDownloads = {
  export: download('/leads.csv', {
    summary: 'Export contacts as CSV',
    description:
      'Returns all contacts that match the filter, newest first. Cells that spreadsheets would run as a formula begin ' +
      'with an apostrophe. Recorded in the audit log.',
    media: 'text/csv; charset=utf-8',
    scope: 'leads:read',
    reads: false,
    input: LeadFilter,
    run: exportContacts,
  }),
  exportWorkbook: download('/leads.xlsx', {
    summary: 'Export contacts as an Excel workbook',
    description:
      'Returns the contacts that match the filter, newest first, with the columns of the CSV file. Texts such as telephone numbers ' +
      'stay texts, and times are in UTC. At most 20,000 contacts: 400 if more match. Recorded in the audit log.',
    media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    scope: 'leads:read',
    reads: false,
    input: LeadFilter,
    run: exportWorkbook,
  }),
}
