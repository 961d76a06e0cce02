import { z } from 'zod'
import { wholeNumber } from './page.ts'
import { LeadQuality, Outcome, Sentiment } from './summary.ts'
import { exact, line } from './text.ts'

const latest = 8_640_000_000_000_000
const areOutcomes = (names: string) => names.split(',').every((name) => Outcome.safeParse(name).success)

/** Which conversations, by when they began, how they went and what came of them: what an overview counts. */
export const CourseFilter = z.object({
  from: wholeNumber(0, latest).optional().describe('Began at this time or later; milliseconds.'),
  to: wholeNumber(0, latest).optional().describe('Began before this time; milliseconds.'),
  outcome: line(120, 1)
    .refine(areOutcomes, `Must be of ${Outcome.options.join(', ')}, with commas between them.`)
    .optional()
    .describe('What came of them by their summaries: one of its values, or several with commas between them.'),
  sentiment: Sentiment.optional(),
  quality: LeadQuality.optional(),
  topic: exact(200, 1).optional(),
  handled: z.enum(['assistant', 'person']).optional().describe('`person`: one of the team has had it.'),
  rated: z.enum(['up', 'down']).optional().describe('A reply in it was rated so.'),
  page: exact(500, 1).optional().describe('The address of the page on which they began, without its query.'),
  country: exact(8, 1).optional(),
  visitor: z
    .enum(['returning', 'oneMessage'])
    .optional()
    .describe('`returning`: the contact had an earlier one. `oneMessage`: the visitor wrote once.'),
})
export type CourseFilter = z.infer<typeof CourseFilter>
