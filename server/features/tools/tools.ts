import { rule } from '../../../shared/fault.ts'
import type { Problem } from '../../../shared/overview.ts'
import { maxTools, NewTool, type PatchTool, type Tool, type ToolList, toolTimeout } from '../../../shared/tool.ts'
import type { Context, Services, Tx } from '../../core/context.ts'
import { badRequest, invalidField, notFound, taken } from '../../core/error.ts'
import { type Failure, toProblem } from '../../core/failure.ts'
import { newId } from '../../core/ids.ts'
import { checkRequestUrl, refuseUnknown } from '../../core/outgoing.ts'
import { headerStore, headersFor, refuseUnset, type StoredHeader, showHeaders } from '../../core/secret-headers.ts'
import { lock } from '../../core/transaction.ts'
import { parseInput } from '../../core/validation.ts'

/** A tool as it is used: with sealed headers. */
export type ToolDefinition = Omit<NewTool, 'headers' | 'url' | 'after'> & {
  url: string
  headers: StoredHeader[]
  after: boolean
}

export type ToolRow = Omit<ToolDefinition, 'timeoutMs' | 'before' | 'after' | 'when'> & {
  id: string
  site: string
  timeout_ms: number
  runs_before: boolean
  runs_after: boolean
  condition: ToolDefinition['when']
  keys: string[]
  last_status: number | null
  last_error: string | null
  reason: Failure['reason']
  params: Failure['params']
  last_at: number | null
  created_at: number
  updated_at: number
}

export const toolHeaders = ({ seal }: Pick<Services, 'seal'>) => headerStore(seal, 'tool header')

/** The first words of the placeholders: of every tool, and of those that run when a conversation is completed. */
const known = ['args', 'prechat', 'data', 'user', 'lead', 'conversation', 'site']
const knownAfter = [...known, 'summary', 'labels', 'attributes', 'tags', 'transcript', 'page']

/** The tools of the site by name, with what an editor needs to know. */
export async function listTools(ctx: Context): Promise<ToolList> {
  const { site } = ctx
  return {
    tools: (await readTools(ctx)).map(toTool),
    assistant: site.connector === 'assistant',
    prechat: site.settings.leads.fields.map(({ name, label }) => ({ name, label })),
    limits: { tools: maxTools, timeoutMs: toolTimeout },
  }
}

/** The tools of the site that may run. Without any, nothing is read, as this is asked for at each chat's start. */
export async function readEnabledTools(ctx: Pick<Context, 'sql' | 'site'>): Promise<ToolRow[]> {
  return ctx.site.hasTools ? (await readTools(ctx)).filter(({ enabled }) => enabled) : []
}

export const readTools = ({ sql, site }: Pick<Context, 'sql' | 'site'>) =>
  sql<ToolRow[]>`select * from tools where site = ${site.id} order by name limit ${maxTools}`

/** Creates a tool. 409 if another one has the name; 400 at the site's limit. */
export async function createTool(ctx: Context, given: NewTool): Promise<Tool> {
  const tool = definitionOf(ctx, given, [])
  await checkTool(ctx, tool)
  return await ctx.tx(async (tx) => toTool(await insertTool(tx, tool)))
}

/** Inserts a tool that was checked. */
export async function insertTool(tx: Tx, tool: ToolDefinition): Promise<ToolRow> {
  await lockTools(tx)
  const [{ count }] = await tx.sql<[{ count: number }]>`
    select count(*)::int as count from tools where site = ${tx.site.id}`
  if (count >= maxTools)
    throw badRequest(`A site can have at most ${maxTools} tools. Delete one first.`, 'too_many_tools', {
      limit: maxTools,
    })
  await refuseTaken(tx, tool.name)
  const at = tx.now()
  const [row] = await tx.sql<[ToolRow]>`
    insert into tools ${tx.sql({
      ...{ id: newId('tool'), site: tx.site.id, ...columnsOf(tx, tool), created_at: at, updated_at: at },
    } as never)} returning *`
  tx.emit('tool.changed', { id: row.id })
  return row
}

/** Changes a tool. A secret header with an empty value keeps the stored one. */
export async function patchTool(ctx: Context, { id, ...patch }: PatchTool & { id: string }): Promise<Tool> {
  const before = await getTool(ctx, id)
  const tool = mergedTool(ctx, before, patch)
  await checkTool(ctx, tool)
  return await ctx.tx(async (tx) => {
    await lockTools(tx)
    // Of the row as it is now: somebody else may have changed other fields since it was checked.
    return toTool(await updateTool(tx, id, mergedTool(tx, await getTool(tx, id), patch)))
  })
}

/** Replaces the definition of a tool by one that was checked. */
export async function updateTool(tx: Tx, id: string, tool: ToolDefinition): Promise<ToolRow> {
  await lockTools(tx)
  await refuseTaken(tx, tool.name, id)
  const [row] = await tx.sql<ToolRow[]>`
    update tools set ${tx.sql({ ...columnsOf(tx, tool), updated_at: tx.now() } as never)}
    where id = ${id} and site = ${tx.site.id} returning *`
  if (!row) throw notFound('tool')
  tx.emit('tool.changed', { id })
  return row
}

/** Deletes a tool. Conversations keep what it returned. */
export async function deleteTool(ctx: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  return await ctx.tx(async (tx) => {
    const { count } = await tx.sql`delete from tools where id = ${id} and site = ${tx.site.id}`
    if (count === 0) throw notFound('tool')
    tx.emit('tool.changed', { id })
    return { id, deleted: true }
  })
}

export async function getTool({ sql, site }: Context, id: string): Promise<ToolRow> {
  const [row] = await sql<ToolRow[]>`select * from tools where id = ${id} and site = ${site.id}`
  if (!row) throw notFound('tool')
  return row
}

/** A stored tool with unsaved changes. */
export function mergedTool(ctx: Context, stored: ToolRow, patch: PatchTool): ToolDefinition {
  const { headers, ...rest } = Object.fromEntries(
    Object.entries(patch).filter(([, value]) => value !== undefined),
  ) as PatchTool
  const before = toDefinition(stored)
  const kept = headersFor(before.headers, before.url, rest.url ?? before.url)
  return { ...before, ...rest, headers: headers ? toolHeaders(ctx.services).close(headers, kept) : kept }
}

export const toDefinition = (row: ToolRow): ToolDefinition => ({
  ...{ name: row.name, kind: row.kind, description: row.description, method: row.method, url: row.url },
  ...{ headers: row.headers, body: row.body, parameters: row.parameters, fields: row.fields, pick: row.pick },
  ...{ timeoutMs: row.timeout_ms, before: row.runs_before, after: row.runs_after, when: row.condition },
  enabled: row.enabled,
})

/** A new tool with its defaults. `stored` are the headers whose secrets it keeps. */
export function definitionOf(
  { services }: Context,
  { url = '', after, headers, ...given }: NewTool,
  stored: StoredHeader[],
): ToolDefinition {
  return {
    ...given,
    url,
    after: after ?? given.kind === 'extract',
    headers: toolHeaders(services).close(headers, stored),
  }
}

/** A draft whose missing fields have their defaults. 400 if a field is invalid. */
export const draftTool = (ctx: Context, draft: Partial<NewTool>): ToolDefinition =>
  definitionOf(ctx, parseInput(NewTool, { name: 'draft', description: '-', ...draft }), [])

/** 400 for what the fields of a tool mean together. `under` precedes the names of fields. */
export async function checkTool(ctx: Context, tool: ToolDefinition, under = ''): Promise<void> {
  const at = (field: string) => `${under}${field}`
  if (tool.kind === 'extract') {
    if (tool.fields.length === 0) throw invalidField(at('fields'), rule('required', 'Name the details to collect.'))
    if (tool.before)
      throw invalidField(at('before'), rule('extract_before', 'An extract tool reads a chat that has ended.'))
  } else {
    if (tool.url === '') throw invalidField(at('url'), rule('required', 'Is required.'))
    const names = tool.after ? knownAfter : known
    await checkRequestUrl(ctx, { field: at('url'), url: tool.url, purpose: 'tool', known: names })
    refuseUnknown(at('body'), tool.body, names)
    refuseUnset(at('headers'), tool.headers)
  }
  if (tool.when && !tool.after)
    throw invalidField(at('when'), rule('when_without_after', 'Only tools that run after the chat have a condition.'))
}

const columnsOf = ({ sql }: Tx, { timeoutMs, before, after, when, ...tool }: ToolDefinition) => ({
  ...tool,
  headers: sql.json(tool.headers as never),
  parameters: sql.json(tool.parameters),
  fields: sql.json(tool.fields),
  pick: sql.json(tool.pick),
  timeout_ms: timeoutMs,
  runs_before: before,
  runs_after: after,
  condition: when && sql.json(when),
})

/** Serialises changes of names, so that two calls cannot both take the same one. */
const lockTools = ({ sql, site }: Tx) => lock(sql, 'tools', site.id)

async function refuseTaken({ sql, site }: Tx, name: string, but = ''): Promise<void> {
  const [found] = await sql<{ id: string }[]>`
    select id from tools where site = ${site.id} and name = ${name} and id <> ${but}`
  if (found) throw taken(found.id, `name: another tool is named ${name}.`, 'name_taken', { record: 'tool' })
}

export const toTool = (row: ToolRow): Tool => {
  const { headers, ...definition } = toDefinition(row)
  return {
    ...{ id: row.id, ...definition, headers: showHeaders(headers), keys: row.keys },
    ...{ lastStatus: row.last_status, lastError: row.last_error, lastAt: row.last_at },
    ...{ reason: row.reason, params: row.params, createdAt: row.created_at, updatedAt: row.updated_at },
  }
}

/** The tools whose last call failed. */
export async function toolProblems({ sql, site }: Context): Promise<Problem[]> {
  const rows = await sql<Pick<ToolRow, 'last_error' | 'reason' | 'params'>[]>`
    select last_error, reason, params from tools
    where site = ${site.id} and enabled and last_error is not null order by name`
  return rows.map(({ last_error, ...why }) =>
    toProblem('tool_failing', 'A tool is failing', { message: last_error ?? '', ...why }),
  )
}
