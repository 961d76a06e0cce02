import { z } from 'zod'
import { Milliseconds } from './page.ts'

/** What a claim of a reply is of. */
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
    used: z.boolean().describe('Whether it was in the prompt.'),
    reason: z
      .enum(['below_threshold', 'duplicate', 'over_count', 'no_room'])
      .nullable()
      .describe('Why it was left out; null where it was used.'),
  })
  .meta({ id: 'TracePassage' })
export type TracePassage = z.infer<typeof TracePassage>

export const TraceCall = z
  .object({
    name: z.string(),
    kind: z.enum(['tool', 'action']).describe('action: something that the chat shows or does, such as a form.'),
    arguments: z.record(z.string(), z.unknown()),
    ok: z.boolean(),
    result: z.string().nullable().describe('Cut to a few hundred characters.'),
    error: z.string().nullable(),
    ms: z.number(),
  })
  .meta({ id: 'TraceCall' })
export type TraceCall = z.infer<typeof TraceCall>

export const TraceLeftOut = z
  .object({
    part: z.enum(['history', 'passages', 'instructions', 'context', 'tools']),
    count: z.int().describe('How many messages, passages or other pieces.'),
    tokens: z.int(),
  })
  .meta({ id: 'TraceLeftOut', description: 'What the context window had no room for.' })
export type TraceLeftOut = z.infer<typeof TraceLeftOut>

export const TraceDropped = z
  .object({
    sentence: z.string().describe('As the model wrote it, cut to some hundred characters.'),
    claim: z.string().describe('What of it nothing supports.'),
    kind: z.enum(claimKinds),
    askedAgain: z.boolean().describe('The reply had nothing else, and the model was asked for another.'),
  })
  .meta({
    id: 'TraceDropped',
    description: 'What was not shown, as no passage, business detail, setting or message of the chat says it.',
  })
export type TraceDropped = z.infer<typeof TraceDropped>

/** How one reply of the assistant came about. */
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
      .describe('As the model was given.'),
    outcome: z.enum(['finished', 'interrupted', 'failed']),
    error: z.string().nullable(),
    promptVersion: z.int().nullable().describe('Null where no model was given the prompt, or none was published.'),
    query: z.string().describe('What the knowledge base was searched for.'),
    foundNothing: z.boolean().describe('No passage was good enough to answer from.'),
    passages: z.array(TracePassage),
    calls: z.array(TraceCall),
    leftOut: z.array(TraceLeftOut),
    dropped: z.array(TraceDropped).default([]),
    tokens: z.object({
      prompt: z.int(),
      completion: z.int(),
      embedding: z.int(),
      window: z.int().nullable().describe("The model's context window."),
    }),
    neurons: z.number(),
    ms: z.object({
      total: z.number(),
      search: z.number(),
      queued: z.number().describe('Waiting for the model to be free.'),
      firstToken: z.number().nullable(),
      model: z.number(),
    }),
  })
  .meta({ id: 'Trace' })
export type Trace = z.infer<typeof Trace>
