import type { Sql } from '../../database/database.ts'
import { inPart } from './documents.ts'
import type { Means } from './embedding/means.ts'
import type { Hit } from './hit.ts'
import { type Judgement, judge } from './judge.ts'
import type { Language } from './lexemes.ts'
import { addNear } from './near.ts'
import { orderHits } from './order.ts'
import { readQuestion } from './question.ts'
import { type Ranked, rankPassages, type Size } from './ranking.ts'
import { rerankHits } from './rerank.ts'
import { emptyTrace, type Trace } from './trace.ts'
import { lookUp, type Vocabulary } from './vocabulary.ts'
import { type WeightedTerm, weigh } from './weigh.ts'

export type Found = {
  hits: Hit[]
  judgement: Judgement
  /** Whether there is nothing that could be found. */
  isEmpty: boolean
  trace: Trace
  /** What embedding the question cost. */
  tokens: number
}

/** So many at least are ranked, so that the judgement does not depend on how many were asked for. */
const fewest = 6
/** Of so many each where there is more than the words to go by. */
const several = 20

/** What a search needs of a Context. */
export type Searching = { sql: Sql; site: { id: string } }

type Near = Awaited<ReturnType<NonNullable<Means['near']>>>

/**
 * Finds the `k` passages of the site that answer a question best, and judges whether they do. The question may be
 * anything: it is read as words, never as a query language. What `means` adds may fail: then the words alone decide.
 */
export async function searchPassages(ctx: Searching, question: string, k: number, means: Means = {}): Promise<Found> {
  const vocabulary = { sql: ctx.sql, site: ctx.site.id }
  const trace = emptyTrace()
  const begun = performance.now()
  const { size, languages } = await readSize(vocabulary)
  const [byWords, near] = await Promise.all([
    rankByWords(vocabulary, { size, languages, question, most: most(k, means) }, trace),
    size.passages > 0 ? findNear(means, question, trace) : undefined,
  ])
  const rows = await readPassages(vocabulary, byWords, near)
  const found = toFound(byWords.terms, rows, near, trace)
  const ordered = means.rerank ? await rerankHits(found.hits, question, means.rerank, trace) : found.hits
  const hits = ordered.slice(0, Math.max(k, fewest))
  trace.ms.total = performance.now() - begun
  return {
    ...{ hits: hits.slice(0, k), judgement: judgementOf(found, hits), isEmpty: size.passages === 0 },
    ...{ trace, tokens: near?.tokens ?? 0 },
  }
}

const most = (k: number, { near, rerank }: Means) => Math.max(k, near || rerank ? several : fewest)

type Asked = { size: Size; languages: Language[]; question: string; most: number }
type ByWords = { terms: WeightedTerm[]; ranked: Ranked[] }

async function rankByWords(vocabulary: Vocabulary, asked: Asked, trace: Trace): Promise<ByWords> {
  const { size, languages, question, most } = asked
  const begun = performance.now()
  const terms = size.passages > 0 ? await readTerms(vocabulary, languages, question, size) : []
  const read = performance.now()
  const ranked = await rankPassages(vocabulary.sql, terms, size, most)
  trace.corrected = terms.flatMap(({ word, lists }) =>
    lists.filter(({ likeness }) => likeness === 'near').map(({ lexeme }) => ({ from: word, to: lexeme })),
  )
  trace.ms.question = read - begun
  trace.ms.keyword = performance.now() - read
  return { terms, ranked }
}

async function findNear({ near }: Means, question: string, trace: Trace): Promise<Near> {
  if (!near) return undefined
  const begun = performance.now()
  try {
    return await near(question)
  } catch (error) {
    trace.errors.push(`The search by meaning failed. ${(error as Error).message}`)
    return undefined
  } finally {
    trace.ms.vector = performance.now() - begun
  }
}

/** `good`: the ids of what may be quoted, the best first. */
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

/** The judgement about these hits, in their order. */
function judgementOf({ judgement, good }: Judged, hits: Hit[]): Judgement {
  const places = new Map(hits.map(({ id }, at) => [id, at]))
  const kept = good.flatMap((id) => places.get(id) ?? [])
  return { ...judgement, good: kept, covered: kept.length > 0, relevance: hits.map(({ relevance }) => relevance) }
}

/** How much the site knows, and in which languages. */
export async function readSize({ sql, site }: Vocabulary): Promise<{ size: Size; languages: Language[] }> {
  const rows = await sql<{ language: Language; passages: number; length: number }[]>`
    select language, passages, length from knowledge_sizes where site = ${site} and passages > 0 order by language`
  const passages = rows.reduce((sum, row) => sum + row.passages, 0)
  const length = rows.reduce((sum, row) => sum + row.length, 0)
  return { size: { passages, average: length / Math.max(1, passages) }, languages: rows.map((row) => row.language) }
}

/** The question as terms with what the site's statistics say of them. */
export async function readTerms(
  vocabulary: Vocabulary,
  languages: Language[],
  question: string,
  size: Size,
): Promise<WeightedTerm[]> {
  const terms = await readQuestion(vocabulary.sql, languages, question)
  const known = await lookUp(vocabulary, [...new Set(terms.flatMap((term) => [...term.lexemes.keys()]))])
  await addNear({ vocabulary, languages, known }, terms)
  return weigh(terms, known, size.passages)
}

type Row = Omit<Hit, 'headingPath' | 'score' | 'relevance' | 'closeness' | 'good'> & {
  heading_path: string
  /** Its BM25, and the cosine by which it was found near; null where it was not found so. */
  keyword: number | null
  similarity: number | null
  /** Those of its lexemes that the question asks for. */
  matched: number[]
}

/**
 * The passages: first those that the words found, in their ranks. Left out is one that was deleted since, or is of a document
 * that was stored in part so far.
 */
async function readPassages({ sql, site }: Vocabulary, { terms, ranked }: ByWords, near: Near): Promise<Row[]> {
  const scores = new Map<number, number | null>(ranked.map(({ number, score }) => [number, score]))
  const similar = new Map(near?.found.slice(0, several).map(({ number, similarity }) => [number, similarity]))
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
