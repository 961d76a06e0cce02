import { z } from 'zod'
import { TestAssistant, TestedAssistant } from '../../../shared/assistant-test.ts'
import { UsageAnswer } from '../../../shared/usage.ts'
import { get, post } from '../../core/operation.ts'
import { getUsage } from '../usage/usage.ts'
import { testAssistant } from './trial.ts'

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

export const assistantOperations = {
  test: post('/assistant/test', {
    summary: 'Test the assistant',
    description:
      'Asks the model, or the knowledge, and records nothing. What fails is answered with `ok` false and what to do about it.',
    scope: 'settings:write',
    reads: true,
    input: TestAssistant,
    output: TestedAssistant,
    run: testAssistant,
  }),
}
