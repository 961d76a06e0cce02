import { z } from 'zod'
import { Milliseconds } from './page.ts'
import { exact } from './text.ts'

/** The unsent reply of a team member. Each person has one per conversation. */
export const Draft = z
  .object({
    conversationId: z.string(),
    text: z.string(),
    mode: z.enum(['reply', 'note']),
    updatedAt: Milliseconds.nullable().describe('Null if there is no draft.'),
  })
  .meta({ id: 'Draft' })
export type Draft = z.infer<typeof Draft>

export const SaveDraft = z
  .object({
    text: exact(5000).describe('An empty string deletes the draft.'),
    mode: z.enum(['reply', 'note']).default('reply'),
  })
  .meta({ id: 'SaveDraft' })
export type SaveDraft = z.infer<typeof SaveDraft>
