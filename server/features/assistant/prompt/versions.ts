import {
  mostPromptVersions,
  type NewerPrompt,
  type PromptVersion,
  type PromptVersionSummary,
  type PublishedPrompt,
  type PublishPrompt,
  type RestorePrompt,
} from '../../../../shared/prompt.ts'
import { countCharacters } from '../../../../shared/text.ts'
import { sourceOf } from '../../../core/actor.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { badRequest, notFound, Refusal } from '../../../core/error.ts'
import { fingerprint } from '../../../core/fingerprint.ts'
import { lock } from '../../../core/lock.ts'
import { refuseForeignBackend } from './place.ts'

/** Publishes a text as the next version. 409 where another version was published since the one that was edited. */
export async function publishPrompt(
  ctx: Context,
  { text, baseVersion, note }: PublishPrompt,
): Promise<PublishedPrompt> {
  refuseForeignBackend(ctx.site)
  return await ctx.tx(async (tx) => {
    const newest = await lockNewest(tx)
    refuseStale(newest, baseVersion)
    return await addVersion(tx, newest, { text, note: note || null, restoredFrom: null })
  })
}

/** Publishes the text of an old version as the next one. 400 for a version that is not there; 409 as for a publish. */
export async function restorePrompt(ctx: Context, { version, baseVersion }: RestorePrompt): Promise<PublishedPrompt> {
  refuseForeignBackend(ctx.site)
  return await ctx.tx(async (tx) => {
    const newest = await lockNewest(tx)
    const old = await findVersion(tx, version)
    if (!old) throw badRequest(`version: there is no version ${version}.`, 'unknown_record', { record: 'version' })
    refuseStale(newest, baseVersion)
    return await addVersion(tx, newest, { text: old.text, note: null, restoredFrom: version })
  })
}

/** Publishes a text over whatever is published, in the transaction of the caller; undefined where it is published already. */
export async function replacePrompt(tx: Tx, text: string, note: string): Promise<PublishedPrompt | undefined> {
  const newest = await lockNewest(tx)
  return newest?.text === text ? undefined : await addVersion(tx, newest, { text, note, restoredFrom: null })
}

/** One version with its text. 404 where there is none of that number. */
export async function getVersion(ctx: Context, { version }: { version: number }): Promise<PromptVersion> {
  const found = await findVersion(ctx, version)
  if (!found) throw notFound('version')
  return found
}

/** The version that is published; undefined where none was yet. */
export async function findNewest({ sql, site }: Context): Promise<PromptVersion | undefined> {
  const [row] = await sql<PromptVersion[]>`
    select ${columns(sql)}, text from prompt_versions where site = ${site.id} order by version desc limit 1`
  return row
}

/** The newest versions, the newest first; that one alone with its text. */
export const listVersions = ({ sql, site }: Context) =>
  sql<(PromptVersionSummary & { text: string | null })[]>`
    select ${columns(sql)}, case when row_number() over (order by version desc) = 1 then text end as text
    from prompt_versions where site = ${site.id} order by version desc limit ${mostPromptVersions}`

async function findVersion({ sql, site }: Context, version: number): Promise<PromptVersion | undefined> {
  const [row] = await sql<PromptVersion[]>`
    select ${columns(sql)}, text from prompt_versions where site = ${site.id} and version = ${version}`
  return row
}

const columns = (sql: Context['sql']) =>
  sql`version, hash, source, author, note, restored_from as "restoredFrom", created_at as "createdAt", chars`

/** The version that is published; who is about to publish waits for the other who is. */
async function lockNewest(tx: Tx): Promise<PromptVersion | undefined> {
  await lock(tx.sql, 'prompt', tx.site.id)
  return await findNewest(tx)
}

type NewVersion = { text: string; note: string | null; restoredFrom: number | null }

async function addVersion(tx: Tx, newest: PromptVersion | undefined, given: NewVersion): Promise<PublishedPrompt> {
  const { text, note, restoredFrom } = given
  const version = (newest?.version ?? 0) + 1
  const hash = fingerprint(text)
  await tx.sql`insert into prompt_versions ${tx.sql({
    site: tx.site.id,
    version,
    text,
    hash,
    chars: countCharacters(text),
    source: sourceOf(tx.actor),
    author: tx.actor.id,
    note,
    restored_from: restoredFrom,
    created_at: tx.now(),
  })}`
  tx.emit('prompt.changed', { version })
  return { status: 'published', version, hash }
}

/** The contract has `bad_request` here, where it has `conflict` for every other 409. */
function refuseStale(newest: PromptVersion | undefined, baseVersion: number): void {
  const { version, hash, text, author, createdAt } = newest ?? nothingYet
  if (version === baseVersion) return
  const current: NewerPrompt = { version, hash, text, author, createdAt }
  const now = version === 0 ? 'none is published' : `version ${version} is published, by ${author}`
  const message = `baseVersion: you edited version ${baseVersion}, but ${now}. Look at it, then publish again.`
  throw new Refusal(409, 'bad_request', message, {
    reason: 'prompt_changed',
    params: { version },
    extra: { current },
  })
}

const nothingYet: NewerPrompt = { version: 0, hash: fingerprint(''), text: '', author: null, createdAt: null }
