import { z } from 'zod'
import { Milliseconds, next } from './page.ts'
import { line, text } from './text.ts'

/** The URL of a page or an entry. Only http and https URLs are ever shown as links. */
const WebAddress = z.url({ protocol: /^https?$/ }).max(2000)

export const ManualEntry = z
  .object({
    id: z.string().describe('Begins with `man_`.'),
    title: z.string(),
    content: z.string().describe('Markdown or plain text.'),
    category: z.string().nullable(),
    url: z.string().nullable().describe('The page that replies cite as their source.'),
    chunks: z.int().describe('Number of passages.'),
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
    updatedBy: z.string().nullable().describe('An email or `key:<key_id>`.'),
  })
  .meta({ id: 'ManualEntry', description: 'Knowledge that was entered manually.' })
export type ManualEntry = z.infer<typeof ManualEntry>

export const NewManualEntry = z
  .object({
    id: z
      .string()
      .max(64)
      .optional()
      .describe('The entry to replace. Without it, an entry with the same title is replaced.'),
    title: line(200, 1),
    content: text(20_000, 1).describe('Markdown or plain text. Headings are searched too.'),
    category: line(80).nullish(),
    url: z.union([WebAddress, z.literal('')]).nullish(),
  })
  .meta({ id: 'NewManualEntry' })
export type NewManualEntry = z.infer<typeof NewManualEntry>

export const ManualEntries = z.object({ site: z.string(), entries: z.array(ManualEntry), next })
export type ManualEntries = z.infer<typeof ManualEntries>

export const KnowledgeSearch = z
  .object({
    query: text(1000, 1).describe('A question in natural language.'),
    k: z.int().min(1).max(20).default(6).describe('Number of passages to return.'),
    rerank: z.boolean().default(true).describe('False skips the reranker, if the deployment has one.'),
  })
  .meta({ id: 'KnowledgeSearch' })
export type KnowledgeSearch = z.infer<typeof KnowledgeSearch>

export const SearchHit = z
  .object({
    id: z.string().describe('Id of the passage; begins with `psg_`.'),
    pageId: z.string().describe('The page, entry or file that contains the passage.'),
    url: z.string().describe('Empty if the knowledge has no page.'),
    title: z.string(),
    headingPath: z.string().describe('The headings above the passage, outermost first: `Delivery > Abroad`.'),
    category: z.string().nullable(),
    content: z.string(),
    ordinal: z.int().describe('Position in the document, from 0.'),
    score: z.number().describe('Ranks the hits. Comparable only within one response.'),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof SearchHit>

const ScoredPassage = z.object({ id: z.string(), score: z.number() })

export const SearchTrace = z
  .object({
    corrected: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .describe('Words of the question that the knowledge does not contain, and the words used in their place.'),
    vector: z
      .array(ScoredPassage)
      .describe('Semantic search, with cosine similarity. Empty without an embedding model.'),
    keyword: z.array(ScoredPassage).describe('Keyword search, with BM25 scores.'),
    fused: z
      .array(
        ScoredPassage.extend({
          relevance: z.number().describe('How much of the question the passage covers, between 0 and 1.'),
          duplicate: z.boolean().describe('Omitted because an earlier passage says the same.'),
        }),
      )
      .describe('Both lists merged by reciprocal rank fusion.'),
    reranked: z.array(ScoredPassage).describe('Scores between 0 and 1. Empty without a reranker.'),
    threshold: z.number().describe('The minimum relevance of a passage that is used for an answer.'),
    errors: z.array(z.string()).describe('Parts of the search that failed. The others still returned results.'),
    ms: z.record(z.string(), z.number()).describe('Duration of each step in milliseconds.'),
  })
  .meta({ id: 'SearchTrace', description: 'How the hits were found and ranked.' })
export type SearchTrace = z.infer<typeof SearchTrace>

export const SearchAnswer = z.object({
  site: z.string(),
  query: z.string(),
  neurons: z.number().describe('Cost of the search. Keyword search is free; embedding the question is not.'),
  chunks: z.array(SearchHit),
  trace: SearchTrace,
})
export type SearchAnswer = z.infer<typeof SearchAnswer>
