import { z } from 'zod'
import {
  maxPromptVersions,
  type NewerPrompt,
  Prompt,
  PromptVersion,
  type PromptVersionSummary,
  PublishedPrompt,
  PublishPrompt,
  promptLimit,
  RestorePrompt,
} from '../../../../shared/prompt.ts'
import type { Settings } from '../../../../shared/settings.ts'
import { countCharacters } from '../../../../shared/text.ts'
import { sourceOf } from '../../../core/actor.ts'
import type { Context, Site, Tx } from '../../../core/context.ts'
import { AppError, badRequest, notFound } from '../../../core/error.ts'
import { get, post } from '../../../core/operation.ts'
import { fingerprint } from '../../../core/seal.ts'
import { lock } from '../../../core/transaction.ts'
import { builtInText } from './built-in.ts'

/** The prompt of the site's assistant: the owner's part with its versions, and the built-in part. */
async function getPrompt(ctx: Context): Promise<Prompt> {
  const { site } = ctx
  const [rows, builtIn] = await Promise.all([listVersions(ctx), builtInText(ctx)])
  const [newest] = rows
  const text = newest?.text ?? ''
  const hash = newest?.hash ?? fingerprint('')
  const version = newest?.version ?? 0
  const { createdAt: at = null, author: by = null, source = null } = newest ?? {}
  const reason = whyFixed(site)
  return {
    site: site.id,
    connector: site.connector === 'assistant' ? 'assistant' : site.connector.kind,
    builtIn,
    overlaps: linesThatRepeat(text, site.settings, site.name),
    editable: reason === null,
    reason,
    text,
    hash,
    version,
    meta: { version, hash, at, by, source },
    limit: promptLimit,
    versions: rows.map(({ text: _, ...summary }) => summary),
  }
}

/** Words that indicate a line about a setting, one of each list, in English and German. */
const topics: RegExp[][] = [
  // behaviour.tone
  [
    /\b(be|you are|you['’]re|sound|stay|tone|voice|manner|style|sei|du bist|klinge|bleibe?|ton|tonfall|stil|sprich)\b/i,
    /\b(friendly|warm|professional|formal|informal|playful|cheerful|polite|courteous|casual|humou?r|freundlich|höflich|förmlich|formell|locker|sachlich|professionell|verspielt|siezen?|duzen?)(?![\p{L}\p{N}])/iu,
  ],
  // behaviour.length
  [
    /\b(answers?|repl(y|ies)|responses?|messages?|sentences?|words|write|keep|be|antworte?n?|sätzen?|schreibe?|fasse)\b/i,
    /\b(short|brief|briefly|concise|succinct|lengthy|detailed|at length|(one|two|three|four|five|\d+) (sentences?|words|paragraphs?)|kurz|knapp|ausführlich|(ein|zwei|drei|vier|fünf|\d+) (sätzen?|wörtern?|absätzen?))(?![\p{L}\p{N}])/iu,
  ],
  // behaviour.prices
  [
    /\b(prices?|pricing|costs?|fees?|amounts? of money|quotes?|preise?n?|kosten|beträge?)\b/i,
    /\b(never|do not|don['’]t|always|range|name|mention|share|quote|give|tell|discuss|talk|nie|niemals|immer|spanne|nenne?n?|verrate?n?)\b/i,
  ],
  // behaviour.goal
  [
    /\b(ask|collect|get|capture|obtain|invite|offer|suggest|propose|encourage|goal|aim|frage?|bitte|biete|sammle|ziel)\b/i,
    /\b(e-?mail( address)?|contact details|phone number|name and|call(ed)? back|callbacks?|appointments?|leads?|kontaktdaten|telefonnummer|rückruf|termine?|e-?mail-?adresse)\b/i,
  ],
  // assistant.locale
  [
    /\b(answer|reply|respond|speak|write|talk|language|antworte|sprich|schreibe?|sprache)\b/i,
    /\b(language|english|german|french|spanish|italian|dutch|portuguese|polish|deutsch|englisch|französisch|spanisch|sprache)\b/i,
  ],
]

/** The maximum number that is useful. */
const maxLines = 50

/**
 * The lines of a prompt that seem to set what a setting already sets: tone, length, prices, goal, language, and the
 * names of business and assistant. It searches for words, so a line may be a false positive.
 */
export function linesThatRepeat(text: string, settings: Settings, siteName: string): string[] {
  const names = [settings.botName, settings.businessName || siteName]
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => repeats(line, names)).slice(0, maxLines)
}

const introduces = /\b(you are|you['’]re|your name is|you work for|act as|du bist|sie sind|du heißt|dein name ist)\b/i

function repeats(line: string, names: string[]): boolean {
  const lower = line.toLowerCase()
  const isIntroduction =
    introduces.test(line) && names.some((name) => name !== '' && lower.includes(name.toLowerCase()))
  return isIntroduction || topics.some((words) => words.every((word) => word.test(line)))
}

/** Why the prompt of a site cannot be edited here, or null. */
const whyFixed = ({ connector }: Site): string | null =>
  connector === 'assistant' ? null : 'This site uses its own AI backend, which stores its own instructions.'

/** 400 if the prompt cannot be edited here. */
export function refuseForeignBackend(site: Site): void {
  const reason = whyFixed(site)
  if (reason !== null) throw badRequest(reason, 'foreign_backend')
}

/** A text that is not a version number refers to no version: 404. */
const version = z.preprocess((value) => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : 0
}, z.int())

const stale =
  'If `baseVersion` is outdated, returns 409 with code `bad_request`. `current`, beside `error`, has the version, hash, ' +
  'text, author and time of the latest version.'

export const promptOperations = {
  get: get('/prompt', {
    summary: 'Retrieve the prompt',
    description:
      'Returns the instructions of the business, the built-in instructions and the versions. The text can contain ' +
      '`{{prechat.<name>}}`, `{{lead.<field>}}` and `{{user.<field>}}`, which are replaced for each visitor; ' +
      '`{{user.*}}` only if the visitor is verified. Unknown values are replaced by nothing; other names in braces ' +
      'are not replaced.',
    scope: 'prompt:read',
    input: z.object({}),
    output: Prompt,
    run: getPrompt,
  }),
  version: get('/prompt/versions/:version', {
    summary: 'Retrieve a prompt version',
    scope: 'prompt:read',
    input: z.object({ version }),
    output: PromptVersion,
    run: getVersion,
  }),
  publish: post('/prompt', {
    summary: 'Publish the prompt',
    description: `Creates a new version. It is live immediately on this server and within a second on others. ${stale}`,
    scope: 'prompt:write',
    errors: [409],
    input: PublishPrompt,
    output: PublishedPrompt,
    run: publishPrompt,
  }),
  restore: post('/prompt/restore', {
    summary: 'Restore a prompt version',
    description: `Publishes the text of an earlier version as a new version. ${stale}`,
    scope: 'prompt:write',
    errors: [409],
    input: RestorePrompt,
    output: PublishedPrompt,
    run: restorePrompt,
  }),
}

/** Publishes a text as the next version. 409 if another version was published since the one that was edited. */
async function publishPrompt(ctx: Context, { text, baseVersion, note }: PublishPrompt): Promise<PublishedPrompt> {
  refuseForeignBackend(ctx.site)
  return await ctx.tx(async (tx) => {
    const newest = await lockNewest(tx)
    refuseStale(newest, baseVersion)
    return await addVersion(tx, newest, { text, note: note || null, restoredFrom: null })
  })
}

/** Publishes the text of an old version as the next one. 400 if that version does not exist; 409 as when publishing. */
async function restorePrompt(ctx: Context, { version, baseVersion }: RestorePrompt): Promise<PublishedPrompt> {
  refuseForeignBackend(ctx.site)
  return await ctx.tx(async (tx) => {
    const newest = await lockNewest(tx)
    const old = await findVersion(tx, version)
    if (!old) throw badRequest(`version: no such version: ${version}.`, 'unknown_record', { record: 'version' })
    refuseStale(newest, baseVersion)
    return await addVersion(tx, newest, { text: old.text, note: null, restoredFrom: version })
  })
}

/** Publishes a text over any published version, in the caller's transaction; undefined if it is already published. */
export async function replacePrompt(tx: Tx, text: string, note: string): Promise<PublishedPrompt | undefined> {
  const newest = await lockNewest(tx)
  return newest?.text === text ? undefined : await addVersion(tx, newest, { text, note, restoredFrom: null })
}

/** One version with its text; 404 if it does not exist. */
async function getVersion(ctx: Context, { version }: { version: number }): Promise<PromptVersion> {
  const found = await findVersion(ctx, version)
  if (!found) throw notFound('version')
  return found
}

/** The published version; undefined if there is none. */
export async function findNewest({ sql, site }: Context): Promise<PromptVersion | undefined> {
  const [row] = await sql<PromptVersion[]>`
    select ${columns(sql)}, text from prompt_versions where site = ${site.id} order by version desc limit 1`
  return row
}

/** The newest versions, the newest first. Only the first has its text. */
const listVersions = ({ sql, site }: Context) =>
  sql<(PromptVersionSummary & { text: string | null })[]>`
    select ${columns(sql)}, case when row_number() over (order by version desc) = 1 then text end as text
    from prompt_versions where site = ${site.id} order by version desc limit ${maxPromptVersions}`

async function findVersion({ sql, site }: Context, version: number): Promise<PromptVersion | undefined> {
  const [row] = await sql<PromptVersion[]>`
    select ${columns(sql)}, text from prompt_versions where site = ${site.id} and version = ${version}`
  return row
}

const columns = (sql: Context['sql']) =>
  sql`version, hash, source, author, note, restored_from as "restoredFrom", created_at as "createdAt", chars`

/** The published version, locked so that concurrent publishers wait. */
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

/** The contract uses `bad_request` here, and `conflict` for every other 409. */
function refuseStale(newest: PromptVersion | undefined, baseVersion: number): void {
  const { version, hash, text, author, createdAt } = newest ?? nothingYet
  if (version === baseVersion) return
  const current: NewerPrompt = { version, hash, text, author, createdAt }
  const now = version === 0 ? 'no version is published' : `version ${version} was published by ${author}`
  const message = `baseVersion: your edit is based on version ${baseVersion}, but ${now}. Review it, then publish again.`
  throw new AppError(409, 'bad_request', message, {
    reason: 'prompt_changed',
    params: { version },
    extra: { current },
  })
}

const nothingYet: NewerPrompt = { version: 0, hash: fingerprint(''), text: '', author: null, createdAt: null }
