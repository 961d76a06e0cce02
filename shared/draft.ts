import { z } from 'zod'
import { Milliseconds } from './page.ts'
import { exact } from './text.ts'

/** What a person of the team began to write and did not send. Each person has their own, in each conversation. */
export const Draft = z
  .object({
    conversationId: z.string(),
    text: z.string(),
    mode: z.enum(['reply', 'note']),
    updatedAt: Milliseconds.nullable().describe('Null where there is none.'),
  })
  .meta({ id: 'Draft' })
export type Draft = z.infer<typeof Draft>

export const SaveDraft = z
  .object({ text: exact(5000).describe('Empty removes it.'), mode: z.enum(['reply', 'note']).default('reply') })
  .meta({ id: 'SaveDraft' })
export type SaveDraft = z.infer<typeof SaveDraft>
