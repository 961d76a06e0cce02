import { z } from 'zod'
import { Draft, SaveDraft } from '../../../../shared/draft.ts'
import { exact } from '../../../../shared/text.ts'
import { get, put } from '../../../core/operation.ts'
import { getDraft, saveDraft } from './drafts.ts'

const id = exact(64, 1)

export const draftOperations = {
  draft: get('/conversations/:id/draft', {
    summary: 'Read your draft',
    description: 'What you began to write in a conversation. For a signed-in person; a key is refused with 400.',
    scope: 'conversations:read',
    input: z.object({ id }),
    output: Draft,
    run: getDraft,
  }),
  saveDraft: put('/conversations/:id/draft', {
    summary: 'Save your draft',
    description:
      'Nobody else sees it; it goes when it is sent. For a signed-in person; a key is refused with 400. Not audited: it ' +
      'changes nothing that others see, and is saved while it is written.',
    scope: 'conversations:write',
    reads: true,
    input: SaveDraft.extend({ id }),
    output: Draft,
    run: saveDraft,
  }),
}
