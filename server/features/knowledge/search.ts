import type { Sql } from '../../database/database.ts'
import { type Judgement, judge } from './answerability.ts'
import { inPart } from './documents.ts'
import type { SearchMethods } from './embedding/semantic-search.ts'
import { addFuzzy } from './fuzzy.ts'
import { emptyTrace, type Hit, type Trace } from './hit.ts'
import type { Language } from './lexemes.ts'
import { orderHits } from './order.ts'
import { readQuestion } from './question.ts'
import { type Ranked, rankPassages, type Size } from './ranking.ts'
import { rerankHits } from './rerank.ts'
import { type WeightedTerm, weightTerms } from './scoring.ts'
import { lookUp, type Vocabulary } from './vocabulary.ts'

export type Found = {
  hits: Hit[]
  judgement: Judgement
  /** Whether the knowledge base is empty. */
  isEmpty: boolean
  trace: Trace
  /** The tokens used to embed the question. */
  tokens: number
}

/** The minimum number of ranked hits, so that the judgement does not depend on `k`. */
const minHits = 6
/** The number of hits per method if there is more than keyword search. */
const hitsPerMethod = 20

/** The parts of a Context that a search needs. */
export type Searching = { sql: Sql; site: { id: string } }

type Near = Awaited<ReturnType<NonNullable<SearchMethods['near']>>>

/**
 * Finds the `k` passages of the site that best answer a question, and judges whether they do. Any text is allowed; it
 * is read as words, never as a query language. If other search methods fail, keyword search alone decides.
 */
export async function searchPassages(
  ctx: Searching,
  question: string,
  k: number,
  methods: SearchMethods = {},
): Promise<Found> {
  const vocabulary = { sql: ctx.sql, site: ctx.site.id }
  const trace = emptyTrace()
  const begun = performance.now()
  const { size, languages } = await readSize(vocabulary)
  const [byWords, near] = await Promise.all([
    rankByWords(vocabulary, { size, languages, question, limit: hitsFor(k, methods) }, trace),
    size.passages > 0 ? findNear(methods, question, trace) : undefined,
  ])
  const rows = await readPassages(vocabulary, byWords, near)
  const found = toFound(byWords.terms, rows, near, trace)
  const ordered = methods.rerank ? await rerankHits(found.hits, question, methods.rerank, trace) : found.hits
  const hits = ordered.slice(0, Math.max(k, minHits))
  trace.ms.total = performance.now() - begun
  return {
    ...{ hits: hits.slice(0, k), judgement: judgementOf(found, hits), isEmpty: size.passages === 0 },
    ...{ trace, tokens: near?.tokens ?? 0 },
  }
}

const hitsFor = (k: number, { near, rerank }: SearchMethods) => Math.max(k, near || rerank ? hitsPerMethod : minHits)

type WordSearch = { size: Size; languages: Language[]; question: string; limit: number }
type ByWords = { terms: WeightedTerm[]; ranked: Ranked[] }

async function rankByWords(vocabulary: Vocabulary, asked: WordSearch, trace: Trace): Promise<ByWords> {
  const { size, languages, question, limit } = asked
  const begun = performance.now()
  const terms = size.passages > 0 ? await readTerms(vocabulary, languages, question, size) : []
  const read = performance.now()
  const ranked = await rankPassages(vocabulary.sql, terms, size, limit)
  trace.corrected = terms.flatMap(({ word, lists }) =>
    lists.filter(({ likeness }) => likeness === 'near').map(({ lexeme }) => ({ from: word, to: lexeme })),
  )
  trace.ms.question = read - begun
  trace.ms.keyword = performance.now() - read
  return { terms, ranked }
}

async function findNear({ near }: SearchMethods, question: string, trace: Trace): Promise<Near> {
  if (!near) return undefined
  const begun = performance.now()
  try {
    return await near(question)
  } catch (error) {
    trace.errors.push(`Semantic search failed. ${(error as Error).message}`)
    return undefined
  } finally {
    trace.ms.vector = performance.now() - begun
  }
}

/** `good`: ids of the passages that may be quoted, best first. */
type Judged = { hits: Hit[]; judgement: Judgement; good: string[] }

function toFound(terms: WeightedTerm[], rows: Row[], near: Near, trace: Trace): Judged {
  const judgement = judge(
    terms,
    rows.map(({ matched, keyword }) => ({ lexemes: matched, score: keyword ?? 0 })),
  )
  const background = near?.background ?? 0
  const all = rows.map((row, at): Hit & Pick<Row, 'keyword' | 'similarity'> => {
    const { matched: _, heading_path: headingPath, ...hit } = row
    const closeness = row.similarity === null ? 0 : Math.max(0, (row.similarity - background) / (1 - background || 1))
    const judged = { relevance: judgement.relevance[at] ?? 0, good: judgement.good.includes(at) }
    return { ...hit, headingPath, score: 0, closeness, ...judged }
  })
  const hits = orderHits(all, trace)
  const good = judgement.good.flatMap((at) => rows[at]?.id ?? [])
  return { hits: hits.map(({ keyword: _, similarity: __, ...hit }) => hit), judgement, good }
}

/** The judgement for these hits, in their order. */
function judgementOf({ judgement, good }: Judged, hits: Hit[]): Judgement {
  const places = new Map(hits.map(({ id }, at) => [id, at]))
  const kept = good.flatMap((id) => places.get(id) ?? [])
  return { ...judgement, good: kept, covered: kept.length > 0, relevance: hits.map(({ relevance }) => relevance) }
}

/** The size of the site's knowledge and its languages. */
export async function readSize({ sql, site }: Vocabulary): Promise<{ size: Size; languages: Language[] }> {
  const rows = await sql<{ language: Language; passages: number; length: number }[]>`
    select language, passages, length from knowledge_sizes where site = ${site} and passages > 0 order by language`
  const passages = rows.reduce((sum, row) => sum + row.passages, 0)
  const length = rows.reduce((sum, row) => sum + row.length, 0)
  return { size: { passages, average: length / Math.max(1, passages) }, languages: rows.map((row) => row.language) }
}

/** The question as terms, weighted with the site's statistics. */
export async function readTerms(
  vocabulary: Vocabulary,
  languages: Language[],
  question: string,
  size: Size,
): Promise<WeightedTerm[]> {
  const terms = await readQuestion(vocabulary.sql, languages, question)
  const known = await lookUp(vocabulary, [...new Set(terms.flatMap((term) => [...term.lexemes.keys()]))])
  await addFuzzy({ vocabulary, languages, known }, terms)
  return weightTerms(terms, known, size.passages)
}

type Row = Omit<Hit, 'headingPath' | 'score' | 'relevance' | 'closeness' | 'good'> & {
  heading_path: string
  /** Its BM25 score and its cosine similarity; null if that method did not find it. */
  keyword: number | null
  similarity: number | null
  /** The question's lexemes that it contains. */
  matched: number[]
}

/**
 * Loads the passages, keyword hits first in rank order. Skips passages that were deleted since, or whose document is
 * only partly stored.
 */
async function readPassages({ sql, site }: Vocabulary, { terms, ranked }: ByWords, near: Near): Promise<Row[]> {
  const scores = new Map<number, number | null>(ranked.map(({ number, score }) => [number, score]))
  const similar = new Map(near?.found.slice(0, hitsPerMethod).map(({ number, similarity }) => [number, similarity]))
  for (const number of similar.keys()) if (!scores.has(number)) scores.set(number, null)
  if (scores.size === 0) return []
  const numbers = [...scores.keys()]
  const asked = terms.flatMap((term) => term.lists.map((list) => list.number))
  return await sql<Row[]>`
    select passages.id, passages.document, documents.title, documents.url, documents.category, passages.heading_path,
      passages.content, passages.tokens, passages.ordinal, ranked.score as keyword, ranked.similarity,
      array(select held from unnest(passages.lexemes) as held where held = any(${asked}::integer[])) as matched
    from unnest(${numbers}::integer[], ${[...scores.values()]}::float8[],
        ${numbers.map((number) => similar.get(number) ?? null)}::float8[])
        with ordinality as ranked (number, score, similarity, place)
      join passages on passages.number = ranked.number and passages.site = ${site}
      join documents on documents.id = passages.document and documents.content_hash <> ${inPart}
    order by ranked.place`
}
