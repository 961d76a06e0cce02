import { z } from 'zod'
import { periodOf, wholeNumber } from './page.ts'
import { LeadQuality, Outcome, Sentiment } from './summary.ts'
import { exact, line } from './text.ts'
import { Zone } from './time.ts'

const areOutcomes = (names: string) => names.split(',').every((name) => Outcome.safeParse(name).success)

/** Filters conversations by start time, course and outcome, matching the counts of the overview. */
export const HistoryFilter = z.object({
  ...periodOf('Began'),
  outcome: line(120, 1)
    .refine(areOutcomes, `Must be one or more of ${Outcome.options.join(', ')}, separated by commas.`)
    .optional()
    .describe('Outcomes from the summaries, separated by commas.'),
  sentiment: Sentiment.optional(),
  quality: LeadQuality.optional(),
  topic: exact(200, 1).optional(),
  handled: z.enum(['assistant', 'person']).optional().describe('`person`: a team member has handled the conversation.'),
  handover: z
    .enum(['requested', 'answered', 'missed'])
    .optional()
    .describe('The visitor asked for a person (`requested`), got one (`answered`) or got none in time (`missed`).'),
  answeredBy: exact(200, 1).optional().describe('Name of the team member who answered the waiting visitor.'),
  asked: exact(100, 1).optional().describe('Id of a gap: one of its questions was asked in the conversation.'),
  rated: z.enum(['up', 'down']).optional().describe('A reply in the conversation has this rating.'),
  page: exact(500, 1).optional().describe('URL of the page on which the conversation started, without its query.'),
  country: exact(8, 1).optional(),
  visitor: z
    .enum(['returning', 'oneMessage'])
    .optional()
    .describe('`returning`: the contact had an earlier conversation. `oneMessage`: the visitor wrote once.'),
  hour: wholeNumber(0, 23).optional().describe('Started in this hour of the day, in the time zone `tz`.'),
  tz: Zone.optional().describe('Minutes to add to UTC (a multiple of 15) or an IANA time zone. Defaults to UTC.'),
})
export type HistoryFilter = z.infer<typeof HistoryFilter>
