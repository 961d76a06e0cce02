import { z } from 'zod'
import { KnowledgeSearch, ManualEntries, ManualEntry, NewManualEntry, SearchAnswer } from '../../../shared/knowledge.ts'
import { PageQuery } from '../../../shared/page.ts'
import type { Context } from '../../core/context.ts'
import { del, get, post } from '../../core/operation.ts'
import { neuronsOf, spendNeuronsAlone } from '../usage.ts'
import { searchMethods } from './embedding/semantic-search.ts'
import { deleteManual, listManual, saveManual } from './manual.ts'
import { searchPassages } from './search.ts'

export const knowledgeOperations = {
  search: post('/knowledge/search', {
    summary: 'Search the knowledge base',
    description:
      'Finds the passages that the assistant would use to answer this question, with a trace. ' +
      'Compare their relevance with `threshold` in the trace to see whether they are good enough to answer. ' +
      'The trace follows the stages in order: words replaced by others (`corrected`), `keyword`, ' +
      '`vector`, `fused`, `reranked`. Failed stages are listed in `errors`; the others still return results.',
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
  const { hits, trace, tokens } = await searchPassages(ctx, query, k, searchMethods(ctx, { rerank }))
  const neurons = neuronsOf(tokens)
  await spendNeuronsAlone(ctx, neurons)
  const chunks = hits.map(({ document, url, ...hit }) => ({ ...hit, pageId: document, url: url ?? '' }))
  return { site: ctx.site.id, query, neurons, chunks, trace }
}

export const manualOperations = {
  list: get('/knowledge/manual', {
    summary: 'List manual entries',
    description: 'Returns manual entries, last changed first.',
    scope: 'knowledge:read',
    input: PageQuery,
    output: ManualEntries,
    run: listManual,
  }),
  save: post('/knowledge/manual', {
    summary: 'Create or replace a manual entry',
    description:
      'Replaces the entry with the id or, without an id, the one with the same title. Returns 201 if it was added, 200 if it was replaced.',
    scope: 'knowledge:write',
    status: 201,
    input: NewManualEntry,
    output: ManualEntry,
    statusOf: ({ createdAt, updatedAt }) => (updatedAt > createdAt ? 200 : 201),
    run: saveManual,
  }),
  delete: del('/knowledge/manual/:id', {
    summary: 'Delete a manual entry',
    scope: 'knowledge:write',
    errors: [404],
    input: z.object({ id: z.string().max(100) }),
    output: z.object({ id: z.string(), deleted: z.literal(true) }),
    run: deleteManual,
  }),
}
