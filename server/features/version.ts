import { z } from 'zod'
import { VersionAnswer } from '../../shared/version.ts'
import type { Context } from '../core/context.ts'
import { parseJson } from '../core/json.ts'
import { get } from '../core/operation.ts'
import { schemaState } from '../database/migrate.ts'
import { version } from '../version.ts'

const Release = z.object({ version: z.string().max(40), notes: z.string().max(2000).optional() })

/** The running release, the latest release if `updates.url` is set, and the state of the database schema. */
async function getVersion(ctx: Context): Promise<VersionAnswer> {
  const [schema, release] = await Promise.all([
    schemaState(ctx.sql, new URL('../../migrations/', import.meta.url)),
    latestRelease(ctx),
  ])
  const latest = release?.version ?? version
  return {
    current: version,
    latest,
    upgradeAvailable: isNewer(latest, version),
    schema,
    command: 'git pull && npm ci && npm start',
    releaseNotes: release?.notes ?? '',
  }
}

/** If the URL does not respond, the running release counts as the latest. */
async function latestRelease(ctx: Context): Promise<z.infer<typeof Release> | undefined> {
  const { url } = ctx.services.config.updates
  if (url === undefined) return undefined
  try {
    const options = { purpose: 'update' as const, maxBytes: 64_000, timeoutMs: 3000, signal: ctx.signal }
    const response = await ctx.services.outside.dial.fetch(url, options)
    return Release.parse(parseJson(await response.text()))
  } catch (err) {
    ctx.log.warn({ err }, 'could not read the latest release')
    return undefined
  }
}

/** Whether one release is newer, comparing the numbers of versions such as 1.10.0. */
function isNewer(one: string, other: string): boolean {
  const numbers = (text: string) => text.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0)
  const [a, b] = [numbers(one), numbers(other)]
  const at = a.findIndex((part, place) => part !== (b[place] ?? 0))
  return at >= 0 && (a[at] as number) > (b[at] ?? 0)
}

export const versionOperations = {
  get: get('/version', {
    summary: 'Retrieve the running release',
    scope: 'analytics:read',
    on: 'deployment',
    input: z.object({}),
    output: VersionAnswer,
    run: getVersion,
  }),
}
