import type { Tx } from '../../../core/context.ts'
import { lockGaps } from './lock.ts'

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
