import { z } from 'zod'
import { FactsAnswer, PutFacts } from '../../../../shared/facts.ts'
import { get, put } from '../../../core/operation.ts'
import { getFacts, putFacts } from './facts.ts'

export const factOperations = {
  get: get('/knowledge/facts', {
    summary: 'Read the business details',
    scope: 'knowledge:read',
    input: z.object({}),
    output: FactsAnswer,
    run: getFacts,
  }),
  put: put('/knowledge/facts', {
    summary: 'Change the business details',
    description:
      'Send any fields; null clears one, a list is replaced. The assistant answers from them at once on this server and ' +
      'within a second on others.',
    scope: 'knowledge:write',
    input: PutFacts,
    output: FactsAnswer,
    run: putFacts,
  }),
}
