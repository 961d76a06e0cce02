import { z } from 'zod'
import { TestAssistant, TestedAssistant, TriedChat, TryChat } from '../../../shared/assistant-test.ts'
import { UsageAnswer } from '../../../shared/usage.ts'
import { get, post } from '../../core/operation.ts'
import { testAssistant } from './trial.ts'
import { tryChat } from './tried-chat.ts'
import { getUsage } from './usage.ts'

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
  tryChat: post('/assistant/chat', {
    summary: 'Try a chat',
    description:
      'Answers the last message as a visitor would be answered, with the passages that the reply used, what was held back, ' +
      'and how it came about. Nothing of the chat is recorded, and nobody of the team is told; what it cost is counted.',
    scope: 'settings:write',
    reads: true,
    errors: [502, 503],
    input: TryChat,
    output: TriedChat,
    run: tryChat,
  }),
}
