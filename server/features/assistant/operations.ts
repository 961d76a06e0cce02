import { z } from 'zod'
import { TestAssistant, TestedAssistant, TriedChat, TryChat } from '../../../shared/assistant-test.ts'
import { UsageAnswer } from '../../../shared/usage.ts'
import { get, post } from '../../core/operation.ts'
import { getUsage } from '../usage.ts'
import { testAssistant } from './test-assistant.ts'
import { tryChat } from './test-chat.ts'

export const usageOperations = {
  get: get('/usage', {
    summary: 'Retrieve usage',
    description:
      'Returns the messages and neurons of today and of each of the last 30 days (UTC), and the daily budget.',
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
      'Calls the model, or searches the knowledge base. Nothing is recorded. Failures are returned with `ok` set to false and how to fix them.',
    scope: 'settings:write',
    reads: true,
    input: TestAssistant,
    output: TestedAssistant,
    run: testAssistant,
  }),
  tryChat: post('/assistant/chat', {
    summary: 'Test a chat',
    description:
      'Answers the last message as a visitor would see it, and returns the passages used, the sentences removed and the ' +
      'trace. The chat is not recorded and the team is not notified, but its cost counts towards the budget.',
    scope: 'settings:write',
    reads: true,
    errors: [502, 503],
    input: TryChat,
    output: TriedChat,
    run: tryChat,
  }),
}
