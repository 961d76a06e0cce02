import type { Sql } from '../../core/sql.ts'
import { fuse } from './fuse.ts'
import { type Judgement, judge, threshold } from './judge.ts'
import type { Language } from './lexemes.ts'
import { addNear } from './near.ts'
import { readQuestion } from './question.ts'
import { type Ranked, rankPassages, type Size } from './ranking.ts'
import { lookUp, type Vocabulary } from './vocabulary.ts'
import { type WeightedTerm, weigh } from './weigh.ts'

/** A passage that was found. */
export type Hit = {
  id: string
  /** The document: a page, a hand-written entry or a file. */
  document: string
  title: string
  url: string | null
  category: string | null
  headingPath: string
  content: string
  tokens: number
  ordinal: number
  /** Of the fused lists: it orders the hits and says nothing else. */
  score: number
  /** How much of the question it holds, between 0 and 1. */
  relevance: number
  /** Whether it is good enough to be quoted. */
  good: boolean
}

export type Found = {
  hits: Hit[]
  judgement: Judgement
  trace: Trace
}

type Scored = { id: string; score: number }

/** How the hits came about. There are no vectors yet, and no reranker. */
export type Trace = {
  vector: Scored[]
  keyword: Scored[]
  fused: (Scored & { relevance: number })[]
  reranked: Scored[]
  threshold: number
  errors: string[]
  ms: { question: number; keyword: number; total: number }
}

/** So many at least are ranked, so that the judgement does not depend on how many were asked for. */
const fewest = 6

/** What a search needs of a Context. */
export type Searching = { sql: Sql; site: { id: string } }

/**
 * Finds the `k` passages of the site that answer a question best, and judges whether they do. The question may be
 * anything: it is read as words, never as a query language.
 */
export async function searchPassages(ctx: Searching, question: string, k: number): Promise<Found> {
  const vocabulary = { sql: ctx.sql, site: ctx.site.id }
  const begun = performance.now()
  const { size, languages } = await readSize(vocabulary)
  const terms = size.passages > 0 ? await readTerms(vocabulary, languages, question, size) : []
  const read = performance.now()
  const ranked = await rankPassages(ctx.sql, terms, size, Math.max(k, fewest))
  const rows = await readPassages(vocabulary, ranked, terms)
  const ended = performance.now()
  return toFound(terms, rows, k, { question: read - begun, keyword: ended - read, total: ended - begun })
}

function toFound(terms: WeightedTerm[], rows: Row[], k: number, ms: Trace['ms']): Found {
  const fused = fuse([rows])
  const judgement = judge(
    terms,
    fused.map(({ item }) => ({ lexemes: item.matched, score: item.keyword })),
  )
  const hits = fused.map(({ item, score }, at) => toHit(item, score, judgement, at))
  return {
    hits: hits.slice(0, k),
    judgement,
    trace: {
      vector: [],
      keyword: rows.map(({ id, keyword }) => ({ id, score: keyword })),
      fused: hits.map(({ id, score, relevance }) => ({ id, score, relevance })),
      reranked: [],
      threshold,
      errors: [],
      ms,
    },
  }
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

type Row = Omit<Hit, 'headingPath' | 'score' | 'relevance' | 'good'> & {
  heading_path: string
  /** Its BM25, and those of its lexemes that the question asks for. */
  keyword: number
  matched: number[]
}

/** The passages in their ranks. One that was deleted since it was ranked is left out. */
async function readPassages({ sql, site }: Vocabulary, ranked: Ranked[], terms: WeightedTerm[]): Promise<Row[]> {
  if (ranked.length === 0) return []
  const asked = terms.flatMap((term) => term.lists.map((list) => list.number))
  return await sql<Row[]>`
    select passages.id, passages.document, documents.title, documents.url, documents.category, passages.heading_path,
      passages.content, passages.tokens, passages.ordinal, ranked.score as keyword,
      array(select held from unnest(passages.lexemes) as held where held = any(${asked}::integer[])) as matched
    from unnest(${ranked.map(({ number }) => number)}::integer[], ${ranked.map(({ score }) => score)}::float8[])
        with ordinality as ranked (number, score, place)
      join passages on passages.number = ranked.number and passages.site = ${site}
      join documents on documents.id = passages.document
    order by ranked.place`
}

function toHit(row: Row, score: number, { relevance, good }: Judgement, at: number): Hit {
  const { keyword: _, matched: __, heading_path: headingPath, ...hit } = row
  return { ...hit, headingPath, score, relevance: relevance[at] ?? 0, good: good.includes(at) }
}
