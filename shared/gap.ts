import { z } from 'zod'
import { ManualEntry } from './knowledge.ts'
import { Milliseconds, next, PageQuery } from './page.ts'
import { exact, line, text } from './text.ts'

export const GapStatus = z.enum(['open', 'answered', 'dismissed'])
export type GapStatus = z.infer<typeof GapStatus>

export const Gap = z
  .object({
    id: z.string().describe('Begins with `gap_`.'),
    question: z.string().describe('The question as first asked.'),
    count: z.int().describe('How often it was asked, including other wordings.'),
    firstAskedAt: Milliseconds,
    lastAskedAt: Milliseconds,
    conversationId: z.string().describe('The conversation in which it was last asked.'),
    status: GapStatus.describe('An answered gap reopens if the question could not be answered again.'),
    answer: z.string().nullable(),
    answeredAt: Milliseconds.nullable(),
    answeredBy: z.string().nullable().describe('An email or `key:<key_id>`.'),
    entryId: z.string().nullable().describe('The manual entry that contains the answer.'),
    proposal: z
      .object({
        answer: z.string(),
        by: z.enum(['model', 'reply']).describe('Written by the model from the chat, or the reply itself.'),
        conversationId: z.string(),
        at: Milliseconds,
      })
      .nullable()
      .describe('An answer from a chat that a person closed. It waits until somebody answers the gap or rejects it.'),
  })
  .meta({ id: 'Gap', description: 'A question about the business that the knowledge does not cover.' })
export type Gap = z.infer<typeof Gap>

export const GapQuery = PageQuery.extend({
  status: z
    .enum([...GapStatus.options, 'proposed', 'all'])
    .describe('`proposed`: open, with a proposed answer.')
    .default('open'),
})
export type GapQuery = z.infer<typeof GapQuery>

export const Gaps = z.object({
  gaps: z.array(Gap).describe('Most asked first.'),
  counts: z.object({ open: z.int(), answered: z.int(), dismissed: z.int(), proposed: z.int() }),
  next,
})
export type Gaps = z.infer<typeof Gaps>

const id = exact(64, 1)

export const GapAnswer = z
  .object({
    answer: text(5000, 1).describe('Markdown or plain text.'),
    title: line(200, 1).optional().describe('Title of the manual entry. Defaults to the question.'),
  })
  .meta({ id: 'GapAnswer' })
export type GapAnswer = z.infer<typeof GapAnswer>
export const AnswerGap = GapAnswer.extend({ id })
export type AnswerGap = z.infer<typeof AnswerGap>

export const AnsweredGap = z.object({
  gap: Gap,
  entry: ManualEntry,
  found: z.boolean().describe('Whether the assistant now finds the entry for the question.'),
})
export type AnsweredGap = z.infer<typeof AnsweredGap>

export const ChangeGap = z.object({ id, status: GapStatus.exclude(['answered']) })
export type ChangeGap = z.infer<typeof ChangeGap>
