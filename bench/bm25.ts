import type { Sql } from '../server/database/database.ts'
import { b, k1, type WeightedTerm } from '../server/features/knowledge/scoring.ts'

type List = { passages: Int32Array; counts: Float64Array; lengths: Float64Array }

/** BM25 on postings in memory. */
export type Memory = {
  rank(terms: WeightedTerm[], average: number, k: number): { number: number; score: number }[]
}

/** Loads the postings of these lexemes into memory. */
export async function readMemory(sql: Sql, lexemes: number[]): Promise<Memory> {
  const lists = new Map<number, List>()
  for (const lexeme of new Set(lexemes)) {
    const rows = await sql<{ passage: number; count: number; length: number }[]>`
      select passage, count, length from postings where lexeme = ${lexeme} order by passage`
    lists.set(lexeme, {
      passages: Int32Array.from(rows, (row) => row.passage),
      counts: Float64Array.from(rows, (row) => row.count),
      lengths: Float64Array.from(rows, (row) => row.length),
    })
  }
  const [last] = await sql<[{ number: number }]>`select coalesce(max(number), 0) as number from passages`
  const scores = new Float64Array(last.number + 1)
  const best = new Float64Array(last.number + 1)
  return {
    rank(terms, average, k) {
      scores.fill(0)
      for (const term of terms) addTerm(term, average, lists, scores, best)
      return highest(scores, k)
    },
  }
}

/** Adds the score of a term to each passage: that of its best lexeme. */
function addTerm(
  term: WeightedTerm,
  average: number,
  lists: Map<number, List>,
  scores: Float64Array,
  best: Float64Array,
): void {
  for (const { number, weight } of term.lists) {
    const list = lists.get(number)
    if (!list) throw new Error(`the postings of lexeme ${number} were not read`)
    for (const [at, passage] of list.passages.entries()) {
      const count = list.counts[at] ?? 0
      const gain = (weight * count) / (count + k1 * (1 - b) + ((k1 * b) / average) * (list.lengths[at] ?? 0))
      const before = best[passage] ?? 0
      if (gain <= before) continue
      scores[passage] = (scores[passage] ?? 0) + gain - before
      best[passage] = gain
    }
  }
  for (const { number } of term.lists) for (const passage of lists.get(number)?.passages ?? []) best[passage] = 0
}

function highest(scores: Float64Array, k: number): { number: number; score: number }[] {
  const top: { number: number; score: number }[] = []
  for (const [number, score] of scores.entries()) {
    const last = top.at(-1)
    if (score <= 0 || (top.length === k && score <= (last?.score ?? 0))) continue
    const place = top.findIndex((one) => score > one.score)
    top.splice(place < 0 ? top.length : place, 0, { number, score })
    if (top.length > k) top.pop()
  }
  return top
}
