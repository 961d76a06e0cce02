import type { Sql } from '../../database/database.ts'
import { emailsIn, isDialled, phonesIn } from '../../language/contacts.ts'
import { readWords } from './words.ts'

/** A text search configuration of Postgres. */
export type Language = string

// Those of Postgres 15. Later versions have more, but sites can move between databases.
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

/** The configuration for a locale such as `de-AT`; `simple`, without stemming and stop words, for unsupported ones. */
export const languageOf = (locale: string): Language =>
  configurations[locale.toLowerCase().split(/[-_]/)[0] ?? ''] ?? 'simple'

/** The number of occurrences of each lexeme in a text. */
export type Counts = Map<string, number>

/** The lexemes of each text, as stemmed by Postgres; stop words have none. */
export async function countLexemes(sql: Sql, language: Language, texts: string[]): Promise<Counts[]> {
  const read = texts.map((text) => ({ ...readWords(text), patterns: patternsIn(text) }))
  const lines = read.map(({ words }) => words.flatMap((word) => [word.text, ...word.parts]).join(' '))
  const counts = await countWords(sql, language, lines)
  await addUnmarked(sql, language, lines, counts)
  for (const [at, { grams, patterns }] of read.entries()) {
    const into = counts[at] as Counts
    for (const gram of grams) add(into, gram, 1)
    for (const kind of patterns) into.set(kind, 1)
  }
  return counts
}

/** Some stemmers rely on diacritics, so words are also indexed as spelt without them. */
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

/** The indexed texts of a passage. */
export type PassageText = { title: string; headingPath: string; content: string }

/** Marks stop words of titles and headings. No lexeme of Postgres begins with it. */
const headingMark = '~'

/** The lexeme of a stop word in a title or a heading: `~what`. */
export const headingLexeme = (word: string): string => headingMark + withoutMarks(word)

/**
 * The lexemes of passages. Titles count twice. Stop words of titles and headings get their own lexemes: otherwise the
 * title `What is Brisk?` would be just the word that every passage about Brisk has.
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

/** The lexemes of each word, in order; none for a stop word. */
export async function lexemesOfWords(sql: Sql, language: Language, words: string[]): Promise<string[][]> {
  const rows = await sql<{ lexemes: string[] }[]>`
    select tsvector_to_array(to_tsvector(${language}::text::regconfig, word.text)) as lexemes
    from unnest(${words}::text[]) with ordinality as word (text, at) order by word.at`
  return rows.map(({ lexemes }) => [...new Set(lexemes.map(withoutMarks))])
}

/**
 * Removes the diacritics that visitors omit: `telephon` for `téléphon`, `strasse` for `straße`. Vowel signs of other
 * scripts stay.
 */
export function withoutMarks(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ßæœøłđ]/g, (sign) => plain[sign] ?? sign)
}

const plain: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' }

/**
 * What a text contains without a word for it, such as a price or a time. Questions such as “how much” or “when” ask for
 * these. They are stored among the lexemes; no lexeme of Postgres begins with `#`.
 */
const patterns = {
  '#price': /[€$£¥₹]\s?\d|\d\s?(?:[€$£¥₹]|(?:eur|euros?|usd|chf|gbp|kr|zł)(?![\p{L}\p{N}]))/iu,
  '#time': /(?<![\d.,:])(?:[01]?\d|2[0-4])(?:[:.h][0-5]\d(?!\d|\s?[€$£%])|\s?(?:[ap]\.?m\.?|uhr|h)(?![\p{L}\p{N}]))/iu,
  '#address':
    /\d{1,4}[a-z]?,? (?:(?:rue|avenue|boulevard|place|quai|chemin|allée) |\p{Lu}[\p{L}'’-]{1,30} (?:\p{Lu}[\p{L}'’-]{1,30} )?(?:Street|St|Road|Rd|Lane|Ln|Avenue|Ave|Row|Square|Sq|Drive|Dr|Way|Place|Court|Boulevard|Blvd|Terrace|Quay|Parade)(?!\p{L}))|(?:stra(?:ße|sse)|str\.|weg|platz|gasse|allee|ufer|ring|damm|straat|laan|plein|gracht) \d{1,4}(?!\d)|(?:Calle|Avenida|Plaza|Paseo|Via|Viale|Piazza|Corso) [\p{L} .'’-]{2,40},? \d{1,4}(?!\d)/u,
}

/** The names of the kinds that a text contains. */
export const patternsIn = (text: string): string[] => [
  ...Object.entries(patterns).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : [])),
  ...(phonesIn(text).some(isDialled) ? ['#phone'] : []),
  ...(emailsIn(text).some((one) => one.includes('.', one.indexOf('@'))) ? ['#email'] : []),
]
