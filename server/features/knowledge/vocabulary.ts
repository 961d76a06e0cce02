import type { Sql } from '../../database/database.ts'
import type { Known } from './weigh.ts'

/** The lexemes of one site, and in how many of its passages each stands. */
export type Vocabulary = { sql: Sql; site: string }

/** A lexeme that begins as was asked for. */
export type Alike = Known & { lexeme: string; at: number }

/** What a lexeme begins or ends with, and how long it may be. */
export type Beginning = { prefix: string; shortest: number; longest: number }

/** Those of these lexemes that the site has. */
export async function lookUp({ sql, site }: Vocabulary, lexemes: string[]): Promise<Map<string, Known>> {
  const rows = await sql<(Known & { lexeme: string })[]>`
    select lexeme, number, passages from lexemes where site = ${site} and lexeme = any(${lexemes}::text[]) and passages > 0`
  return new Map(rows.map(({ lexeme, number, passages }) => [lexeme, { number, passages }]))
}

/** For each beginning, by its place, at most `most` lexemes that have it, the commonest first. */
export async function lookUpAlike({ sql, site }: Vocabulary, beginnings: Beginning[], most: number): Promise<Alike[]> {
  if (beginnings.length === 0) return []
  // Bytewise order: everything with a prefix lies between it and it with the last character there is.
  return await sql<Alike[]>`
    select found.lexeme, found.number, found.passages, asked.at::integer - 1 as at
    from unnest(${beginnings.map(({ prefix }) => prefix)}::text[], ${beginnings.map(({ shortest }) => shortest)}::integer[],
        ${beginnings.map(({ longest }) => longest)}::integer[]) with ordinality as asked (prefix, shortest, longest, at)
      cross join lateral (
        select lexeme, number, passages from lexemes
        where site = ${site} and lexeme >= asked.prefix and lexeme < asked.prefix || ${'\u{10ffff}'} and passages > 0
          and length(lexeme) between asked.shortest and asked.longest
        order by passages desc, lexeme limit ${most}
      ) as found`
}

/**
 * The same by how a lexeme ends. All of the site's are read for it: for words of which nothing else is found. Lexemes with a
 * mark in front are no words.
 */
export async function lookUpEnding({ sql, site }: Vocabulary, endings: Beginning[], most: number): Promise<Alike[]> {
  return await sql<Alike[]>`
    select lexeme, number, passages, asked.at::integer - 1 as at
    from unnest(${endings.map(({ prefix }) => prefix)}::text[], ${endings.map(({ shortest }) => shortest)}::integer[],
        ${endings.map(({ longest }) => longest)}::integer[]) with ordinality as asked (ending, shortest, longest, at)
      join lexemes on site = ${site} and passages > 0 and length(lexeme) between asked.shortest and asked.longest
        and right(lexeme, length(asked.ending)) = asked.ending and left(lexeme, 1) not in ('#', '~')
    order by passages desc, lexeme limit ${most}`
}
