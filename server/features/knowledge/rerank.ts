import type { SearchMethods } from './embedding/semantic-search.ts'
import type { Hit, Trace } from './hit.ts'

/** A reranker reads all of them, so its time grows with the number. */
const maxHits = 20
const maxLength = 4_000

/** Reorders hits with the reranker. Keeps their order if it fails. */
export async function rerankHits(
  hits: Hit[],
  question: string,
  rerank: NonNullable<SearchMethods['rerank']>,
  trace: Trace,
): Promise<Hit[]> {
  const asked = hits.slice(0, maxHits)
  if (asked.length === 0) return hits
  const begun = performance.now()
  try {
    const scores = await rerank(question, asked.map(textOf))
    const ranked = asked
      .map((hit, at) => ({ ...hit, score: scores[at] ?? 0 }))
      .sort((one, other) => other.score - one.score)
    trace.reranked = ranked.map(({ id, score }) => ({ id, score }))
    return ranked
  } catch (error) {
    trace.errors.push(`The reranker was skipped. ${(error as Error).message}`)
    return hits
  } finally {
    trace.ms.rerank = performance.now() - begun
  }
}

const textOf = ({ title, headingPath, content }: Hit): string =>
  [title, headingPath, content]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, maxLength)
    .toWellFormed()
