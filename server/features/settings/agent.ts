import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { AgentFile, agentSections, ImportAgent, ImportedAgent, secretPlaceholder } from '../../../shared/agent.ts'
import { covers } from '../../../shared/scope.ts'
import { mergeSettings, type Settings, type SettingsPatch } from '../../../shared/settings.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, forbidden } from '../../core/error.ts'
import { get, post } from '../../core/operation.ts'
import { fingerprint } from '../../core/seal.ts'
import { findNewest, refuseForeignBackend, replacePrompt } from '../assistant/prompt/prompt-versions.ts'
import { exportTools, namesOf, planTools, saveTools, type ToolImport } from '../tools/agent-file.ts'
import { readTools, type ToolRow } from '../tools/tools.ts'
import { changeSettings } from './settings.ts'

/** The site's assistant as a file. It includes bookings only if the owner chose how they are made. */
async function exportAgent(ctx: Context): Promise<AgentFile> {
  const { behaviour, leads, bookings, businessName } = ctx.site.settings
  const prompt = await findNewest(ctx)
  const name = businessName || ctx.site.name
  const { tools, needs } = await exportTools(ctx)
  // The addresses of calendars are private, as secrets are.
  const { busyUrls: _, ...shared } = bookings
  return {
    svc: 'agent',
    version: 1,
    name,
    description: `Prompt, settings and tools of the assistant of ${name}.`,
    ...(prompt ? { prompt: prompt.text } : {}),
    settings: { behaviour, leads, ...(bookings.mode === null ? {} : { bookings: shared }) },
    tools,
    needs,
  }
}

/**
 * Imports an agent file completely or not at all. A dry run only reports what would change. 403 if the caller may not
 * change the settings in the file, 400 if the site's prompt cannot be edited here.
 */
async function importAgent(ctx: Context, { agent, secrets, dryRun }: ImportAgent): Promise<ImportedAgent> {
  if (agent.settings && !dryRun && !covers(ctx.actor.scopes, 'settings:write'))
    throw forbidden('This file contains settings, which also requires the scope settings:write.', 'scope_missing', {
      scope: 'settings:write',
    })
  if (agent.prompt !== undefined) refuseForeignBackend(ctx.site)
  const patch = patchOf(agent)
  const plan = await planTools(ctx, agent.tools ?? [], secrets)
  if (!dryRun && plan.missing.length > 0)
    throw badRequest(`secrets: send a value for ${plan.missing.map(({ name }) => name).join(', ')}.`)
  const { changed, prompt } = dryRun
    ? { changed: changesOf(ctx.site.settings, patch), prompt: await wouldPublish(ctx, agent) }
    : await ctx.tx(async (tx) => {
        await saveTools(tx, plan)
        return { changed: await saveSettings(tx, patch), prompt: await publish(tx, agent) }
      })
  return {
    dryRun,
    applied: !dryRun,
    settings: { changed },
    tools: namesOf(plan),
    prompt,
    missingSecrets: plan.missing,
    warnings: warningsOf(agent, secrets, plan, await readTools(ctx)),
  }
}

/** The settings to import from a file: only these sections. */
const patchOf = ({ settings: { behaviour, leads, bookings } = {} }: AgentFile): SettingsPatch => ({
  ...(behaviour ? { behaviour } : {}),
  ...(leads ? { leads } : {}),
  ...(bookings ? { bookings } : {}),
})

/** The fields that a patch would change. */
function changesOf(current: Settings, patch: SettingsPatch): string[] {
  const next = mergeSettings(current, patch)
  return agentSections.flatMap((section) =>
    Object.entries(next[section])
      .filter(([name, value]) => !isDeepStrictEqual(value, (current[section] as Record<string, unknown>)[name]))
      .map(([name]) => `${section}.${name}`),
  )
}

async function saveSettings(tx: Tx, patch: SettingsPatch): Promise<string[]> {
  if (Object.keys(patch).length === 0) return []
  let changed: string[] = []
  await changeSettings(tx, (current) => {
    changed = changesOf(current, patch)
    return changed.length === 0 ? undefined : patch
  })
  return changed
}

type OfPrompt = ImportedAgent['prompt']

const nothing: OfPrompt = { changed: false, version: null, hash: null }

async function publish(tx: Tx, { prompt, name }: AgentFile): Promise<OfPrompt> {
  if (prompt === undefined) return nothing
  const published = await replacePrompt(tx, prompt, `From an agent file${name ? `: ${name}` : ''}`)
  return published ? { changed: true, version: published.version, hash: published.hash } : nothing
}

async function wouldPublish(ctx: Context, { prompt }: AgentFile): Promise<OfPrompt> {
  if (prompt === undefined || (await findNewest(ctx))?.text === prompt) return nothing
  return { changed: true, version: null, hash: fingerprint(prompt) }
}

/** More warnings than this are not useful to a reader. */
const maxWarnings = 50

/** What was ignored in a file, and what else it needs, as text. */
function warningsOf(
  agent: AgentFile,
  secrets: ImportAgent['secrets'],
  { needed, steps }: ToolImport,
  stored: readonly ToolRow[],
): string[] {
  const known = Object.keys(AgentFile.shape)
  const tools = new Set([...stored, ...steps.map(({ tool }) => tool)].map(({ name }) => name))
  const { sync } = agent.settings?.bookings ?? {}
  return [
    ...others(agent, known).map((name) => `${name}: not part of an agent file. It was ignored.`),
    ...others(agent.settings ?? {}, agentSections).map(
      (name) => `settings.${name}: not part of an agent file. It was ignored.`,
    ),
    ...toolNamesIn(agent.prompt ?? '')
      .filter((name) => !tools.has(name))
      .map((name) => `prompt: uses the tool ${name}, which this site does not have.`),
    ...(sync === undefined || sync === 'none' ? [] : [`settings.bookings.sync: also connect ${sync} on this site.`]),
    ...others(secrets, needed).map((name) => `secrets.${name}: the file does not need it.`),
  ].slice(0, maxWarnings)
}

const others = (given: object, known: readonly string[]): string[] =>
  Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => name.slice(0, 64).toWellFormed())

/** The first words in braces that are not our placeholders. */
function toolNamesIn(text: string): string[] {
  const named = [...text.matchAll(/\{\{\s*([a-z][a-z0-9_]{0,39})(?:\.[^{}]{1,64})?\s*\}\}/g)].map(([, name]) => name)
  return [...new Set(named)].filter((name) => name !== undefined && !ours.has(name)) as string[]
}

const ours = new Set(['prechat', 'lead', 'user'])

export const agentOperations = {
  export: get('/agent/export', {
    summary: 'Export the assistant',
    description:
      'Returns the prompt, settings and tools as a file, for another site or as a backup. It contains no branding, knowledge, accounts, webhooks, ' +
      `keys or secrets: a secret header is a placeholder such as \`${secretPlaceholder('ORDER_LOOKUP_AUTHORIZATION')}\`, listed in \`needs\`.`,
    scope: 'prompt:read',
    input: z.object({}),
    output: AgentFile,
    run: exportAgent,
  }),
  import: post('/agent/import', {
    summary: 'Import an assistant',
    description:
      'Merges settings by field, creates or replaces tools by name, and publishes the prompt as a new version, unless it is the ' +
      'current one. Other tools stay. ' +
      'Everything is validated before anything changes. A file with settings also requires `settings:write`, unless it is a dry ' +
      'run. `secrets` has a value for each placeholder; a tool that already has the header keeps its value.',
    scope: 'prompt:write',
    input: ImportAgent,
    output: ImportedAgent,
    run: importAgent,
  }),
}
