import { isDeepStrictEqual } from 'node:util'
import { type AgentNeed, type AgentTool, secretPlaceholder } from '../../../shared/agent.ts'
import { maxTools } from '../../../shared/tool.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import { headersFor, type StoredHeader } from '../../core/secret-headers.ts'
import {
  checkTool,
  definitionOf,
  insertTool,
  readTools,
  type ToolDefinition,
  type ToolRow,
  toDefinition,
  updateTool,
} from './tools.ts'

/** The name that stands for a secret header in an agent file: `ORDER_LOOKUP_AUTHORIZATION`. */
const secretName = (tool: string, header: string): string =>
  `${tool}_${header}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_')

const placeholders = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g

const needOf = (tool: string, header: string): string => `The value of the header ${header} of the tool ${tool}.`

/** The site's tools for an agent file. Each secret is a placeholder, listed in `needs`. */
export async function exportTools(ctx: Context): Promise<{ tools: AgentTool[]; needs: AgentNeed[] }> {
  const needs: AgentNeed[] = []
  const tools = (await readTools(ctx)).map((row): AgentTool => {
    const { headers, url, ...tool } = toDefinition(row)
    return {
      ...tool,
      ...(url === '' ? {} : { url }),
      headers: headers.map(({ name, value, secret }) => {
        if (!secret) return { name, value, secret }
        const placeholder = secretName(row.name, name)
        needs.push({ name: placeholder, description: needOf(row.name, name) })
        return { name, value: secretPlaceholder(placeholder), secret }
      }),
    }
  })
  return { tools, needs }
}

/** What an import would do with one tool. `stored` is the one that it replaces. */
type Step = { stored: ToolRow | undefined; tool: ToolDefinition; isChanged: boolean }

export type ToolImport = { steps: Step[]; missing: AgentNeed[]; needed: string[] }

/**
 * Plans the import of tools, matched by name. Nothing is changed. A secret that is left out keeps the value that the
 * tool already has for the header, if its host stays; otherwise it is missing. 400 for a tool that may not be saved.
 */
export async function planTools(
  ctx: Context,
  tools: readonly AgentTool[],
  secrets: Readonly<Record<string, string>>,
): Promise<ToolImport> {
  const stored = await readTools(ctx)
  const plan: ToolImport = { steps: [], missing: [], needed: [] }
  for (const [place, given] of tools.entries()) {
    const before = stored.find(({ name }) => name === given.name)
    const kept = before ? headersFor(before.headers, before.url, given.url ?? '') : []
    const headers = given.headers.map((header) => {
      if (!header.secret) return header
      const value = filled(header.value, secrets)
      plan.needed.push(...[...header.value.matchAll(placeholders)].map(([, name]) => name as string))
      if (value === undefined && !hasSecret(kept, header.name)) plan.missing.push(needFor(given, header))
      return { ...header, value: value ?? '' }
    })
    const tool = definitionOf(ctx, { ...given, headers }, kept)
    const whole = { ...tool, headers: tool.headers.map((one) => ({ ...one, value: one.value || '-' })) }
    await checkTool(ctx, whole, `agent.tools.${place}.`)
    const isSame = before !== undefined && isDeepStrictEqual(tool, toDefinition(before))
    plan.steps.push({ stored: before, tool, isChanged: !isSame })
  }
  const created = plan.steps.filter(({ stored }) => stored === undefined).length
  if (stored.length + created > maxTools)
    throw badRequest(`agent.tools: a site can have at most ${maxTools} tools.`, 'too_many_tools', { limit: maxTools })
  return plan
}

const needFor = ({ name }: AgentTool, header: { name: string; value: string }): AgentNeed => ({
  name:
    [...header.value.matchAll(placeholders)].map(([, placeholder]) => placeholder)[0] ?? secretName(name, header.name),
  description: needOf(name, header.name),
})

/** A header's value with its placeholders filled in; undefined if one has no value. */
function filled(value: string, secrets: Readonly<Record<string, string>>): string | undefined {
  const names = [...value.matchAll(placeholders)].map(([, name]) => name as string)
  if (value === '' || names.some((name) => !Object.hasOwn(secrets, name) || secrets[name] === '')) return undefined
  return value.replaceAll(placeholders, (_, name: string) => secrets[name] as string)
}

const hasSecret = (headers: StoredHeader[], name: string): boolean =>
  headers.some((one) => one.secret && one.value !== '' && one.name.toLowerCase() === name.toLowerCase())

/** What a plan says to its reader. */
export const namesOf = ({ steps }: ToolImport) => {
  const names = (list: Step[]) => list.map(({ tool }) => tool.name)
  return {
    created: names(steps.filter(({ stored }) => stored === undefined)),
    replaced: names(steps.filter(({ stored, isChanged }) => stored !== undefined && isChanged)),
    unchanged: names(steps.filter(({ isChanged }) => !isChanged)),
  }
}

/** Carries out a plan, in the transaction of the import. */
export async function saveTools(tx: Tx, { steps }: ToolImport): Promise<void> {
  for (const { stored, tool, isChanged } of steps)
    if (isChanged) await (stored ? updateTool(tx, stored.id, tool) : insertTool(tx, tool))
}
