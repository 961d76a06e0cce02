import type { Sql } from '../../core/sql.ts'
import type { Known } from './weigh.ts'

/** The lexemes of one site, and in how many of its passages each stands. */
export type Vocabulary = { sql: Sql; site: string }

type Row = Known & { lexeme: string }

const mostRows = 3000

/** Those of these lexemes that the site has. */
export async function lookUp({ sql, site }: Vocabulary, lexemes: string[]): Promise<Map<string, Known>> {
  const rows = await sql<Row[]>`
    select lexeme, number, passages from lexemes where site = ${site} and lexeme = any(${lexemes}::text[]) and passages > 0`
  return new Map(rows.map(({ lexeme, number, passages }) => [lexeme, { number, passages }]))
}

/** The lexemes that begin with this, at least and at most so long; the commonest where there are many. */
export function lookUpPrefix(
  { sql, site }: Vocabulary,
  prefix: string,
  shortest: number,
  longest: number,
): Promise<Row[]> {
  // Bytewise order: everything with the prefix lies between it and the prefix with the last character there is.
  return sql<Row[]>`
    select lexeme, number, passages from lexemes
    where site = ${site} and lexeme >= ${prefix} and lexeme < ${`${prefix}\u{10ffff}`} and passages > 0
      and length(lexeme) between ${shortest} and ${longest}
    order by passages desc, lexeme limit ${mostRows}`
}
