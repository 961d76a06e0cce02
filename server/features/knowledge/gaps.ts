import { AnsweredGap, AnswerGap, ChangeGap, Gap, GapQuery, Gaps } from '../../../shared/gap.ts'
import type { Context, Tx } from '../../core/context.ts'
import { notFound, taken } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { get, patch, post } from '../../core/operation.ts'
import { cutPage, readCursor } from '../../core/paging.ts'
import { lock } from '../../core/transaction.ts'
import type { Sql } from '../../database/database.ts'
import { lockKnowledge } from './documents.ts'
import { saveManual } from './manual.ts'
import { readQuestion } from './question.ts'
import { inverseFrequency } from './scoring.ts'
import { readSize, type Searching, searchPassages } from './search.ts'
import { isTypo } from './typos.ts'
import { lookUp } from './vocabulary.ts'

/** A row of `gaps` with the field names of responses. */
const columns = (sql: Sql) => sql`
  id, question, count, first_asked_at as "firstAskedAt", last_asked_at as "lastAskedAt",
  (select conversation_id from gap_askings where gap = gaps.id order by at desc, gap_askings.id desc limit 1)
    as "conversationId",
  status, answer, answered_at as "answeredAt", answered_by as "answeredBy", entry_id as "entryId",
  case when proposed_answer is not null then jsonb_build_object('answer', proposed_answer, 'by', proposed_by,
    'conversationId', proposed_from, 'at', proposed_at) end as proposal`

/** Questions that the knowledge does not cover, most asked first, with counts per status. */
async function listGaps({ sql, site }: Context, { status, before, limit }: GapQuery): Promise<Gaps> {
  const from = before === undefined ? undefined : readCursor(before)
  const [found, counted] = await Promise.all([
    sql<Gap[]>`
      select ${columns(sql)} from gaps
      where site = ${site.id} ${statusIs(sql, status)}
        ${from ? sql`and (count, id) < (${from.at}, ${from.id})` : sql``}
      order by count desc, id desc limit ${limit + 1}`,
    sql<{ status: Gap['status']; count: number; proposed: number }[]>`
      select status, count(*)::int as count, count(proposed_answer)::int as proposed
      from gaps where site = ${site.id} group by status`,
  ])
  const { rows, next } = cutPage(found, limit, ({ count, id }) => ({ at: count, id }))
  const counts = Object.fromEntries(counted.map((row) => [row.status, row.count]))
  const proposed = counted.find((row) => row.status === 'open')?.proposed ?? 0
  return { gaps: rows, counts: { open: 0, answered: 0, dismissed: 0, ...counts, proposed }, next }
}

function statusIs(sql: Sql, status: GapQuery['status']) {
  if (status === 'all') return sql``
  if (status === 'proposed') return sql`and status = 'open' and proposed_answer is not null`
  return sql`and status = ${status}`
}

/** 404 if the site has no such gap. */
export async function readGap({ sql, site }: Context, id: string): Promise<Gap> {
  const [gap] = await sql<Gap[]>`select ${columns(sql)} from gaps where id = ${id} and site = ${site.id}`
  if (!gap) throw notFound('gap')
  return gap
}

/** Dismisses or reopens a gap. Its answer stays. */
export async function changeGap(ctx: Context, { id, status }: ChangeGap): Promise<Gap> {
  return await ctx.tx(async (tx) => {
    await lockGaps(tx)
    const { status: before } = await readGap(tx, id)
    if (before !== status) {
      await tx.sql`update gaps set status = ${status} where id = ${id}`
      tx.emit('gap.changed', { id })
    }
    return await readGap(tx, id)
  })
}

const max = 20

/** The open questions of a conversation, as asked there. */
export async function listUnanswered({ sql }: Context, conversationId: string): Promise<string[]> {
  const rows = await sql<{ question: string }[]>`
    select asked.question from gap_askings asked join gaps on gaps.id = asked.gap
    where asked.conversation_id = ${conversationId} and gaps.status = 'open' order by asked.at, asked.id limit ${max}`
  return [...new Set(rows.map(({ question }) => question))]
}

/** Serialises writers of a site's gaps until the end of the transaction. Lock it before the knowledge. */
export const lockGaps = ({ sql, site }: Tx) => lock(sql, 'gaps', site.id)

const maxQuestionLength = 500
const maxCandidates = 200

/**
 * Records an unanswered question: as a new gap, or as another occurrence of a similar one. Concurrent recordings wait,
 * on all servers. Do not lock the day's usage before.
 */
export async function recordGap(tx: Tx, conversationId: string, asked: GapQuestion): Promise<void> {
  await lockGaps(tx)
  const id = (await findAlike(tx, asked)) ?? newId('gap')
  const question = cut(asked.question)
  const terms = asked.terms.map(({ lexemes, weight }) => ({ lexemes, weight }))
  await countAsking(tx, { id, question, terms })
  await tx.sql`
    insert into gap_askings ${tx.sql({ id: newId('ask'), gap: id, conversation_id: conversationId, question, terms: tx.sql.json(terms), at: tx.now() })}`
  tx.emit('knowledge.gap', eventData(await readGap(tx, id)))
}

const cut = (question: string) => question.slice(0, maxQuestionLength).toWellFormed()

async function findAlike({ sql, site }: Tx, { terms }: GapQuestion): Promise<string | undefined> {
  const alike = [...new Set(terms.flatMap((term) => term.alike))]
  const rows = await sql<{ id: string; terms: GapTerm[] }[]>`
    select id, terms from gaps where site = ${site.id} and lexemes && ${alike}::text[]
    order by last_asked_at desc, id limit ${maxCandidates}`
  const scored = rows.map((row) => ({ id: row.id, score: likeness(terms, row.terms) }))
  return scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score)[0]?.id
}

type Counted = { id: string; question: string; terms: GapTerm[] }

/** An answered gap that could not be answered again reopens; a dismissed one stays dismissed. */
const countAsking = ({ sql, site, now }: Tx, { id, question, terms }: Counted) => sql`
  insert into gaps (id, site, question, terms, lexemes, count, first_asked_at, last_asked_at)
  values (${id}, ${site.id}, ${question}, ${sql.json(terms)}, ${lexemesOf(terms)}::text[], 1, ${now()}, ${now()})
  on conflict (id) do update set count = gaps.count + 1, last_asked_at = greatest(gaps.last_asked_at, ${now()}),
    status = case when gaps.status = 'answered' then 'open' else gaps.status end`

const lexemesOf = (terms: GapTerm[]) => [...new Set(terms.flatMap(({ lexemes }) => lexemes))]

const eventData = ({ id, question, count, firstAskedAt, lastAskedAt, conversationId, status }: Gap) => ({
  id,
  question,
  count,
  firstAskedAt,
  lastAskedAt,
  conversationId,
  status,
})

const maxTitleLength = 190
const maxHits = 6

/**
 * Answers a gap with a manual entry and repeats the search. A second answer replaces the entry of the first. 409 if
 * another entry has the requested title, so that it is not overwritten.
 */
async function answerGap(ctx: Context, { id, answer, title }: AnswerGap): Promise<AnsweredGap> {
  const { gap, entry } = await ctx.tx(async (tx) => {
    await lockGaps(tx)
    await lockKnowledge(tx)
    const before = await readGap(tx, id)
    const entry = await saveManual(tx, { ...(await findEntry(tx, before, title)), content: answer })
    await tx.sql`
      update gaps set status = 'answered', answer = ${answer}, answered_at = ${tx.now()}, answered_by = ${tx.actor.id},
        entry_id = ${entry.id}, proposed_answer = null where id = ${id}`
    tx.emit('gap.changed', { id })
    return { gap: await readGap(tx, id), entry }
  })
  return { gap, entry, found: await isFound(ctx, gap.question, entry.id) }
}

/** The entry to save: that of an earlier answer if it still exists, with a title that no other entry has. */
async function findEntry({ sql, site }: Tx, { entryId, question }: Gap, title: string | undefined) {
  const wanted = title ?? cutTitle(question)
  const rows = await sql<{ id: string; title: string }[]>`
    select id, title from documents
    where site = ${site.id} and kind = 'manual' and (starts_with(title, ${wanted}) or id = ${entryId ?? ''})`
  const others = rows.filter(({ id }) => id !== entryId)
  const other = others.find((row) => row.title === title)
  if (other)
    throw taken(other.id, 'Another entry has this title. Edit that entry, or choose a different title.', 'title_taken')
  const own = rows.some(({ id }) => id === entryId) && entryId !== null ? { id: entryId } : {}
  return { ...own, title: freeTitle(wanted, new Set(others.map((row) => row.title))) }
}

const cutTitle = (question: string) =>
  [...question.replace(/\s+/g, ' ').trim()].slice(0, maxTitleLength).join('').trim()

/** The question as a title that no entry has yet. */
export async function findFreeTitle({ sql, site }: Context, question: string): Promise<string> {
  const wanted = cutTitle(question)
  const rows = await sql<{ title: string }[]>`
    select title from documents where site = ${site.id} and kind = 'manual' and starts_with(title, ${wanted})`
  return freeTitle(wanted, new Set(rows.map(({ title }) => title)))
}

/** `Do you rent tandems? (2)` if another entry has the question as its title. */
function freeTitle(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const title = number === 1 ? wanted : `${wanted} (${number})`
    if (!taken.has(title)) return title
  }
}

async function isFound(ctx: Context, question: string, entryId: string): Promise<boolean> {
  const { hits, judgement } = await searchPassages(ctx, question, maxHits)
  return judgement.good.some((place) => hits[place]?.document === entryId)
}

/**
 * Deletes the questions of a conversation that is being deleted. A gap that others asked too stays, in their wording;
 * otherwise it is deleted. The log no longer contains the questions.
 */
export async function forgetAskings(tx: Tx, conversationId: string): Promise<void> {
  const { sql } = tx
  await forgetProposals(tx, conversationId)
  const asked = await sql<{ gap: string }[]>`
    select distinct gap from gap_askings where conversation_id = ${conversationId}`
  if (asked.length === 0) return
  await lockGaps(tx)
  const ids = asked.map(({ gap }) => gap)
  await sql`delete from gap_askings where conversation_id = ${conversationId}`
  await sql`delete from gaps where id = any(${ids}::text[]) and not exists (select from gap_askings where gap = gaps.id)`
  await sql`
    update gaps set question = first.question, terms = first.terms, lexemes = first.lexemes, count = kept.count,
      first_asked_at = first.at, last_asked_at = kept.last
    from (
      select distinct on (gap) gap, question, terms, at, array(
        select distinct jsonb_array_elements_text(term -> 'lexemes') from jsonb_array_elements(terms) as term) as lexemes
      from gap_askings where gap = any(${ids}::text[]) order by gap, at, id) as first
    join (select gap, count(*)::int as count, max(at) as last from gap_askings group by gap) as kept using (gap)
    where gaps.id = first.gap`
  await forgetEvents(tx, ids)
  for (const id of ids) tx.emit('gap.changed', { id })
}

/** Answers that were taken from the conversation are deleted with it, unless somebody approved them. */
async function forgetProposals(tx: Tx, conversationId: string): Promise<void> {
  const { sql, site } = tx
  const rows = await sql<
    { id: string }[]
  >`select id from gaps where site = ${site.id} and proposed_from = ${conversationId}`
  if (rows.length === 0) return
  await lockGaps(tx)
  await sql`
    update gaps set proposed_answer = null, proposed_by = null, proposed_from = null, proposed_at = null
    where site = ${site.id} and proposed_from = ${conversationId}`
  for (const { id } of rows) tx.emit('gap.changed', { id })
}

/** Events of a gap contain the wording of its first occurrence. */
const forgetEvents = ({ sql, site }: Tx, ids: string[]) => sql`
  update events set data = data || jsonb_build_object('question',
    coalesce((select question from gaps where gaps.id = events.data ->> 'id'), ''))
  where type = 'knowledge.gap' and data ->> 'id' = any(${ids}::text[]) and site = ${site.id}`

/** A word that a question is about: its lexemes and its weight on this site. */
type GapTerm = { lexemes: string[]; weight: number }

/** A question and its terms. `alike` contains all lexemes with the same meaning as a term. */
export type GapQuestion = { question: string; terms: (GapTerm & { alike: string[] })[] }

/** The minimum weighted share of common words for two questions to be the same. */
const minSimilarity = 0.6
/** If each question has a word that the other lacks, they differ unless nearly everything else is equal. */
const nearlyEqual = 0.85

/**
 * Extracts the terms of a question in these languages. None means that it names nothing, as in `How much is it?`. Call
 * it outside of a transaction.
 */
export async function readGapQuestion(ctx: Searching, languages: string[], question: string): Promise<GapQuestion> {
  const vocabulary = { sql: ctx.sql, site: ctx.site.id }
  const [terms, { size }] = await Promise.all([readQuestion(ctx.sql, languages, question), readSize(vocabulary)])
  const telling = terms.filter(({ asking }) => !asking)
  const known = await lookUp(vocabulary, [...new Set(telling.flatMap(({ lexemes }) => [...lexemes.keys()]))])
  return {
    question,
    terms: telling.map(({ lexemes }) => {
      const own = [...lexemes].flatMap(([lexeme, likeness]) => (likeness === 'own' ? [lexeme] : []))
      const passages = Math.max(0, ...own.map((lexeme) => known.get(lexeme)?.passages ?? 0))
      return {
        lexemes: own,
        weight: Math.sqrt(inverseFrequency(size.passages, passages)),
        alike: [...lexemes.keys()],
      }
    }),
  }
}

/** The similarity of a question to an earlier one, between 0 and 1; 0 if they ask for different things. */
function likeness(asked: GapQuestion['terms'], before: readonly GapTerm[]): number {
  const left = [...before]
  const missing = asked.filter((term) => {
    const at = left.findIndex((other) => isSame(term, other))
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
  const all = weightOf(asked) + weightOf(before)
  const score = all === 0 ? 0 : 1 - (weightOf(missing) + weightOf(left)) / all
  const differs = missing.length > 0 && left.length > 0
  return score >= (differs ? nearlyEqual : minSimilarity) ? score : 0
}

const weightOf = (terms: readonly GapTerm[]): number => terms.reduce((sum, { weight }) => sum + weight, 0)

const isSame = ({ lexemes, alike }: GapQuestion['terms'][number], other: GapTerm): boolean =>
  other.lexemes.some((lexeme) => alike.includes(lexeme) || lexemes.some((own) => isTypo(own, lexeme)))

type AskedOften = { gapId: string; text: string; count: number; conversationId: string }

/** The open questions asked most since a time, each with its count and latest conversation. */
export async function listAskedMost({ sql, site }: Context, since: number, max: number): Promise<AskedOften[]> {
  return await sql<AskedOften[]>`
    select gaps.id as "gapId", question as text, asked.count, asked.conversation_id as "conversationId" from gaps join (
      select gap, count(*)::integer as count, (array_agg(conversation_id order by at desc, id desc))[1] as conversation_id
      from gap_askings where at >= ${since} group by gap) as asked on asked.gap = gaps.id
    where site = ${site.id} and status = 'open' order by asked.count desc, gaps.id desc limit ${max}`
}

export const gapOperations = {
  list: get('/knowledge/gaps', {
    summary: 'List knowledge gaps',
    description:
      'Returns questions about the business that the assistant could not answer, most asked first. Similar questions count as one.',
    scope: 'knowledge:read',
    input: GapQuery,
    output: Gaps,
    run: listGaps,
  }),
  answer: post('/knowledge/gaps/:id/answer', {
    summary: 'Answer a gap',
    description:
      'Adds a manual entry with the answer and repeats the search; a second answer replaces that entry. Returns 409 if ' +
      'another entry has the title.',
    scope: 'knowledge:write',
    errors: [404, 409],
    input: AnswerGap,
    output: AnsweredGap,
    run: answerGap,
  }),
  change: patch('/knowledge/gaps/:id', {
    summary: 'Dismiss or reopen a gap',
    description: 'A dismissed question that is asked again stays dismissed, but is counted.',
    scope: 'knowledge:write',
    errors: [404],
    input: ChangeGap,
    output: Gap,
    run: changeGap,
  }),
}
