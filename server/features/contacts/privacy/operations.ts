import { z } from 'zod'
import { Erasure } from '../../../../shared/erasure.ts'
import { exact } from '../../../../shared/text.ts'
import { download } from '../../../core/download.ts'
import { post } from '../../../core/operation.ts'
import { eraseContact } from './erase.ts'
import { exportContact } from './export.ts'

const id = exact(64, 1)

export const privacyOperations = {
  erase: post('/leads/:id/erase', {
    summary: 'Erase a person',
    description:
      'The contact, its conversations with messages, traces, drafts, notes, callbacks and open questions, and what the ' +
      'event log, kept answers and the audit log say of it. The answer is the receipt. Needs `conversations:write` too ' +
      'where the contact has conversations. A conversation with `leadVerified` false stays, as it may be a stranger’s: ' +
      '`stillNamed` names it where it has the email. Verify it first, or delete it by itself.',
    scope: 'leads:write',
    resumes: true,
    input: z.object({ id }),
    output: Erasure,
    run: eraseContact,
  }),
}

export const privacyDownloads = {
  archive: download('/leads/:id/archive', {
    summary: 'Export everything about a person',
    description:
      'A ZIP of JSON files: `contact.json` with notes and callbacks, and a file for each conversation. Needs ' +
      '`conversations:read` too where the contact has conversations. Conversations with `leadVerified` false are left ' +
      'out, as they may be a stranger’s. It is audited.',
    media: 'application/zip',
    scope: 'leads:read',
    reads: false,
    input: z.object({ id }),
    run: exportContact,
  }),
}
