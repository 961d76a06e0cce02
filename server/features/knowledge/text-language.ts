import type { Sql } from '../../database/database.ts'
import { type Language, languageOf } from './lexemes.ts'
import { readWords } from './words.ts'

/** Languages with a stop word list in Postgres. */
const listed = ['da', 'de', 'en', 'es', 'fi', 'fr', 'hu', 'it', 'nl', 'no', 'pt', 'ru', 'sv', 'tr']
/** Languages identified by their script. Other languages of the same script keep the locale of their site. */
const scripts: Record<string, { script: RegExp; others: RegExp }> = {
  ar: { script: /\p{Script=Arabic}/gu, others: /^(?:fa|ur|ps|ckb|sd|ug)\b/i },
  el: { script: /\p{Script=Greek}/gu, others: /^$/ },
  hi: { script: /\p{Script=Devanagari}/gu, others: /^(?:ne|mr|sa|mai)\b/i },
  hy: { script: /\p{Script=Armenian}/gu, others: /^$/ },
  ta: { script: /\p{Script=Tamil}/gu, others: /^$/ },
}

/** Fewer words are not enough to tell. */
const fewWords = 8
/** The number of words to examine. */
const maxWords = 200
/** The minimum share of stop words in the language of a text. In related languages it is about a quarter. */
const minShare = 0.3
/** How many times the share of the site's language is needed. */
const clearly = 1.4

/**
 * The locale of a text's language, detected by its script or stop words; the site's locale if the result is not clear.
 */
export async function localeOfText(sql: Sql, text: string, locale: string): Promise<string> {
  const [script] = Object.entries(scripts).filter(([, one]) => isIn(text, one.script) && !one.others.test(locale))
  if (script) return script[0]
  const words = readWords(text).words.slice(0, maxWords)
  if (words.length < fewWords) return locale
  const shares = await stopWordShares(
    sql,
    listed.map(languageOf),
    words.map((word) => word.text),
  )
  const own = shares.get(languageOf(locale)) ?? 0
  const [best = locale] = listed.toSorted((one, other) => share(shares, other) - share(shares, one))
  return share(shares, best) >= Math.max(minShare, own * clearly) ? best : locale
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
