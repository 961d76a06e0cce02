import { z } from 'zod'
import { UsageAnswer } from '../../../shared/usage.ts'
import { get } from '../../core/operation.ts'
import { getUsage } from '../usage/usage.ts'

export const usageOperations = {
  get: get('/usage', {
    summary: 'Read what the assistant used',
    description: 'Messages and neurons of today and of each of the last 30 days (UTC), with the budget of a day.',
    scope: 'analytics:read',
    input: z.object({}),
    output: UsageAnswer,
    run: getUsage,
  }),
}
