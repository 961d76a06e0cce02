import type { Sql } from '../../database/database.ts'
import { type Language, languageOf } from './lexemes.ts'
import { readWords } from './words.ts'

/** Languages of which Postgres has a list of stop words. */
const listed = ['da', 'de', 'en', 'es', 'fi', 'fr', 'hu', 'it', 'nl', 'no', 'pt', 'ru', 'sv', 'tr']
/** Languages that a script tells. Those that share it keep the locale of their site. */
const scripts: Record<string, { script: RegExp; others: RegExp }> = {
  ar: { script: /\p{Script=Arabic}/gu, others: /^(?:fa|ur|ps|ckb|sd|ug)\b/i },
  el: { script: /\p{Script=Greek}/gu, others: /^$/ },
  hi: { script: /\p{Script=Devanagari}/gu, others: /^(?:ne|mr|sa|mai)\b/i },
  hy: { script: /\p{Script=Armenian}/gu, others: /^$/ },
  ta: { script: /\p{Script=Tamil}/gu, others: /^$/ },
}

/** Fewer words tell nothing. */
const fewWords = 8
/** So many of a text are looked at. */
const mostWords = 200
/** Which part of its words are stop words in the language that a text is in, at least; in one beside it, it is some quarter. */
const leastShare = 0.3
/** How many times as many as in the language of the site. */
const clearly = 1.4

/**
 * The locale of the language that a text is in, as its script or its stop words tell; that of the site where they do not tell
 * clearly.
 */
export async function localeOfText(sql: Sql, text: string, locale: string): Promise<string> {
  const [script] = Object.entries(scripts).filter(([, one]) => isIn(text, one.script) && !one.others.test(locale))
  if (script) return script[0]
  const words = readWords(text).words.slice(0, mostWords)
  if (words.length < fewWords) return locale
  const shares = await stopWordShares(
    sql,
    listed.map(languageOf),
    words.map((word) => word.text),
  )
  const own = shares.get(languageOf(locale)) ?? 0
  const [best = locale] = listed.toSorted((one, other) => share(shares, other) - share(shares, one))
  return share(shares, best) >= Math.max(leastShare, own * clearly) ? best : locale
}

const share = (shares: Map<Language, number>, locale: string) => shares.get(languageOf(locale)) ?? 0

const isIn = (text: string, script: RegExp): boolean => {
  const letters = text.slice(0, 2000).match(/\p{L}/gu)?.length ?? 0
  return (text.slice(0, 2000).match(script)?.length ?? 0) > letters / 2
}

async function stopWordShares(sql: Sql, languages: Language[], words: string[]): Promise<Map<Language, number>> {
  const rows = await sql<{ language: Language; share: number }[]>`
    select language, avg((to_tsvector(language::regconfig, word) = '')::int)::float8 as share
    from unnest(${languages}::text[]) as language, unnest(${words}::text[]) as word group by language`
  return new Map(rows.map((row) => [row.language, row.share]))
}
