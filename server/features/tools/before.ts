import type { Context } from '../../core/context.ts'
import { callTool, noteOutcome, type ToolOutcome, type ToolValues } from './call.ts'
import { readEnabledTools, type ToolRow, toDefinition } from './tools.ts'

/** What tools returned, by their name. */
export type ToolData = Record<string, unknown>

/** The result of a tool among those that ran together. */
export type Ran = { tool: ToolRow; outcome: ToolOutcome }

/**
 * Runs the tools of a site that run when a chat starts, all at once. A tool that fails has no result; nothing is thrown.
 * No transaction may be open.
 */
export async function runBefore(ctx: Context, values: ToolValues): Promise<ToolData> {
  const tools = (await readEnabledTools(ctx)).filter((tool) => tool.runs_before && tool.kind === 'http')
  return dataOf(await runTools(ctx, tools, values))
}

/** Calls several tools at the same time, and records for their owner how it went. */
export async function runTools(ctx: Context, tools: readonly ToolRow[], values: ToolValues): Promise<Ran[]> {
  return await Promise.all(
    tools.map(async (tool) => {
      const outcome = await callTool(ctx, toDefinition(tool), { ...values, site: { id: ctx.site.id } }, ctx.signal)
      await recordOutcome(ctx, tool, outcome)
      return { tool, outcome }
    }),
  )
}

/** A call counts, also if the database cannot record it at the moment. */
export async function recordOutcome(ctx: Context, { id, name }: ToolRow, outcome: ToolOutcome): Promise<void> {
  try {
    await noteOutcome(ctx, id, outcome)
  } catch (err) {
    ctx.log.warn({ err, site: ctx.site.id, tool: name }, 'could not record the call of a tool')
  }
}

/** The results of those that succeeded, by the names of the tools. */
export const dataOf = (ran: readonly Ran[]): ToolData =>
  Object.fromEntries(ran.filter(({ outcome }) => outcome.ok).map(({ tool, outcome }) => [tool.name, outcome.result]))
