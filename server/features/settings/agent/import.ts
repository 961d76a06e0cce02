import { isDeepStrictEqual } from 'node:util'
import { type AgentFile, agentSections, type ImportAgent, type ImportedAgent } from '../../../../shared/agent.ts'
import { covers } from '../../../../shared/scope.ts'
import type { Settings, SettingsPatch } from '../../../../shared/settings.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { forbidden } from '../../../core/error.ts'
import { fingerprint } from '../../../core/fingerprint.ts'
import { refuseForeignBackend } from '../../assistant/prompt/place.ts'
import { findNewest, replacePrompt } from '../../assistant/prompt/versions.ts'
import { changeSettings, mergeOrRefuse } from '../settings.ts'
import { warningsOf } from './warnings.ts'

/**
 * Takes an agent file over into the site, all of it or nothing; a dry run only says what would change. 403 where the
 * file has settings that the caller may not change, 400 where the site's prompt cannot be edited here.
 */
export async function importAgent(ctx: Context, { agent, secrets, dryRun }: ImportAgent): Promise<ImportedAgent> {
  if (agent.settings && !dryRun && !covers(ctx.actor.scopes, 'settings:write'))
    throw forbidden('This file has settings: it needs the scope settings:write, too.', 'scope_missing', {
      scope: 'settings:write',
    })
  if (agent.prompt !== undefined) refuseForeignBackend(ctx.site)
  const patch = patchOf(agent)
  const { changed, prompt } = dryRun
    ? { changed: changesOf(ctx.site.settings, patch), prompt: await wouldPublish(ctx, agent) }
    : await ctx.tx(async (tx) => ({ changed: await saveSettings(tx, patch), prompt: await publish(tx, agent) }))
  return {
    dryRun,
    applied: !dryRun,
    settings: { changed },
    tools: { created: [], replaced: [], unchanged: [] },
    prompt,
    missingSecrets: [],
    warnings: warningsOf(agent, secrets),
  }
}

/** What of a file's settings is taken over: these sections, and no other that stands in it. */
const patchOf = ({ settings: { behaviour, leads, bookings } = {} }: AgentFile): SettingsPatch => ({
  ...(behaviour ? { behaviour } : {}),
  ...(leads ? { leads } : {}),
  ...(bookings ? { bookings } : {}),
})

/** The fields that a patch would give another value. */
function changesOf(current: Settings, patch: SettingsPatch): string[] {
  const next = mergeOrRefuse(current, patch)
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
