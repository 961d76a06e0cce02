import type { AnsweredGap, AnswerGap, Gap } from '../../../../shared/gap.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { taken } from '../../../core/error.ts'
import { lockKnowledge } from '../documents.ts'
import { saveManual } from '../manual.ts'
import { searchPassages } from '../search.ts'
import { readGap } from './gaps.ts'
import { lockGaps } from './lock.ts'

const longestTitle = 190
const looked = 6

/**
 * Answers a gap by a hand-written entry, and asks again. A second answer replaces the first one's entry. 409 where
 * another entry has the title that is wished for: it is not to be lost.
 */
export async function answerGap(ctx: Context, { id, answer, title }: AnswerGap): Promise<AnsweredGap> {
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
