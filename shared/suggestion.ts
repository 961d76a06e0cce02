import { z } from 'zod'
import { HomeLinks, Shortcut } from './home.ts'

const questions = z
  .array(z.string())
  .length(4)
  .describe('Questions that the knowledge answers, as far as there are such.')
const source = z
  .enum(['model', 'knowledge', 'general'])
  .describe(
    'Who put them: the model; headings and titles of the knowledge; or nobody, where there is no knowledge yet.',
  )

export const SuggestedQuestions = z.object({ questions, source }).meta({ id: 'SuggestedQuestions' })
export type SuggestedQuestions = z.infer<typeof SuggestedQuestions>

export const HomeSuggestion = z
  .object({
    questions,
    links: HomeLinks.nullable().describe('Up to five pages of the website; null where none was learned.'),
    contact: z.array(Shortcut).describe('Buttons to call and to write an email.'),
    source,
  })
  .meta({ id: 'HomeSuggestion', description: 'A home screen to choose from: nothing of it is saved.' })
export type HomeSuggestion = z.infer<typeof HomeSuggestion>
