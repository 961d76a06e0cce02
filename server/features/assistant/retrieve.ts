import type { TracePassage } from '../../../shared/trace.ts'
import type { Context } from '../../core/context.ts'
import { readWords } from '../knowledge/words.ts'
import type { PromptPassage } from './prompt-text.ts'
import { questionOf } from './search-query.ts'
import type { Turn } from './turn.ts'

/** What the knowledge base holds on a visitor's message. */
export type Found = {
  /** What was searched for. */
  query: string
  /** The best first. */
  passages: PromptPassage[]
  /** Whether one of them was good enough to answer from. */
  isAnswered: boolean
  /** Everything that was weighed, for the trace. */
  weighed: TracePassage[]
  /** What embedding the question cost, in tokens. */
  tokens: number
  ms: number
}

export const nothingSearched: Found = { query: '', passages: [], isAnswered: true, weighed: [], tokens: 0, ms: 0 }

/** TEMPORARY scan until knowledge/search.ts is there. */
export async function retrieve(ctx: Context, turn: Turn): Promise<Found> {
  const query = questionOf(turn)
  const rows = await ctx.sql<
    { id: string; title: string; url: string | null; heading_path: string; content: string }[]
  >`
    select p.id, d.title, d.url, p.heading_path, p.content from passages p join documents d on d.id = p.document where p.site = ${ctx.site.id}`
  const asked = readWords(query)
    .words.map((w) => w.text)
    .filter((w) => w.length > 3)
  const scored = rows.map((r) => ({
    r,
    score: asked.filter((w) => `${r.title} ${r.heading_path} ${r.content}`.toLowerCase().includes(w)).length,
  }))
  const good = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  const passages = good.map(({ r: { heading_path, ...r } }) => ({ ...r, headingPath: heading_path }))
  return {
    query,
    passages,
    isAnswered: passages.length > 0,
    tokens: 0,
    ms: 1,
    weighed: good.map(({ r, score }) => ({
      passageId: r.id,
      title: r.title,
      url: r.url,
      headingPath: r.heading_path,
      score,
      used: true,
      reason: null,
    })),
  }
}
