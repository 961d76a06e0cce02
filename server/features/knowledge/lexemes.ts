import type { Sql } from '../../database/database.ts'
import { kindsOf } from './kinds.ts'
import { readWords } from './words.ts'

/** A text search configuration of Postgres. */
export type Language = string

// Those of Postgres 15; later versions have more, but a site may move from one database to another.
const configurations: Record<string, Language> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
}

/** The configuration for a locale such as `de-AT`; `simple`, which knows neither stems nor stop words, for the others. */
export const languageOf = (locale: string): Language =>
  configurations[locale.toLowerCase().split(/[-_]/)[0] ?? ''] ?? 'simple'

/** How often each lexeme stands in a text. */
export type Counts = Map<string, number>

/** The lexemes of each text, as Postgres reduces its words to them; stop words have none. */
export async function countLexemes(sql: Sql, language: Language, texts: string[]): Promise<Counts[]> {
  const read = texts.map((text) => ({ ...readWords(text), kinds: kindsOf(text) }))
  const lines = read.map(({ words }) => words.flatMap((word) => [word.text, ...word.parts]).join(' '))
  const counts = await countWords(sql, language, lines)
  await addUnmarked(sql, language, lines, counts)
  for (const [at, { grams, kinds }] of read.entries()) {
    const into = counts[at] as Counts
    for (const gram of grams) add(into, gram, 1)
    for (const kind of kinds) into.set(kind, 1)
  }
  return counts
}

/** A stemmer may know a word by its marks alone: it is also found as those write it who leave them out. */
async function addUnmarked(sql: Sql, language: Language, lines: string[], counts: Counts[]): Promise<void> {
  const marked = lines.map((line) => line.split(' ').filter((word) => withoutMarks(word) !== word))
  if (marked.every((words) => words.length === 0)) return
  const plain = await countWords(
    sql,
    language,
    marked.map((words) => words.map(withoutMarks).join(' ')),
  )
  for (const [at, found] of plain.entries()) {
    const into = counts[at] as Counts
    for (const [lexeme, count] of found) if (!into.has(lexeme)) into.set(lexeme, count)
  }
}

/** What a passage is found by. */
export type PassageText = { title: string; headingPath: string; content: string }

/** Stands before a stop word of a title or a heading. No lexeme of Postgres begins with it. */
const headingMark = '~'

/** The lexeme of a stop word in a title or a heading: `~what`. */
export const headingLexeme = (word: string): string => headingMark + withoutMarks(word)

/**
 * The lexemes of passages. A title counts twice. Stop words of titles and headings are lexemes of their own: without them
 * `What is Brisk?` as a title would be the one word that every passage about Brisk has.
 */
export async function countPassages(sql: Sql, language: Language, passages: PassageText[]): Promise<Counts[]> {
  const texts = passages.map(({ title, headingPath, content }) => [title, title, headingPath, content].join('\n'))
  const counts = await countLexemes(sql, language, texts)
  const headings = passages.map(({ title, headingPath }) => [
    ...new Set(readWords(`${title}\n${headingPath}`).words.map(({ text }) => text)),
  ])
  const words = [...new Set(headings.flat())]
  const lexemes = await lexemesOfWords(sql, language, words)
  const stopWords = new Set(words.filter((_, at) => lexemes[at]?.length === 0))
  for (const [at, heading] of headings.entries())
    for (const word of heading) if (stopWords.has(word)) counts[at]?.set(headingLexeme(word), 1)
  return counts
}

async function countWords(sql: Sql, language: Language, lines: string[]): Promise<Counts[]> {
  const counts: Counts[] = lines.map(() => new Map())
  const rows = await sql<{ at: number; lexemes: string[]; counts: number[] }[]>`
    select line.at::integer, array_agg(found.lexeme) as lexemes,
      array_agg(coalesce(array_length(found.positions, 1), 1)) as counts
    from unnest(${lines}::text[]) with ordinality as line (text, at),
      unnest(to_tsvector(${language}::text::regconfig, line.text)) as found
    group by line.at`
  for (const row of rows) {
    for (const [index, lexeme] of row.lexemes.entries()) {
      add(counts[row.at - 1] as Counts, withoutMarks(lexeme), row.counts[index] as number)
    }
  }
  return counts
}

const add = (counts: Counts, lexeme: string, count: number) => counts.set(lexeme, (counts.get(lexeme) ?? 0) + count)

/** The lexemes of each word by itself, in the order of the words; none for a stop word. */
export async function lexemesOfWords(sql: Sql, language: Language, words: string[]): Promise<string[][]> {
  const rows = await sql<{ lexemes: string[] }[]>`
    select tsvector_to_array(to_tsvector(${language}::text::regconfig, word.text)) as lexemes
    from unnest(${words}::text[]) with ordinality as word (text, at) order by word.at`
  return rows.map(({ lexemes }) => [...new Set(lexemes.map(withoutMarks))])
}

/**
 * A word or a lexeme without the marks that visitors leave out: `telephon` for `téléphon`, `strasse` for `straße`. Signs of
 * scripts in which a mark is a vowel stay.
 */
export function withoutMarks(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ßæœøłđ]/g, (sign) => plain[sign] ?? sign)
}

const plain: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' }
