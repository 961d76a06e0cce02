import { z } from 'zod'
import { periodOf, wholeNumber } from './page.ts'
import { LeadQuality, Outcome, Sentiment } from './summary.ts'
import { exact, line } from './text.ts'
import { Zone } from './time.ts'

const areOutcomes = (names: string) => names.split(',').every((name) => Outcome.safeParse(name).success)

/** Which conversations, by when they began, how they went and what came of them: what an overview counts. */
export const CourseFilter = z.object({
  ...periodOf('Began'),
  outcome: line(120, 1)
    .refine(areOutcomes, `Must be of ${Outcome.options.join(', ')}, with commas between them.`)
    .optional()
    .describe('What came of them by their summaries: one of its values, or several with commas between them.'),
  sentiment: Sentiment.optional(),
  quality: LeadQuality.optional(),
  topic: exact(200, 1).optional(),
  handled: z.enum(['assistant', 'person']).optional().describe('`person`: one of the team has had it.'),
  handover: z
    .enum(['requested', 'answered', 'missed'])
    .optional()
    .describe('A person was asked for; came for the visitor who waited; or none came in time.'),
  answeredBy: exact(200, 1).optional().describe('The name of the person who came for the visitor who waited.'),
  asked: exact(100, 1).optional().describe('The id of a gap: one of its questions was asked in it.'),
  rated: z.enum(['up', 'down']).optional().describe('A reply in it was rated so.'),
  page: exact(500, 1).optional().describe('The address of the page on which they began, without its query.'),
  country: exact(8, 1).optional(),
  visitor: z
    .enum(['returning', 'oneMessage'])
    .optional()
    .describe('`returning`: the contact had an earlier one. `oneMessage`: the visitor wrote once.'),
  hour: wholeNumber(0, 23).optional().describe('Began in this hour of the day, by the clocks of `tz`.'),
  tz: Zone.optional().describe('Minutes to add to UTC (a multiple of 15), or an IANA time zone; UTC if left out.'),
})
export type CourseFilter = z.infer<typeof CourseFilter>
