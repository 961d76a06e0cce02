/**
 * A time as a word without digits, because a reply's unsupported numbers are held back, but words are sent immediately.
 */
const digits = 'abcdefghij'

/** The current time in nanoseconds, as a word. */
export const timeWord = (): string =>
  `t${[...String(process.hrtime.bigint())].map((digit) => digits[Number(digit)]).join('')}`

/** The times in a text, in nanoseconds, in order. */
export const timesIn = (text: string): bigint[] =>
  [...text.matchAll(/\bt([a-j]{9,})\b/g)].map(([, word]) =>
    BigInt([...(word as string)].map((letter) => digits.indexOf(letter)).join('')),
  )
