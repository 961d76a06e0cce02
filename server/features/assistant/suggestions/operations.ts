import { z } from 'zod'
import { HomeSuggestion, SuggestedQuestions } from '../../../../shared/suggestion.ts'
import { post } from '../../../core/operation.ts'
import { suggestHome } from './home.ts'
import { suggestQuestions } from './questions.ts'

export const suggestionOperations = {
  questions: post('/knowledge/suggest-questions', {
    summary: 'Suggest four questions',
    description:
      'Questions for visitors to begin with, out of what was learned; by the model where there is one. Nothing is saved.',
    scope: 'knowledge:read',
    reads: true,
    input: z.object({}),
    output: SuggestedQuestions,
    run: suggestQuestions,
  }),
  home: post('/home/suggest', {
    summary: 'Suggest a home screen',
    description: 'Nothing is saved: send what you keep to `PUT /settings` as `home`.',
    scope: 'settings:write',
    reads: true,
    input: z.object({}),
    output: HomeSuggestion,
    run: suggestHome,
  }),
}
