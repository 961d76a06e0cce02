import type { TestTool, ToolTest } from '../../../shared/tool.ts'
import type { Context } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import { errorFields, failure } from '../../core/failure.ts'
import { callTool, keysOf, noteOutcome } from './call.ts'
import { extractFrom } from './extract.ts'
import { checkTool, draftTool, getTool, mergedTool, type ToolDefinition, toDefinition } from './tools.ts'

/**
 * Runs a tool now with sample values: a saved one, a draft, or a saved one with unsaved changes. What a saved one
 * returned gives its keys. 400 without either.
 */
export async function testTool(ctx: Context, { id, tool: draft, sample }: TestTool): Promise<ToolTest> {
  const stored = id === undefined ? undefined : await getTool(ctx, id)
  const tool = stored ? (draft ? mergedTool(ctx, stored, draft) : toDefinition(stored)) : draft && draftTool(ctx, draft)
  if (!tool) throw badRequest('id: send `id`, `tool` or both.')
  await checkTool(ctx, tool, draft ? 'tool.' : '')
  if (tool.kind === 'extract') return await testExtract(ctx, tool, sample)
  const { args, prechat, data, user, lead, conversation, ...more } = sample
  const values = { ...more, args, prechat, data, user, lead, conversation: { id: 'conv_test', ...conversation } }
  const outcome = await callTool(ctx, tool, { ...values, site: { id: ctx.site.id } }, ctx.signal)
  const keys = keysOf(outcome.result)
  if (stored && !draft) {
    await noteOutcome(ctx, stored.id, outcome)
    if (outcome.ok) await ctx.tx((tx) => tx.sql`update tools set keys = ${tx.sql.json(keys)} where id = ${stored.id}`)
  }
  const { ok, status, ms, request, response, result, truncated, failed } = outcome
  return { ok, status, ms, request, response, result, keys, truncated, ...errorFields(failed) }
}

async function testExtract(ctx: Context, tool: ToolDefinition, sample: TestTool['sample']): Promise<ToolTest> {
  const started = performance.now()
  const found = await extractFrom(ctx, tool, sample.transcript ?? [])
  return {
    ok: found !== undefined,
    status: null,
    ms: Math.round(performance.now() - started),
    request: { method: '', url: '', body: '' },
    response: null,
    result: found ?? null,
    keys: tool.fields.map(({ name }) => name),
    truncated: false,
    ...errorFields(found ? undefined : failure('model_no_answer', 'No model answered.')),
  }
}
