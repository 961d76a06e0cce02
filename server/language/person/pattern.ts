/**
 * The patterns of a language by which a visitor asks for a person, one sentence at a time. They apply to text in small
 * letters without accents: `mochte`, `telephone`, `pasame`.
 */
export type Wishes = { asks: RegExp[]; asksNot: RegExp[] }

/** Joins the parts of a pattern, in which a space stands for any white space. */
export const pattern = (...parts: string[]): RegExp =>
  new RegExp(parts.join('').replaceAll(' ?', '\\s*').replaceAll(' ', '\\s+'))
export const any = (words: string): string => `(?:${words.trim().replaceAll(/\s*\|\s*/g, '|')})`
/** Up to this many characters in between. */
export const gap = (max: number): string => `.{0,${max}}?`
