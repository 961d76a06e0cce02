import { z } from 'zod'
import { text } from './text.ts'

const part = z.enum(['model', 'knowledge'])

export const TestAssistant = z
  .object({
    part: part
      .default('model')
      .describe('The model or AI backend that writes replies, or what finds passages for them.'),
    question: text(1000, 1).optional(),
  })
  .meta({ id: 'TestAssistant' })
export type TestAssistant = z.infer<typeof TestAssistant>

export const TestedAssistant = z
  .object({
    provider: z.enum(['ollama', 'openai', 'http', 'none']),
    knowledge: z.string().describe('How passages are found: the embedding model, or `keywords`.'),
    part,
    ok: z.boolean(),
    model: z.string().describe('Empty where no model was asked.'),
    reply: z.string().describe('What came back; where it failed, what to do about it.'),
    usage: z.object({ input: z.int(), output: z.int() }).nullable().describe('Tokens; null where no model was asked.'),
    ms: z.int(),
  })
  .meta({ id: 'TestedAssistant' })
export type TestedAssistant = z.infer<typeof TestedAssistant>
