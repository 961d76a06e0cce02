import { z } from 'zod'
import { SummaryResult } from '../../../../shared/summary.ts'
import { exact } from '../../../../shared/text.ts'
import { post } from '../../../core/operation.ts'
import { summarize } from './summarize.ts'

export const summaryOperations = {
  summarize: post('/conversations/:id/summary', {
    summary: 'Write the summary of a conversation anew',
    description:
      'With the labels that the assistant sets; those that a person set stay. It uses AI budget, and waits behind the ' +
      'replies to visitors. Without a model that answers, it is put together from what was recorded.',
    scope: 'conversations:write',
    input: z.object({ id: exact(64, 1) }),
    output: SummaryResult,
    run: summarize,
  }),
}
