import { z } from 'zod'
import {
  DraftedAnswer,
  EntryDraft,
  RewriteText,
  RewrittenText,
  TranslatedMessages,
  TranslateMessages,
} from '../../../../shared/copilot.ts'
import { exact } from '../../../../shared/text.ts'
import { get, post } from '../../../core/operation.ts'
import { draftAnswer } from './draft-answer.ts'
import { draftEntry } from './entry-draft.ts'
import { rewriteText, translateMessages } from './rewrite.ts'

const id = exact(64, 1)
const yields =
  'Uses AI budget and waits behind replies to visitors. Nothing is stored or sent. Returns 400 if the copilot is off'

export const copilotOperations = {
  draftAnswer: post('/conversations/:id/draft-answer', {
    summary: 'Draft an answer',
    description:
      'Drafts the answer of a team member to the visitor’s latest question, if no person has answered it yet, from the passages ' +
      `that the assistant finds. If no model responds, the draft quotes the passages. ${yields}.`,
    scope: 'conversations:write',
    reads: true,
    input: z.object({ id }),
    output: DraftedAnswer,
    run: draftAnswer,
  }),
  rewrite: post('/conversations/:id/rewrite', {
    summary: 'Rewrite a text',
    description: `Makes the text of a reply shorter, friendlier or more formal, or translates it for the visitor. ${yields}.`,
    scope: 'conversations:write',
    reads: true,
    input: RewriteText.safeExtend({ id }),
    output: RewrittenText,
    run: rewriteText,
  }),
  translate: post('/conversations/:id/translate', {
    summary: 'Translate messages',
    description: `Translates messages for the team. ${yields}.`,
    scope: 'conversations:write',
    reads: true,
    input: TranslateMessages.safeExtend({ id }),
    output: TranslatedMessages,
    run: translateMessages,
  }),
}

export const entryDraftOperations = {
  draftEntry: get('/messages/:id/entry-draft', {
    summary: 'Draft a knowledge entry from a reply',
    description:
      'Returns a reply of a person as an answer to the visitor’s question above it, without contact details and names. Nothing ' +
      'is stored: save it as a manual entry, or as the answer to its gap.',
    scope: 'conversations:read',
    input: z.object({ id }),
    output: EntryDraft,
    run: draftEntry,
  }),
}
