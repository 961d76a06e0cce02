import type { Fragment } from 'postgres'
import type { Sql } from '../../database/database.ts'
import { b, k1, type List, type WeightedTerm } from './scoring.ts'

/** The number of passages of a site, and their average number of lexemes. */
export type Size = { passages: number; average: number }

export type Ranked = { number: number; score: number }

type Posting = List & { term: number }

/** The postings of a lexeme in more than this share of all passages are not scanned, because it says little. */
const frequentPart = 0.2
const minFrequent = 2000

/**
 * The `k` passages with the highest BM25 score; ties prefer the older. A term counts once, with its best lexeme.
 * Frequent lexemes are looked up only for passages that can still reach the top; the result is the same as a full scan.
 */
export async function rankPassages(sql: Sql, terms: WeightedTerm[], size: Size, k: number): Promise<Ranked[]> {
  const postings = terms.flatMap((term, at) => term.lists.map((list) => ({ ...list, term: at })))
  if (postings.length === 0) return []
  const query = createQuery(sql, size, k)
  const maxPassages = Math.max(minFrequent, size.passages * frequentPart)
  const frequent = postings.filter((posting) => posting.passages > maxPassages)
  if (frequent.length === 0 || frequent.length === postings.length) return await query.all(postings)
  const rare = postings.filter((posting) => posting.passages <= maxPassages)
  const rest = highestCount(frequent)
  const ranked = await query.narrowed(rare, postings, rest)
  const last = ranked.at(-1)
  return ranked.length === k && last && last.score >= rest ? ranked : await query.all(postings)
}

/** The maximum score of a passage from these postings alone. */
function highestCount(postings: Posting[]): number {
  const best = new Map<number, number>()
  for (const { term, weight } of postings) best.set(term, Math.max(weight, best.get(term) ?? 0))
  return [...best.values()].reduce((sum, weight) => sum + weight, 0)
}

function createQuery(sql: Sql, { average }: Size, k: number) {
  const gain = sql`weight * count / (count + (${k1 * (1 - b)}::float8 + ${(k1 * b) / average}::float8 * length))`
  const table = (postings: Posting[]) => sql`
    unnest(${postings.map((posting) => posting.number)}::integer[], ${postings.map((posting) => posting.term)}::integer[],
      ${postings.map((posting) => posting.weight)}::float8[]) as asked (lexeme, term, weight)`
  const best = sql`order by score desc, passage limit ${k}`

  /** The sum over the terms. Only terms with several lexemes need their maximum first. */
  function scored(postings: Posting[]): Fragment {
    const { true: single = [], false: several = [] } = Object.groupBy(postings, ({ term }) =>
      String(postings.filter((other) => other.term === term).length === 1),
    ) as Record<string, Posting[]>
    const each = sql`select passage, ${gain} as score from ${table(single)} join postings using (lexeme)`
    const highest = sql`
      select passage, max(${gain}) as score from ${table(several)} join postings using (lexeme) group by passage, term`
    const parts = several.length === 0 ? each : single.length === 0 ? highest : sql`${each} union all ${highest}`
    return sql`select passage, sum(score) as score from (${parts}) as part group by passage`
  }

  return {
    all: (postings: Posting[]) =>
      sql<Ranked[]>`select passage as number, score from (${scored(postings)}) as total ${best}`,
    narrowed: (rare: Posting[], postings: Posting[], rest: number) => sql<Ranked[]>`
      with partial as materialized (${scored(rare)}),
      bar as materialized (
        select coalesce((select score from partial order by score desc offset ${k - 1} limit 1), 0) as score
      ), candidate as materialized (
        select passage from partial, bar where partial.score + ${rest}::float8 >= bar.score
      )
      select passage as number, score from (
        select passage, sum(score) as score from (
          select passage, max(${gain}) as score
          from candidate cross join ${table(postings)} join postings using (lexeme, passage) group by passage, term
        ) as highest group by passage
      ) as total ${best}`,
  }
}
