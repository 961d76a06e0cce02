import { z } from 'zod'
import { MessageContent, Source } from './message.ts'
import { text } from './text.ts'
import { Trace } from './trace.ts'

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

const Said = z.object({
  role: z.enum(['user', 'agent']).describe('agent: a reply of the assistant, as it was answered before.'),
  text: text(8000, 1),
})

export const TryChat = z
  .object({
    messages: z
      .array(Said)
      .min(1)
      .max(40)
      .refine((messages) => messages.at(-1)?.role === 'user', 'Must end with a message of the visitor.')
      .describe('The chat so far, the oldest first; the last one is answered.'),
  })
  .meta({ id: 'TryChat' })
export type TryChat = z.infer<typeof TryChat>

export const TriedChat = z
  .object({
    messages: z.array(MessageContent),
    text: z.string().describe('The messages in words alone: what a next call gives back.'),
    sources: z.array(Source),
    trace: Trace,
    handover: z
      .object({ reason: z.string(), comes: z.boolean().describe('Whether somebody of the team can come now.') })
      .nullable()
      .describe('Null unless a person was asked for; nobody is told of it.'),
  })
  .meta({ id: 'TriedChat' })
export type TriedChat = z.infer<typeof TriedChat>
