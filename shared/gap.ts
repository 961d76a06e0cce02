import { z } from 'zod'
import { ManualEntry } from './knowledge.ts'
import { Milliseconds, next, PageQuery } from './page.ts'
import { exact, line, text } from './text.ts'

export const GapStatus = z.enum(['open', 'answered', 'dismissed'])
export type GapStatus = z.infer<typeof GapStatus>

export const Gap = z
  .object({
    id: z.string().describe('Begins with `gap_`.'),
    question: z.string().describe('As it was first asked.'),
    count: z.int().describe('How often it was asked, in these words or in others.'),
    firstAskedAt: Milliseconds,
    lastAskedAt: Milliseconds,
    conversationId: z.string().describe('Where it was asked last.'),
    status: GapStatus.describe('An answered question that could again not be answered is open again.'),
    answer: z.string().nullable(),
    answeredAt: Milliseconds.nullable(),
    answeredBy: z.string().nullable().describe('An email or `key:<key_id>`.'),
    entryId: z.string().nullable().describe('The hand-written entry with the answer.'),
  })
  .meta({ id: 'Gap', description: 'A question about the business that the knowledge did not cover.' })
export type Gap = z.infer<typeof Gap>

export const GapQuery = PageQuery.extend({ status: z.enum([...GapStatus.options, 'all']).default('open') })
export type GapQuery = z.infer<typeof GapQuery>

export const Gaps = z.object({
  gaps: z.array(Gap).describe('What was asked most comes first.'),
  counts: z.object({ open: z.int(), answered: z.int(), dismissed: z.int() }),
  next,
})
export type Gaps = z.infer<typeof Gaps>

const id = exact(64, 1)

export const GapAnswer = z
  .object({
    answer: text(5000, 1).describe('Markdown or plain text.'),
    title: line(200, 1).optional().describe('Of the hand-written entry; without it, the question.'),
  })
  .meta({ id: 'GapAnswer' })
export type GapAnswer = z.infer<typeof GapAnswer>
export const AnswerGap = GapAnswer.extend({ id })
export type AnswerGap = z.infer<typeof AnswerGap>

export const AnsweredGap = z.object({
  gap: Gap,
  entry: ManualEntry,
  found: z.boolean().describe('Whether the entry is what the assistant now finds for the question.'),
})
export type AnsweredGap = z.infer<typeof AnsweredGap>

export const ChangeGap = z.object({ id, status: GapStatus.exclude(['answered']) })
export type ChangeGap = z.infer<typeof ChangeGap>
