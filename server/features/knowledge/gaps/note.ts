import type { Gap } from '../../../../shared/gap.ts'
import type { Tx } from '../../../core/context.ts'
import { newId } from '../../../core/ids.ts'
import { readGap } from './gaps.ts'
import { type Asked, type GapTerm, likeness } from './likeness.ts'
import { lockGaps } from './lock.ts'

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
