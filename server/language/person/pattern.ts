/**
 * The patterns of a language by which a visitor asks for a person, one sentence at a time. They apply to text in small
 * letters without accents: `mochte`, `telephone`, `pasame`.
 *
 * Every language has the same kinds of wishes, in this order and with an empty line between them: to talk to a person, to
 * have one, to be connected, to know whether one is there, an answer of one, no machine, a call. A pattern of words alone
 * follows, for wishes in any other order.
 *
 * The word for a person alone decides nothing. What follows it does, because `operator licence`, `a person to clean the
 * house` and `the manager of the building` are about other things.
 */
export type Wishes = { asks: RegExp[]; asksNot: RegExp[] }

/** Joins the parts of a pattern, in which a space stands for any white space. */
export const pattern = (...parts: string[]): RegExp =>
  new RegExp(parts.join('').replaceAll(' ?', '\\s*').replaceAll('[ ,]', '[\\s,]').replaceAll(' ', '\\s+'))
export const any = (words: string): string => `(?:${words})`
/** Up to this many characters in between. */
export const gap = (max: number): string => `.{0,${max}}?`
/**
 * A part of a sentence, from comma to comma, of these words alone, in any order, with at least one of each list that
 * `needs` has. A word about anything else makes it a question about the business: `Can I bring someone?`.
 */
export const onlyWords = (words: string, ...needs: string[]): RegExp =>
  pattern(
    '(?:^|, ?)',
    ...needs.map((one) => `(?=(?:[^,]*[ '])?${any(one)}(?:[ ,]|$))`),
    // The lookahead keeps a word as it was first read. Words that are in two lists would take exponential time.
    `(?:(?=(?<word>${any([words, ...needs].join('|'))}(?: |(?<=')|(?=,|$))))\\k<word>)+`,
    // A clause about a person is not its end: `jemanden, der mein Rad repariert`.
    `(?:,(?! ?(?:de[rmn]|die|who|that|qui|que) )|$)`,
  )
/** Only if the sentence ends, pauses or goes on with one of these words. */
export const before = (words: string): string => `(?= ?$| ?,| -| ${any(words)}(?![\\w'-]))`
