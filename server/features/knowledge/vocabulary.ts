import type { Sql } from '../../database/database.ts'
import type { Known } from './scoring.ts'

/** The lexemes of one site and the number of its passages that contain each. */
export type Vocabulary = { sql: Sql; site: string }

/** A lexeme that matches a requested beginning or ending. */
export type Alike = Known & { lexeme: string; at: number }

/** The beginning or ending of lexemes, and their minimum and maximum length. */
export type Beginning = { prefix: string; minLength: number; maxLength: number }

/** The given lexemes that the site has. */
export async function lookUp({ sql, site }: Vocabulary, lexemes: string[]): Promise<Map<string, Known>> {
  const rows = await sql<(Known & { lexeme: string })[]>`
    select lexeme, number, passages from lexemes where site = ${site} and lexeme = any(${lexemes}::text[]) and passages > 0`
  return new Map(rows.map(({ lexeme, number, passages }) => [lexeme, { number, passages }]))
}

/** For each beginning, by index, at most `max` lexemes with it, most common first. */
export async function lookUpAlike({ sql, site }: Vocabulary, beginnings: Beginning[], max: number): Promise<Alike[]> {
  if (beginnings.length === 0) return []
  // In bytewise order, all lexemes with a prefix are between the prefix and the prefix followed by the highest
  // character.
  return await sql<Alike[]>`
    select found.lexeme, found.number, found.passages, asked.at::integer - 1 as at
    from unnest(${beginnings.map(({ prefix }) => prefix)}::text[], ${beginnings.map(({ minLength }) => minLength)}::integer[],
        ${beginnings.map(({ maxLength }) => maxLength)}::integer[]) with ordinality as asked (prefix, shortest, longest, at)
      cross join lateral (
        select lexeme, number, passages from lexemes
        where site = ${site} and lexeme >= asked.prefix and lexeme < asked.prefix || ${'\u{10ffff}'} and passages > 0
          and length(lexeme) between asked.shortest and asked.longest
        order by passages desc, lexeme limit ${max}
      ) as found`
}

/**
 * Like `lookUpAlike`, but by ending. Scans all lexemes of the site, so use it only for words that matched nothing else.
 * Skips marked lexemes, which are not words.
 */
export async function lookUpEnding({ sql, site }: Vocabulary, endings: Beginning[], max: number): Promise<Alike[]> {
  return await sql<Alike[]>`
    select lexeme, number, passages, asked.at::integer - 1 as at
    from unnest(${endings.map(({ prefix }) => prefix)}::text[], ${endings.map(({ minLength }) => minLength)}::integer[],
        ${endings.map(({ maxLength }) => maxLength)}::integer[]) with ordinality as asked (ending, shortest, longest, at)
      join lexemes on site = ${site} and passages > 0 and length(lexeme) between asked.shortest and asked.longest
        and right(lexeme, length(asked.ending)) = asked.ending and left(lexeme, 1) not in ('#', '~')
    order by passages desc, lexeme limit ${max}`
}
