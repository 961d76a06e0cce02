import { z } from 'zod'
import { KnowledgeSearch, ManualEntries, ManualEntry, NewManualEntry, SearchAnswer } from '../../../shared/knowledge.ts'
import { PageQuery } from '../../../shared/page.ts'
import type { Context } from '../../core/context.ts'
import { del, get, post } from '../../core/operation.ts'
import { neuronsOf, spendNeuronsAlone } from '../assistant/usage.ts'
import { meansOf } from './embedding/means.ts'
import { deleteManual, listManual, saveManual } from './manual.ts'
import { searchPassages } from './search.ts'

export const knowledgeOperations = {
  search: post('/knowledge/search', {
    summary: 'Search the knowledge',
    description:
      'Finds the passages that the assistant would answer this question from, and shows how they came about. ' +
      'Whether they are good enough to answer from is told by their relevance and the threshold in the trace. ' +
      'The trace goes through the stages in their order: words that were read as others (`corrected`), `keyword`, ' +
      '`vector`, `fused`, `reranked`. A stage that failed is named in `errors`, and the others answer without it.',
    scope: 'knowledge:read',
    reads: true,
    input: KnowledgeSearch,
    output: SearchAnswer,
    run: searchKnowledge,
  }),
}

async function searchKnowledge(
  ctx: Context,
  { query, k, rerank }: KnowledgeSearch,
): Promise<z.input<typeof SearchAnswer>> {
  const { hits, trace, tokens } = await searchPassages(ctx, query, k, meansOf(ctx, { rerank }))
  const neurons = neuronsOf(tokens)
  await spendNeuronsAlone(ctx, neurons)
  const chunks = hits.map(({ document, url, ...hit }) => ({ ...hit, pageId: document, url: url ?? '' }))
  return { site: ctx.site.id, query, neurons, chunks, trace }
}

export const manualOperations = {
  list: get('/knowledge/manual', {
    summary: 'List hand-written knowledge',
    description: 'The last changed entry first.',
    scope: 'knowledge:read',
    input: PageQuery,
    output: ManualEntries,
    run: listManual,
  }),
  save: post('/knowledge/manual', {
    summary: 'Add or replace hand-written knowledge',
    description:
      'The id, or without one an equal title, names the entry to replace. 201 when it was added, 200 when it was replaced.',
    scope: 'knowledge:write',
    status: 201,
    input: NewManualEntry,
    output: ManualEntry,
    statusOf: ({ createdAt, updatedAt }) => (updatedAt > createdAt ? 200 : 201),
    run: saveManual,
  }),
  delete: del('/knowledge/manual/:id', {
    summary: 'Delete hand-written knowledge',
    scope: 'knowledge:write',
    errors: [404],
    input: z.object({ id: z.string().max(100) }),
    output: z.object({ id: z.string(), deleted: z.literal(true) }),
    run: deleteManual,
  }),
}
