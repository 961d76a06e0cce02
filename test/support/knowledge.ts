import type { Sql } from '../../server/database/database.ts'
import {
  type DocumentKind,
  deleteDocument,
  lockKnowledge,
  type Storing,
  storeDocument,
  type Writing,
} from '../../server/features/knowledge/documents.ts'
import { type Counts, countPassages } from '../../server/features/knowledge/lexemes.ts'
import { b, k1, type WeightedTerm } from '../../server/features/knowledge/scoring.ts'

/** The knowledge of one site without a server. */
export function createShelf(sql: Sql, id = 'demo') {
  const site = { id }
  const change = <T>(work: (tx: Writing) => Promise<T>) =>
    sql.begin((transaction) =>
      work({ sql: transaction as unknown as Sql, site, now: () => 1, enqueue: async () => {} }),
    ) as Promise<T>
  return {
    sql,
    site,
    store: (
      id: string,
      title: string,
      content: string,
      language = 'english',
      kind: DocumentKind = 'page',
      storing: Storing = {},
    ) =>
      change(async (tx) => {
        await lockKnowledge(tx)
        const document = { id, kind, title, url: id, category: null, language, content, updatedBy: null }
        return await storeDocument(tx, document, storing)
      }),
    remove: (id: string) => change((tx) => deleteDocument(tx, 'page', id)),
  }
}

type Passage = { number: number; site: string; language: string; title: string; heading_path: string; content: string }

const passagesIn = (sql: Sql) => sql<Passage[]>`
  select passages.number, passages.site, language, title, heading_path, passages.content
  from passages join documents on documents.id = passages.document order by number`

/**
 * Title and headings count with the text, the title twice.
 * @param atOnce how many texts of a language one statement counts; one to prove that none affects another
 */
async function countAgain(sql: Sql, atOnce = 1) {
  const counted = []
  const byLanguage = Object.groupBy(await passagesIn(sql), ({ language }) => language)
  for (const [language, passages = []] of Object.entries(byLanguage)) {
    while (passages.length > 0) {
      const some = passages.splice(0, atOnce)
      const texts = some.map(({ title, heading_path: headingPath, content }) => ({ title, headingPath, content }))
      const counts = await countPassages(sql, language, texts)
      for (const [at, passage] of some.entries()) counted.push({ passage, counts: counts[at] as Counts })
    }
  }
  return counted
}

const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** The stored statistics and those recounted from the passages, both as sorted lines. */
export async function recount(sql: Sql): Promise<{ kept: string[]; counted: string[] }> {
  const sizes = await sql`select * from knowledge_sizes where passages <> 0 or length <> 0`
  const lexemes = await sql`select site, lexeme, passages from lexemes`
  const postings = await sql`
    select lexemes.lexeme, passage, count, postings.length, passages.number = any(array[passage]) as known,
      lexemes.number = any(passages.lexemes) as held
    from postings left join lexemes on lexemes.number = postings.lexeme
      left join passages on passages.number = postings.passage`
  const kept = [
    ...sizes.map((row) => `${row.site} ${row.language}: ${row.passages} passages, ${row.length} lexemes`),
    ...lexemes.map((row) => `${row.site} ${row.lexeme}: in ${row.passages}`),
    ...postings.map((row) => `${row.passage} ${row.lexeme}: ${row.count} of ${row.length}, ${row.known && row.held}`),
  ]
  const sizeOf = new Map<string, [number, number]>()
  const frequency = new Map<string, number>()
  const lines: string[] = []
  for (const { passage, counts } of await countAgain(sql)) {
    const place = `${passage.site} ${passage.language}`
    const [passages, length] = sizeOf.get(place) ?? [0, 0]
    sizeOf.set(place, [passages + 1, length + total(counts)])
    for (const [lexeme, count] of counts) {
      const key = `${passage.site} ${lexeme}`
      frequency.set(key, (frequency.get(key) ?? 0) + 1)
      lines.push(`${passage.number} ${lexeme}: ${count} of ${total(counts)}, true`)
    }
  }
  const counted = [
    ...[...sizeOf].map(([place, [passages, length]]) => `${place}: ${passages} passages, ${length} lexemes`),
    ...[...frequency].map(([key, passages]) => `${key}: in ${passages}`),
    ...lines,
  ]
  return { kept: kept.sort(), counted: counted.sort() }
}

/** Textbook BM25 over everything that the site has. A term counts by its best lexeme. */
export async function scoreAll(sql: Sql, site: string, terms: WeightedTerm[]): Promise<Map<number, number>> {
  const counted = (await countAgain(sql, 1000)).filter(({ passage }) => passage.site === site)
  const average = counted.reduce((sum, { counts }) => sum + total(counts), 0) / counted.length
  const scores = new Map<number, number>()
  for (const { passage, counts } of counted) {
    const norm = k1 * (1 - b + (b * total(counts)) / average)
    const gains = terms.map((term) =>
      Math.max(
        0,
        ...term.lists.map(
          ({ lexeme, weight }) => (weight * (counts.get(lexeme) ?? 0)) / ((counts.get(lexeme) ?? 0) + norm),
        ),
      ),
    )
    const score = gains.reduce((sum, gain) => sum + gain, 0)
    if (score > 0) scores.set(passage.number, score)
  }
  return scores
}
