/** A time as a word without a digit: numbers that nothing supports are held back in a reply, words are passed on at once. */
const digits = 'abcdefghij'

/** The time now, in nanoseconds, as a word. */
export const timeWord = (): string =>
  `t${[...String(process.hrtime.bigint())].map((digit) => digits[Number(digit)]).join('')}`

/** The times in a text, in nanoseconds, in their order. */
export const timesIn = (text: string): bigint[] =>
  [...text.matchAll(/\bt([a-j]{9,})\b/g)].map(([, word]) =>
    BigInt([...(word as string)].map((letter) => digits.indexOf(letter)).join('')),
  )
