import { allLanguages } from './languages.ts'

/** All number words from two to ninety-nine. */
export const numberWords: ReadonlyMap<string, number> = new Map(
  allLanguages.flatMap(({ numbers: { small, tens, join } }) => {
    const ones = small.split(' ')
    return [
      // `One` is also an article in all of them. `Once` is eleven in Spanish and another word in English.
      ...ones.flatMap((word, number) => (number === 1 || word === 'once' ? [] : [[word, number] as const])),
      ...tens.split(' ').flatMap((ten, place) => [
        [ten, 20 + place * 10] as const,
        // French continues to nineteen after sixty and eighty.
        ...ones.slice(1).flatMap((one, at) => join(ten, one).map((word) => [word, 21 + place * 10 + at] as const)),
      ]),
    ]
  }),
)

const other = allLanguages.flatMap(({ otherWords }) => Object.entries(otherWords))
const longestFirst = [...numberWords.keys()].sort((one, another) => another.length - one.length)
const written = new RegExp(
  String.raw`(?<!\p{L})(?:${other.map(([pattern]) => `(${pattern})`).join('|')}|${longestFirst.join('|')})(?!\p{L})`,
  'giu',
)

/** Replaces number words and other quantities in words by digits: `half past six` becomes `half past 6`. */
export const withDigits = (text: string): string =>
  text.replace(written, (word, ...groups) => {
    const place = groups.slice(0, other.length).findIndex((group) => group !== undefined)
    return other[place]?.[1] ?? String(numberWords.get(word.toLowerCase().replace(/\s+/g, ' ')) ?? word)
  })

/** A number in digits, with either separator for thousands and decimals. */
export const numeral = String.raw`(?<![\d.,])\d{1,3}(?:[.,'’ ]\d{3})+(?:[.,]\d{1,2})?(?![\d])|(?<![\d.,])\d{1,7}(?:[.,]\d{1,2})?(?!\d)(?![.,]\d)`

/** Three digits after a separator are thousands, one or two are decimals. */
export function readNumeral(text: string): number {
  const decimals = /[.,](\d{1,2})$/.exec(text)?.[1]
  const whole = decimals === undefined ? text : text.slice(0, -decimals.length - 1)
  return Number(`${whole.replace(/\D/g, '')}.${decimals ?? 0}`)
}
