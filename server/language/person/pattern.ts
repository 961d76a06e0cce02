/**
 * The patterns of a language by which a visitor asks for a person, one sentence at a time. They apply to text in small
 * letters without accents: `mochte`, `telephone`, `pasame`.
 *
 * Every language has the same kinds of wishes, in this order and with an empty line between them: to talk to a person, to
 * have one, to be connected, to know whether one is there, an answer of one, no machine, a call.
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
/** Only if the sentence ends, pauses or goes on with one of these words. */
export const before = (words: string): string => `(?= ?$| ?,| -| ${any(words)}(?![\\w'-]))`
