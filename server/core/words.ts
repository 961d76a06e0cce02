import type { PendingQuery, Row } from 'postgres'
import type { Database, Sql } from '../database/database.ts'

type Piece = PendingQuery<Row[]>

/**
 * What somebody searches, in the form of the columns `folded`. `isIndexed`: an index finds it, because it contains three
 * letters or digits in a row.
 */
export type Words = { folded: string; patterns: string[]; isIndexed: boolean }

/** More texts with the words than this are not collected: then they are in many of the first conversations, too. */
export const maxRare = 2_000

// Whether the database has the indexes of the words.
const indexed = new WeakMap<Database, Promise<boolean>>()

function hasIndexes(database: Database): Promise<boolean> {
  const known =
    indexed.get(database) ??
    database.sql<[{ is: boolean }]>`select to_regclass('messages_by_words') is not null as is`.then(([row]) => row.is)
  indexed.set(database, known)
  known.catch(() => indexed.delete(database))
  return known
}

/** The words as they are searched. German umlauts are found in both spellings: ü as u and as ue. */
export async function foldWords({ database }: { database: Database }, words: string): Promise<Words> {
  const { sql } = database
  const spellings = [...new Set([words, withTwoLetters(words)])]
  const isIndexed = await hasIndexes(database)
  const [{ folded, trigrams }] = await sql<[{ folded: string[]; trigrams: boolean }]>`
    select array(select fold(one) from unnest(${spellings}::text[]) with ordinality as s (one, place) order by place) as folded,
      ${isIndexed ? sql`exists (select from unnest(show_trgm(fold(${words}))) one where one !~ ' ')` : sql`false`} as trigrams`
  const all = new Set([...folded, ...folded.map(withOneLetter), ...folded.flatMap(numbersFor)])
  const patterns = [...all].filter((one) => one.trim() !== '').map((one) => `%${patternOf(one)}%`)
  // Every pattern must use the index, or the whole of it is read.
  return { folded: folded[0] ?? '', patterns, isIndexed: trigrams && [...all].every((one) => threeInARow.test(one)) }
}

const threeInARow = /[\p{L}\p{N}]{3}/u

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

const withTwoLetters = (words: string) =>
  words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter)

const withOneLetter = (folded: string) => folded.replace(/([aou])e/g, '$1')

/** The signs of a pattern are letters here. Any quotation mark stands for each other. */
const patternOf = (folded: string) => folded.replace(/[\\%_]/g, '\\$&').replace(/["“”„‟«»]/g, '_')

/** Enough digits for those of two numbers to differ. */
const ofNumber = 8

/**
 * The other ways to write a telephone number, with and without the country's code: `030 1234567` is part of
 * `+49 30 1234567` but for its zero.
 */
function numbersFor(folded: string): string[] {
  const [, abroad, rest] = /^(\+|00)?0?(\d{6,})$/.exec(folded.trim()) ?? []
  if (rest === undefined) return []
  return abroad !== undefined && rest.length > ofNumber + 1 ? [rest, rest.slice(-ofNumber)] : [rest]
}

/** Whether a column `folded` contains the words. */
export function hasWords(sql: Sql, column: Piece, { patterns }: Pick<Words, 'patterns'>): Piece {
  const [first = '%', ...others] = patterns
  const any = others.reduce((all, one) => sql`${all} or ${column} like ${one}`, sql`${column} like ${first}`)
  return sql`(${any})`
}

/**
 * Runs a query that an index on `folded` answers. Postgres prepares statements, and after a few calls would plan for
 * any words, for which it reads the whole table.
 */
export async function byIndex<T extends Row>(
  { sql }: { sql: Sql },
  query: (sql: Sql) => PendingQuery<T[]>,
): Promise<T[]> {
  return (await sql.begin('read only', async (tx) => {
    const one = tx as unknown as Sql
    const [, , rows] = await Promise.all([
      one`set local plan_cache_mode = force_custom_plan`,
      one`set local enable_seqscan = off`,
      query(one),
    ])
    return rows
  })) as T[]
}
