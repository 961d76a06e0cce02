import { numberWords } from './numbers.ts'

const days =
  'monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays ' +
  'montag montags dienstag dienstags mittwoch mittwochs donnerstag donnerstags freitag freitags samstag samstags sonnabend ' +
  'sonntag sonntags lundi mardi mercredi jeudi vendredi samedi dimanche'
const months =
  'january february march april june july august september october november december januar februar märz juni juli oktober ' +
  'dezember janvier février avril juin juillet août septembre octobre novembre décembre'
const others = 'noon midday midnight mitternacht midi minuit fortnight ' + 'http https www'

/** Words that a claim may begin with; those that are other words as well only with a capital. */
// `a hundred` begins as every other sentence does.
const words = new Set(
  [...`${days} ${months} ${others}`.split(' '), ...[...numberWords.keys()].map(firstWord)].filter(
    (word) => word !== 'a' && word !== 'march',
  ),
)
const capitalized = new Set(['May', 'March', 'Mai', 'Mars'])

const prefixes = new Set(
  [...words, ...capitalized].flatMap((word) => [...word].map((_, at) => word.toLowerCase().slice(0, at + 1))),
)

/** Words of every other sentence that a claim's word begins with. They are shown at once, whatever may still come. */
const common = new Set(
  'a au de dem di do ein for je ma me mi mit ne no on sa sat se si sie so su sun tu un we'.split(' '),
)

function firstWord(words: string): string {
  return words.split(/[ '’-]/)[0] ?? ''
}

export const isClaimWord = (word: string): boolean =>
  capitalized.has(word) || (!capitalized.has(capital(word)) && words.has(word.toLowerCase()))

export const mayBecomeClaimWord = (word: string): boolean => prefixes.has(word.toLowerCase())
export const isCommonWord = (word: string): boolean => common.has(word.toLowerCase())

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
