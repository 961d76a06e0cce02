import { z } from 'zod'
import { MessageContent, Source } from './message.ts'
import { text } from './text.ts'
import { Trace } from './trace.ts'

const part = z.enum(['model', 'knowledge'])

export const TestAssistant = z
  .object({
    part: part
      .default('model')
      .describe('The model or AI backend that writes replies, or the search that supplies passages.'),
    question: text(1000, 1).optional(),
  })
  .meta({ id: 'TestAssistant' })
export type TestAssistant = z.infer<typeof TestAssistant>

export const TestedAssistant = z
  .object({
    provider: z.enum(['ollama', 'openai', 'http', 'none']),
    knowledge: z.string().describe('How passages are found: the name of the embedding model, or `keywords`.'),
    part,
    ok: z.boolean(),
    model: z.string().describe('Empty if no model was called.'),
    reply: z.string().describe('The reply; if the call failed, how to fix it.'),
    usage: z.object({ input: z.int(), output: z.int() }).nullable().describe('Tokens; null if no model was called.'),
    ms: z.int(),
  })
  .meta({ id: 'TestedAssistant' })
export type TestedAssistant = z.infer<typeof TestedAssistant>

const Said = z.object({
  role: z.enum(['user', 'agent']).describe('agent: a reply that the assistant gave earlier in this chat.'),
  text: text(8000, 1),
})

export const TryChat = z
  .object({
    messages: z
      .array(Said)
      .min(1)
      .max(40)
      .refine((messages) => messages.at(-1)?.role === 'user', 'Must end with a message from the visitor.')
      .describe('The chat so far, oldest message first. The assistant answers the last one.'),
  })
  .meta({ id: 'TryChat' })
export type TryChat = z.infer<typeof TryChat>

export const TriedChat = z
  .object({
    messages: z.array(MessageContent),
    text: z.string().describe('The messages as plain text. Send it back with the next call.'),
    sources: z.array(Source),
    trace: Trace,
    handover: z
      .object({ reason: z.string(), comes: z.boolean().describe('Whether somebody on the team is available.') })
      .nullable()
      .describe('Null unless the visitor asked for a person. Nobody is notified.'),
  })
  .meta({ id: 'TriedChat' })
export type TriedChat = z.infer<typeof TriedChat>
