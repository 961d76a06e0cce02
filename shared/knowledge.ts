import { z } from 'zod'
import { Milliseconds, next } from './page.ts'
import { line, text } from './text.ts'

/** A page's or an entry's address. Only these two are ever shown as links. */
const WebAddress = z.url({ protocol: /^https?$/ }).max(2000)

export const ManualEntry = z
  .object({
    id: z.string().describe('Begins with `man_`.'),
    title: z.string(),
    content: z.string().describe('Markdown or plain text.'),
    category: z.string().nullable(),
    url: z.string().nullable().describe('The page that a reply names as its source.'),
    chunks: z.int().describe('How many passages it was cut into.'),
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
    updatedBy: z.string().nullable().describe('An email or `key:<key_id>`.'),
  })
  .meta({ id: 'ManualEntry', description: 'A piece of knowledge that somebody wrote by hand.' })
export type ManualEntry = z.infer<typeof ManualEntry>

export const NewManualEntry = z
  .object({
    id: z
      .string()
      .max(64)
      .optional()
      .describe('The entry to replace. Without it, one with an equal title is replaced.'),
    title: line(200, 1),
    content: text(20_000, 1).describe('Markdown or plain text. Headings become part of what is found.'),
    category: line(80).nullish(),
    url: z.union([WebAddress, z.literal('')]).nullish(),
  })
  .meta({ id: 'NewManualEntry' })
export type NewManualEntry = z.infer<typeof NewManualEntry>

export const ManualEntries = z.object({ site: z.string(), entries: z.array(ManualEntry), next })
export type ManualEntries = z.infer<typeof ManualEntries>

export const KnowledgeSearch = z
  .object({
    query: text(1000, 1).describe('A question in plain words.'),
    k: z.int().min(1).max(20).default(6).describe('How many passages.'),
    rerank: z.boolean().default(true).describe('False skips the reranker, where the deployment has one.'),
  })
  .meta({ id: 'KnowledgeSearch' })
export type KnowledgeSearch = z.infer<typeof KnowledgeSearch>

export const SearchHit = z
  .object({
    id: z.string().describe('The passage: begins with `psg_`.'),
    pageId: z.string().describe('The page, entry or file that it is a passage of.'),
    url: z.string().describe('Empty for knowledge that has no page.'),
    title: z.string(),
    headingPath: z.string().describe('The headings above it, outermost first: `Delivery > Abroad`.'),
    category: z.string().nullable(),
    content: z.string(),
    ordinal: z.int().describe('Its place in the document, from 0.'),
    score: z.number().describe('Orders the hits, and can be compared within one answer alone.'),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof SearchHit>

const ScoredPassage = z.object({ id: z.string(), score: z.number() })

export const SearchTrace = z
  .object({
    corrected: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .describe('Words of the question that the knowledge does not have, and what in it they were read as.'),
    vector: z
      .array(ScoredPassage)
      .describe('By meaning, with the cosine of the angle to the question; empty without an embedding model.'),
    keyword: z.array(ScoredPassage).describe('By words, with their BM25.'),
    fused: z
      .array(
        ScoredPassage.extend({
          relevance: z.number().describe('How much of the question the passage holds, between 0 and 1.'),
          duplicate: z.boolean().describe('Left out, as it says again what an earlier one says.'),
        }),
      )
      .describe('Both lists joined by reciprocal rank.'),
    reranked: z.array(ScoredPassage).describe('With scores between 0 and 1; empty without a reranker.'),
    threshold: z.number().describe('A passage of less relevance is not good enough to answer from.'),
    errors: z.array(z.string()).describe('Parts that failed; the others still answered.'),
    ms: z.record(z.string(), z.number()).describe('How long each step took, in milliseconds.'),
  })
  .meta({ id: 'SearchTrace', description: 'How the hits came about.' })
export type SearchTrace = z.infer<typeof SearchTrace>

export const SearchAnswer = z.object({
  site: z.string(),
  query: z.string(),
  neurons: z.number().describe('What the search cost; searching by words costs nothing, embedding the question does.'),
  chunks: z.array(SearchHit),
  trace: SearchTrace,
})
export type SearchAnswer = z.infer<typeof SearchAnswer>
