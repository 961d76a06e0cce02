import { z } from 'zod'
import { MessageId, Source } from './message.ts'
import { exact, text } from './text.ts'
import { Locale } from './time.ts'

/** How much help the reply box offers: none, drafts quoted from the knowledge, or everything that needs a model. */
export const Copilot = z.enum(['off', 'passages', 'model'])
export type Copilot = z.infer<typeof Copilot>

export const DraftedAnswer = z
  .object({
    conversationId: z.string(),
    messageId: MessageId.nullable().describe("The visitor's message that the draft answers; null if none is open."),
    text: z.string().describe('Empty if there is nothing to answer, or the knowledge does not cover the question.'),
    by: z
      .enum(['model', 'passages'])
      .nullable()
      .describe('`passages` quotes the knowledge, because no model responds. Null without a draft.'),
    sources: z.array(Source),
  })
  .meta({
    id: 'DraftedAnswer',
    description: 'A reply that the assistant suggests to the team. It is never sent automatically.',
  })
export type DraftedAnswer = z.infer<typeof DraftedAnswer>

export const Rewriting = z.enum(['shorter', 'friendlier', 'formal', 'translated'])
export type Rewriting = z.infer<typeof Rewriting>

export const RewriteText = z
  .object({
    text: text(4000, 1),
    how: Rewriting.describe('`translated` translates the text into the language of the visitor’s messages.'),
  })
  .meta({ id: 'RewriteText' })
export type RewriteText = z.infer<typeof RewriteText>

export const RewrittenText = z
  .object({ text: z.string().nullable().describe('Null if there is no model, or it gave no usable answer.') })
  .meta({ id: 'RewrittenText' })
export type RewrittenText = z.infer<typeof RewrittenText>

export const EntryDraft = z
  .object({
    messageId: MessageId,
    conversationId: z.string(),
    title: z
      .string()
      .describe('The question above the reply. No other entry has this title. Empty if there is no question.'),
    content: z.string(),
    gapId: z.string().nullable().describe('The knowledge gap of the question, which the entry would answer.'),
    removed: z.boolean().describe('Whether contact details or names were replaced by `…`.'),
  })
  .meta({ id: 'EntryDraft' })
export type EntryDraft = z.infer<typeof EntryDraft>

export const maxTranslated = 30

export const TranslateMessages = z
  .object({
    messageIds: z.array(exact(64, 1)).min(1).max(maxTranslated).describe('Unknown ids are ignored.'),
    to: Locale.describe('The language to translate into, such as `de`.'),
  })
  .meta({ id: 'TranslateMessages' })
export type TranslateMessages = z.infer<typeof TranslateMessages>

export const TranslatedMessages = z
  .object({
    messages: z
      .array(z.object({ id: MessageId, text: z.string() }))
      .describe(
        'Empty if there is no model, or it gave no usable answer. Messages that are in the language already keep their text.',
      ),
  })
  .meta({ id: 'TranslatedMessages' })
export type TranslatedMessages = z.infer<typeof TranslatedMessages>
