import { z } from 'zod'
import { failureFields } from './failure.ts'
import { Milliseconds } from './page.ts'

/** What a claim in a reply is about. */
export const claimKinds = [
  'price',
  'percentage',
  'time',
  'date',
  'day',
  'duration',
  'phone',
  'email',
  'link',
  'address',
] as const

export const TracePassage = z
  .object({
    passageId: z.string(),
    title: z.string(),
    url: z.string().nullable(),
    headingPath: z.string(),
    score: z.number(),
    used: z.boolean().describe('Whether the passage was included in the prompt.'),
    reason: z
      .enum(['below_threshold', 'duplicate', 'over_count', 'no_room'])
      .nullable()
      .describe('Why it was left out; null if it was used.'),
  })
  .meta({ id: 'TracePassage' })
export type TracePassage = z.infer<typeof TracePassage>

export const TraceCall = z
  .object({
    name: z.string(),
    kind: z.enum(['tool', 'action']).describe('action: something the chat shows or does, such as a form.'),
    arguments: z.record(z.string(), z.unknown()),
    ok: z.boolean(),
    result: z.string().nullable().describe('Truncated to a few hundred characters.'),
    error: z.string().nullable(),
    reason: failureFields.reason.optional(),
    params: failureFields.params.optional(),
    ms: z.number(),
    request: z
      .object({ method: z.string(), url: z.string(), body: z.string() })
      .optional()
      .describe('What a tool sent, without secrets.'),
  })
  .meta({ id: 'TraceCall' })
export type TraceCall = z.infer<typeof TraceCall>

export const TraceLeftOut = z
  .object({
    part: z.enum(['history', 'passages', 'instructions', 'context', 'tools']),
    count: z.int().describe('Number of messages, passages or other parts.'),
    tokens: z.int(),
  })
  .meta({ id: 'TraceLeftOut', description: 'Parts that did not fit into the context window.' })
export type TraceLeftOut = z.infer<typeof TraceLeftOut>

export const TraceDropped = z
  .object({
    sentence: z.string().describe('As written by the model, truncated to a few hundred characters.'),
    claim: z.string().describe('The unsupported part of the sentence.'),
    kind: z.enum(claimKinds),
    askedAgain: z.boolean().describe('The reply contained nothing else, so the model was asked for another.'),
  })
  .meta({
    id: 'TraceDropped',
    description:
      'A sentence that was removed because no passage, business detail, setting or message of the chat supports it.',
  })
export type TraceDropped = z.infer<typeof TraceDropped>

/** How a reply of the assistant was produced. */
export const Trace = z
  .object({
    id: z.string().describe('Begins with `trace_`.'),
    messageId: z.string(),
    conversationId: z.string(),
    at: Milliseconds,
    provider: z.enum(['ollama', 'openai', 'http', 'none']),
    model: z.string().nullable(),
    options: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe('As sent to the model.'),
    outcome: z.enum(['finished', 'interrupted', 'failed']),
    error: z.string().nullable(),
    promptVersion: z.int().nullable().describe('Null if no model received the prompt, or none was published.'),
    query: z.string().describe('The query sent to the knowledge base.'),
    foundNothing: z.boolean().describe('No passage was relevant enough to answer from.'),
    passages: z.array(TracePassage),
    calls: z.array(TraceCall),
    leftOut: z.array(TraceLeftOut),
    dropped: z.array(TraceDropped).default([]),
    tokens: z.object({
      prompt: z.int(),
      completion: z.int(),
      embedding: z.int(),
      window: z.int().nullable().describe("The model's context window in tokens."),
    }),
    neurons: z.number(),
    ms: z.object({
      total: z.number(),
      search: z.number(),
      queued: z.number().describe('Time spent waiting for the model.'),
      firstToken: z.number().nullable(),
      model: z.number(),
    }),
  })
  .meta({ id: 'Trace' })
export type Trace = z.infer<typeof Trace>
