import type { Means } from './embedding/means.ts'
import type { Hit } from './hit.ts'
import type { Trace } from './trace.ts'

/** A reranker reads them all: its time grows with each. */
const most = 20
const longest = 4_000

/** Puts the hits in the order that the reranker gives them; as they were where it fails. */
export async function rerankHits(
  hits: Hit[],
  question: string,
  rerank: NonNullable<Means['rerank']>,
  trace: Trace,
): Promise<Hit[]> {
  const asked = hits.slice(0, most)
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
    trace.errors.push(`The reranker was left out. ${(error as Error).message}`)
    return hits
  } finally {
    trace.ms.rerank = performance.now() - begun
  }
}

const textOf = ({ title, headingPath, content }: Hit): string =>
  [title, headingPath, content]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, longest)
    .toWellFormed()
