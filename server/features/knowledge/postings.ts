import type { Fragment } from 'postgres'
import type { Tx } from '../../core/context.ts'
import type { Counts, Language } from './lexemes.ts'

/** A transaction on the knowledge of one site, such as a Tx. */
export type Writing = Pick<Tx, 'sql' | 'now' | 'enqueue'> & { site: { id: string } }

export type NewPassage = {
  id: string
  document: string
  ordinal: number
  heading_path: string
  content: string
  tokens: number
  hash: string
  counts: Counts
}

/**
 * Increased when texts are cut or counted differently. Passages of an earlier edition are recounted; see `reindex.ts`.
 */
export const edition = 7

/** The column is a smallint, so longer passages are scored with this length. */
const maxLength = 32_767

/** Adds passages and updates the site's statistics. The site must be locked. */
export async function addPostings(tx: Writing, language: Language, passages: NewPassage[]): Promise<void> {
  if (passages.length === 0) return
  const { sql, site } = tx
  const numbers = await countIn(tx, passages)
  const rows = passages.map(({ counts, ...passage }) => ({ ...passage, ...columnsOf(counts, numbers) }))
  const added = await sql<{ number: number; ordinal: number }[]>`
    insert into passages (id, site, document, ordinal, heading_path, content, tokens, hash, length, lexemes, edition)
    select id, ${site.id}, document, ordinal, heading_path, content, tokens, hash, length, lexemes, ${edition}
    from jsonb_to_recordset(${sql.json(rows as never)}) as given (id text, document text, ordinal integer,
      heading_path text, content text, tokens integer, hash text, length integer, lexemes integer[])
    returning number, ordinal`
  const counts = new Map(passages.map((passage) => [passage.ordinal, passage.counts]))
  await post(
    tx,
    language,
    added.map(({ number, ordinal }) => ({ number, counts: counts.get(ordinal) ?? new Map() })),
    numbers,
  )
}

/** A stored passage, by number, with its new counts. */
export type Recounted = { number: number; counts: Counts }

/**
 * Recounts stored passages; they keep their ids and vectors. The site must be locked.
 * @returns numbers of lexemes that may no longer occur in any passage, for `sweepLexemes`
 */
export async function recountPostings(tx: Writing, language: Language, passages: Recounted[]): Promise<number[]> {
  const { sql } = tx
  const stored = passages.map(({ number }) => number)
  const left = await subtractPassages(
    tx,
    language,
    sql`
    select number, length, lexemes from passages where number = any(${stored}::integer[])`,
  )
  const numbers = await countIn(tx, passages)
  const rows = passages.map(({ number, counts }) => ({ number, ...columnsOf(counts, numbers) }))
  await sql`
    update passages set length = given.length, lexemes = given.lexemes, edition = ${edition}
    from jsonb_to_recordset(${sql.json(rows as never)}) as given (number integer, length integer, lexemes integer[])
    where passages.number = given.number`
  await post(tx, language, passages, numbers)
  return left
}

const lengthOf = (counts: Counts): number => Math.min(maxLength, total(counts))

const columnsOf = (counts: Counts, numbers: Map<string, number>) => ({
  length: lengthOf(counts),
  lexemes: [...counts.keys()].map((lexeme) => numbers.get(lexeme)),
})

/** Writes the postings of passages and updates the statistics of their language. */
async function post(
  tx: Writing,
  language: Language,
  passages: Recounted[],
  numbers: Map<string, number>,
): Promise<void> {
  const postings = passages.flatMap(({ number, counts }) =>
    [...counts].map(([lexeme, count]) => [
      numbers.get(lexeme) ?? 0,
      number,
      Math.min(count, maxLength),
      lengthOf(counts),
    ]),
  )
  const column = (at: number) => postings.map((posting) => posting[at] as number)
  await tx.sql`
    insert into postings (lexeme, passage, count, length)
    select * from unnest(${column(0)}::integer[], ${column(1)}::integer[], ${column(2)}::smallint[], ${column(3)}::smallint[])`
  await grow(
    tx,
    language,
    passages.length,
    passages.reduce((sum, { counts }) => sum + lengthOf(counts), 0),
  )
}

const total = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** Counts each lexeme and returns its number. New numbers are used only for new lexemes. */
async function countIn({ sql, site }: Writing, passages: { counts: Counts }[]): Promise<Map<string, number>> {
  const frequency = new Map<string, number>()
  for (const { counts } of passages) {
    for (const lexeme of counts.keys()) frequency.set(lexeme, (frequency.get(lexeme) ?? 0) + 1)
  }
  const rows = await sql<{ number: number; lexeme: string }[]>`
    with given as (
      select * from unnest(${[...frequency.keys()]}::text[], ${[...frequency.values()]}::integer[]) as given (lexeme, passages)
    ), grown as (
      update lexemes set passages = lexemes.passages + given.passages from given
      where lexemes.site = ${site.id} and lexemes.lexeme = given.lexeme
      returning lexemes.number, lexemes.lexeme
    ), fresh as (
      insert into lexemes (site, lexeme, passages)
      select ${site.id}, lexeme, passages from given
      where not exists (select from lexemes where lexemes.site = ${site.id} and lexemes.lexeme = given.lexeme)
      returning number, lexeme
    )
    select number, lexeme from grown union all select number, lexeme from fresh`
  return new Map(rows.map(({ number, lexeme }) => [lexeme, number]))
}

const grow = ({ sql, site }: Writing, language: Language, passages: number, length: number) => sql`
  insert into knowledge_sizes (site, language, passages, length)
  values (${site.id}, ${language}, ${passages}, ${length})
  on conflict (site, language) do update
  set passages = knowledge_sizes.passages + excluded.passages, length = knowledge_sizes.length + excluded.length`

/**
 * Removes passages of a document and updates the statistics of its language. The site must be locked.
 * @returns numbers of lexemes that may no longer occur in any passage, for `sweepLexemes`
 */
export async function removePostings(tx: Writing, numbers: number[], language: Language): Promise<number[]> {
  if (numbers.length === 0) return []
  return await subtractPassages(
    tx,
    language,
    tx.sql`
    delete from passages where number = any(${numbers}::integer[]) and site = ${tx.site.id} returning number, length, lexemes`,
  )
}

/** Subtracts the passages returned by a statement from the statistics of their language. */
async function subtractPassages(tx: Writing, language: Language, passagesOut: Fragment): Promise<number[]> {
  const [{ passages, length, lexemes }] = await tx.sql<[{ passages: number; length: number; lexemes: number[] }]>`
    with gone as (${passagesOut}), pairs as (
      select gone.number as passage, held.lexeme from gone, unnest(gone.lexemes) as held (lexeme)
    ), unposted as (
      delete from postings using pairs where postings.lexeme = pairs.lexeme and postings.passage = pairs.passage
    ), uncounted as (
      update lexemes set passages = lexemes.passages - fewer.passages
      from (select lexeme, count(*)::integer as passages from pairs group by lexeme) as fewer
      where lexemes.number = fewer.lexeme
      returning lexemes.number, lexemes.passages
    )
    select (select count(*) from gone) as passages, (select coalesce(sum(length), 0) from gone) as length,
      (select coalesce(array_agg(number) filter (where passages = 0), '{}') from uncounted) as lexemes`
  await grow(tx, language, -passages, -length)
  return lexemes
}

/** Deletes those of these lexemes that no longer occur in any passage. */
export const sweepLexemes = ({ sql }: Writing, numbers: number[]) =>
  sql`delete from lexemes where number = any(${numbers}::integer[]) and passages = 0`
