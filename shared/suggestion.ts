import { z } from 'zod'
import { HomeLinks, Shortcut } from './home.ts'

const questions = z.array(z.string()).length(4).describe('Questions that the knowledge base can answer, if any.')
const source = z
  .enum(['model', 'knowledge', 'general'])
  .describe(
    'Where the questions come from: the model, headings and titles of the knowledge, or none if there is no knowledge yet.',
  )

export const SuggestedQuestions = z.object({ questions, source }).meta({ id: 'SuggestedQuestions' })
export type SuggestedQuestions = z.infer<typeof SuggestedQuestions>

export const HomeSuggestion = z
  .object({
    questions,
    links: HomeLinks.nullable().describe('Up to five pages of the website; null if none was learned.'),
    contact: z.array(Shortcut).describe('Buttons to call or send an email.'),
    source,
  })
  .meta({ id: 'HomeSuggestion', description: 'A suggested home screen. Nothing is saved.' })
export type HomeSuggestion = z.infer<typeof HomeSuggestion>
