import { AnsweredGap, AnswerGap, ChangeGap, Gap, GapQuery, Gaps } from '../../../shared/gap.ts'
import type { Context, Tx } from '../../core/context.ts'
import { cutPage, readCursor } from '../../core/cursor.ts'
import { notFound, taken } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { lock } from '../../core/lock.ts'
import { get, patch, post } from '../../core/operation.ts'
import type { Sql } from '../../database/database.ts'
import { lockKnowledge } from './documents.ts'
import { saveManual } from './manual.ts'
import { readQuestion } from './question.ts'
import { readSize, type Searching, searchPassages } from './search.ts'
import { isSlip } from './slips.ts'
import { lookUp } from './vocabulary.ts'
import { inverseFrequency } from './weigh.ts'

/** A row of `gaps` as answers show it. */
const columns = (sql: Sql) => sql`
  id, question, count, first_asked_at as "firstAskedAt", last_asked_at as "lastAskedAt",
  (select conversation_id from gap_askings where gap = gaps.id order by at desc, gap_askings.id desc limit 1)
    as "conversationId",
  status, answer, answered_at as "answeredAt", answered_by as "answeredBy", entry_id as "entryId"`

/** The questions that the knowledge did not cover, those asked most first, and how many of each status there are. */
async function listGaps({ sql, site }: Context, { status, before, limit }: GapQuery): Promise<Gaps> {
  const from = before === undefined ? undefined : readCursor(before)
  const [found, counted] = await Promise.all([
    sql<Gap[]>`
      select ${columns(sql)} from gaps
      where site = ${site.id} ${status === 'all' ? sql`` : sql`and status = ${status}`}
        ${from ? sql`and (count, id) < (${from.at}, ${from.id})` : sql``}
      order by count desc, id desc limit ${limit + 1}`,
    sql<{ status: Gap['status']; count: number }[]>`
      select status, count(*)::int as count from gaps where site = ${site.id} group by status`,
  ])
  const { rows, next } = cutPage(found, limit, ({ count, id }) => ({ at: count, id }))
  const counts = Object.fromEntries(counted.map((row) => [row.status, row.count]))
  return { gaps: rows, counts: { open: 0, answered: 0, dismissed: 0, ...counts }, next }
}

/** 404 where the site has no such gap. */
async function readGap({ sql, site }: Context, id: string): Promise<Gap> {
  const [gap] = await sql<Gap[]>`select ${columns(sql)} from gaps where id = ${id} and site = ${site.id}`
  if (!gap) throw notFound('gap')
  return gap
}

/** Dismisses a gap, or opens it again; an answer that was given stays with it. */
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

const most = 20

/** The questions of a conversation that nobody has answered since, in the words in which they were asked there. */
export async function listUnanswered({ sql }: Context, conversationId: string): Promise<string[]> {
  const rows = await sql<{ question: string }[]>`
    select asked.question from gap_askings asked join gaps on gaps.id = asked.gap
    where asked.conversation_id = ${conversationId} and gaps.status = 'open' order by asked.at, asked.id limit ${most}`
  return [...new Set(rows.map(({ question }) => question))]
}

/** One writer of a site's gaps at a time, to the end of the transaction. Take it before the lock of the knowledge. */
const lockGaps = ({ sql, site }: Tx) => lock(sql, 'gaps', site.id)

const longestQuestion = 500
const mostCandidates = 200

/**
 * Notes a question that could not be answered: a new gap, or once more the one that it is like. Whoever asks the same
 * at the same time, on whatever server, waits. Take no lock of the day's usage before.
 */
export async function noteGap(tx: Tx, conversationId: string, asked: Asked): Promise<void> {
  await lockGaps(tx)
  const id = (await findAlike(tx, asked)) ?? newId('gap')
  const question = cut(asked.question)
  const terms = asked.terms.map(({ lexemes, weight }) => ({ lexemes, weight }))
  await countAsking(tx, { id, question, terms })
  await tx.sql`
    insert into gap_askings ${tx.sql({ id: newId('ask'), gap: id, conversation_id: conversationId, question, terms: tx.sql.json(terms), at: tx.now() })}`
  tx.emit('knowledge.gap', told(await readGap(tx, id)))
}

const cut = (question: string) => question.slice(0, longestQuestion).toWellFormed()

async function findAlike({ sql, site }: Tx, { terms }: Asked): Promise<string | undefined> {
  const alike = [...new Set(terms.flatMap((term) => term.alike))]
  const rows = await sql<{ id: string; terms: GapTerm[] }[]>`
    select id, terms from gaps where site = ${site.id} and lexemes && ${alike}::text[]
    order by last_asked_at desc, id limit ${mostCandidates}`
  const scored = rows.map((row) => ({ id: row.id, score: likeness(terms, row.terms) }))
  return scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score)[0]?.id
}

type Counted = { id: string; question: string; terms: GapTerm[] }

/** One that was answered and could again not be answered is open again; one that was dismissed stays so. */
const countAsking = ({ sql, site, now }: Tx, { id, question, terms }: Counted) => sql`
  insert into gaps (id, site, question, terms, lexemes, count, first_asked_at, last_asked_at)
  values (${id}, ${site.id}, ${question}, ${sql.json(terms)}, ${lexemesOf(terms)}::text[], 1, ${now()}, ${now()})
  on conflict (id) do update set count = gaps.count + 1, last_asked_at = greatest(gaps.last_asked_at, ${now()}),
    status = case when gaps.status = 'answered' then 'open' else gaps.status end`

const lexemesOf = (terms: GapTerm[]) => [...new Set(terms.flatMap(({ lexemes }) => lexemes))]

const told = ({ id, question, count, firstAskedAt, lastAskedAt, conversationId, status }: Gap) => ({
  id,
  question,
  count,
  firstAskedAt,
  lastAskedAt,
  conversationId,
  status,
})

const longestTitle = 190
const looked = 6

/**
 * Answers a gap by a hand-written entry, and asks again. A second answer replaces the first one's entry. 409 where
 * another entry has the title that is wished for: it is not to be lost.
 */
async function answerGap(ctx: Context, { id, answer, title }: AnswerGap): Promise<AnsweredGap> {
  const { gap, entry } = await ctx.tx(async (tx) => {
    await lockGaps(tx)
    await lockKnowledge(tx)
    const before = await readGap(tx, id)
    const entry = await saveManual(tx, { ...(await findEntry(tx, before, title)), content: answer })
    await tx.sql`
      update gaps set status = 'answered', answer = ${answer}, answered_at = ${tx.now()}, answered_by = ${tx.actor.id},
        entry_id = ${entry.id} where id = ${id}`
    tx.emit('gap.changed', { id })
    return { gap: await readGap(tx, id), entry }
  })
  return { gap, entry, found: await isFound(ctx, gap.question, entry.id) }
}

/** The entry to be saved: an earlier answer's where it is still there, under a title that no other entry has. */
async function findEntry({ sql, site }: Tx, { entryId, question }: Gap, title: string | undefined) {
  const wanted = title ?? cutTitle(question)
  const rows = await sql<{ id: string; title: string }[]>`
    select id, title from documents
    where site = ${site.id} and kind = 'manual' and (starts_with(title, ${wanted}) or id = ${entryId ?? ''})`
  const others = rows.filter(({ id }) => id !== entryId)
  const other = others.find((row) => row.title === title)
  if (other)
    throw taken(other.id, 'Another entry has this title. Change that one, or give this another title.', 'title_taken')
  const own = rows.some(({ id }) => id === entryId) && entryId !== null ? { id: entryId } : {}
  return { ...own, title: freeTitle(wanted, new Set(others.map((row) => row.title))) }
}

const cutTitle = (question: string) => [...question.replace(/\s+/g, ' ').trim()].slice(0, longestTitle).join('').trim()

/** `Do you rent tandems? (2)` where another entry has the question for its title. */
function freeTitle(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const title = number === 1 ? wanted : `${wanted} (${number})`
    if (!taken.has(title)) return title
  }
}

async function isFound(ctx: Context, question: string, entryId: string): Promise<boolean> {
  const { hits, judgement } = await searchPassages(ctx, question, looked)
  return judgement.good.some((place) => hits[place]?.document === entryId)
}

/**
 * Forgets what was asked in a conversation that is about to be deleted. A gap that others asked too stays, in their words;
 * one that nobody else asked goes. The log no longer repeats what was asked here.
 */
export async function forgetAskings(tx: Tx, conversationId: string): Promise<void> {
  const { sql } = tx
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

/** Each event of a gap had the words of its first asking. */
const forgetEvents = ({ sql, site }: Tx, ids: string[]) => sql`
  update events set data = data || jsonb_build_object('question',
    coalesce((select question from gaps where gaps.id = events.data ->> 'id'), ''))
  where type = 'knowledge.gap' and data ->> 'id' = any(${ids}::text[]) and site = ${site.id}`

/** One word that says what a question is about: its lexemes, and how much it tells on this site. */
type GapTerm = { lexemes: string[]; weight: number }

/** A question with what it is about; `alike` holds, for each term, everything that means the same. */
export type Asked = { question: string; terms: (GapTerm & { alike: string[] })[] }

/** From this share of words in common, each by its weight, two questions are one. */
const leastAlike = 0.6
/** Where each has a word that the other lacks, they ask for different things unless nearly all else is the same. */
const nearlyEqual = 0.85

/**
 * Reads what a question is about in these languages. No terms: it names nothing, as `How much is it?`. Call it outside
 * of a transaction.
 */
export async function readAsked(ctx: Searching, languages: string[], question: string): Promise<Asked> {
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

/** How alike a question is to one that was asked before, between 0 and 1; 0 where they ask for different things. */
function likeness(asked: Asked['terms'], before: readonly GapTerm[]): number {
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
  return score >= (differs ? nearlyEqual : leastAlike) ? score : 0
}

const weightOf = (terms: readonly GapTerm[]): number => terms.reduce((sum, { weight }) => sum + weight, 0)

const isSame = ({ lexemes, alike }: Asked['terms'][number], other: GapTerm): boolean =>
  other.lexemes.some((lexeme) => alike.includes(lexeme) || lexemes.some((own) => isSlip(own, lexeme)))

type AskedOften = { gapId: string; text: string; count: number; conversationId: string }

/** The open questions that were asked most since a time, each with how often and the conversation that asked it last. */
export async function listAskedMost({ sql, site }: Context, since: number, most: number): Promise<AskedOften[]> {
  return await sql<AskedOften[]>`
    select gaps.id as "gapId", question as text, asked.count, asked.conversation_id as "conversationId" from gaps join (
      select gap, count(*)::integer as count, (array_agg(conversation_id order by at desc, id desc))[1] as conversation_id
      from gap_askings where at >= ${since} group by gap) as asked on asked.gap = gaps.id
    where site = ${site.id} and status = 'open' order by asked.count desc, gaps.id desc limit ${most}`
}

export const gapOperations = {
  list: get('/knowledge/gaps', {
    summary: 'List what the knowledge does not cover',
    description:
      'Questions about the business that the assistant could not answer, those asked most first. Like questions count as one.',
    scope: 'knowledge:read',
    input: GapQuery,
    output: Gaps,
    run: listGaps,
  }),
  answer: post('/knowledge/gaps/:id/answer', {
    summary: 'Answer what the knowledge does not cover',
    description:
      'Adds a hand-written entry with the answer, and asks the question again; a second answer replaces that entry. 409 where ' +
      'another entry has the title.',
    scope: 'knowledge:write',
    errors: [404, 409],
    input: AnswerGap,
    output: AnsweredGap,
    run: answerGap,
  }),
  change: patch('/knowledge/gaps/:id', {
    summary: 'Dismiss or reopen a question',
    description: 'A dismissed question that is asked again stays dismissed; it is counted all the same.',
    scope: 'knowledge:write',
    errors: [404],
    input: ChangeGap,
    output: Gap,
    run: changeGap,
  }),
}
