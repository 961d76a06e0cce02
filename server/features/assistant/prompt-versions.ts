import { z } from 'zod'
import {
  mostPromptVersions,
  type NewerPrompt,
  Prompt,
  PromptVersion,
  type PromptVersionSummary,
  PublishedPrompt,
  PublishPrompt,
  promptLimit,
  RestorePrompt,
} from '../../../shared/prompt.ts'
import type { Settings } from '../../../shared/settings.ts'
import { countCharacters } from '../../../shared/text.ts'
import { sourceOf } from '../../core/actor.ts'
import type { Context, Site, Tx } from '../../core/context.ts'
import { badRequest, notFound, Refusal } from '../../core/error.ts'
import { fingerprint } from '../../core/fingerprint.ts'
import { lock } from '../../core/lock.ts'
import { get, post } from '../../core/operation.ts'
import { builtInText } from './built-in.ts'

/** What the assistant of the site is told, by its owner and by us, with the versions of the former. */
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

/** Words that a line about a setting holds, one of each list; in English and German. */
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

/** As many as help. */
const most = 50

/**
 * The lines of a prompt that say what a setting says: tone, length, prices, goal, language, and the names of business and
 * assistant. It looks for words, so a line may be named that means something else.
 */
export function linesThatRepeat(text: string, settings: Settings, siteName: string): string[] {
  const names = [settings.botName, settings.businessName || siteName]
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => repeats(line, names)).slice(0, most)
}

const introduces = /\b(you are|you['’]re|your name is|you work for|act as|du bist|sie sind|du heißt|dein name ist)\b/i

function repeats(line: string, names: string[]): boolean {
  const lower = line.toLowerCase()
  const isIntroduction =
    introduces.test(line) && names.some((name) => name !== '' && lower.includes(name.toLowerCase()))
  return isIntroduction || topics.some((words) => words.every((word) => word.test(line)))
}

/** Why the prompt of a site cannot be edited here; null where it can. */
const whyFixed = ({ connector }: Site): string | null =>
  connector === 'assistant' ? null : 'An AI backend of your own answers for this site: its instructions are kept there.'

/** 400 where the prompt cannot be edited here. */
export function refuseForeignBackend(site: Site): void {
  const reason = whyFixed(site)
  if (reason !== null) throw badRequest(reason, 'foreign_backend')
}

/** What is no number of a version names none: it is not found. */
const version = z.preprocess((value) => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : 0
}, z.int())

const stale =
  'With an outdated `baseVersion` the answer is 409 with code `bad_request`, and `current` beside `error`: the version, ' +
  'hash, text, author and time of what was published since.'

export const promptOperations = {
  get: get('/prompt', {
    summary: 'Read the prompt',
    description:
      'The instructions of the business, what is built in around them, and the versions. The text may hold ' +
      '`{{prechat.<name>}}`, `{{lead.<field>}}` and `{{user.<field>}}`, which are filled for each visitor as data; ' +
      '`{{user.*}}` only where the site vouched for the visitor. What is not known is left out; any other name in braces ' +
      'stays as it is.',
    scope: 'prompt:read',
    input: z.object({}),
    output: Prompt,
    run: getPrompt,
  }),
  version: get('/prompt/versions/:version', {
    summary: 'Read one version of the prompt',
    scope: 'prompt:read',
    input: z.object({ version }),
    output: PromptVersion,
    run: getVersion,
  }),
  publish: post('/prompt', {
    summary: 'Publish the prompt',
    description: `Makes a new version, which is live at once on this server and within a second on others. ${stale}`,
    scope: 'prompt:write',
    errors: [409],
    input: PublishPrompt,
    output: PublishedPrompt,
    run: publishPrompt,
  }),
  restore: post('/prompt/restore', {
    summary: 'Bring an old version of the prompt back',
    description: `Publishes its text as a new version. ${stale}`,
    scope: 'prompt:write',
    errors: [409],
    input: RestorePrompt,
    output: PublishedPrompt,
    run: restorePrompt,
  }),
}

/** Publishes a text as the next version. 409 where another version was published since the one that was edited. */
async function publishPrompt(ctx: Context, { text, baseVersion, note }: PublishPrompt): Promise<PublishedPrompt> {
  refuseForeignBackend(ctx.site)
  return await ctx.tx(async (tx) => {
    const newest = await lockNewest(tx)
    refuseStale(newest, baseVersion)
    return await addVersion(tx, newest, { text, note: note || null, restoredFrom: null })
  })
}

/** Publishes the text of an old version as the next one. 400 for a version that is not there; 409 as for a publish. */
async function restorePrompt(ctx: Context, { version, baseVersion }: RestorePrompt): Promise<PublishedPrompt> {
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
async function getVersion(ctx: Context, { version }: { version: number }): Promise<PromptVersion> {
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
const listVersions = ({ sql, site }: Context) =>
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
