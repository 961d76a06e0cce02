import { z } from 'zod'
import { DetectedFacts } from '../../../../../shared/facts.ts'
import { post } from '../../../../core/operation.ts'
import { detectFacts } from './detect.ts'

export const detectionOperations = {
  detect: post('/knowledge/facts/detect', {
    summary: 'Look for business details on the pages',
    description:
      'Proposes what the learned pages say of the business, and names the pages; nothing is saved. With a model it reads ' +
      'them too, and only what stands on the pages is taken.',
    scope: 'knowledge:write',
    input: z.object({}),
    output: DetectedFacts,
    run: (ctx) => detectFacts(ctx),
  }),
}
