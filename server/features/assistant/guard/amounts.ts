import { type Claim, type ClaimReader, inTurn, takeOut } from './claim.ts'
import { numeral, readNumeral } from './numbers.ts'

const currencies: [code: string, written: RegExp][] = [
  ['eur', /^(?:€|eur|euros?)$/i],
  ['gbp', /^(?:£|gbp|pounds?|pounds? sterling|quid)$/i],
  ['usd', /^(?:\$|us\$|usd|dollars?|bucks)$/i],
  ['chf', /^(?:chf|sfr\.?|fr\.|franken|stutz|francs?)$/i],
  ['jpy', /^(?:¥|jpy|yen)$/i],
]
// After a number, `€` is of that number: `12 € 50`.
const signs = String.raw`€|£|US\$|\$|¥|(?<!\p{L})(?:EUR|GBP|USD|CHF|SFr\.?|JPY|Fr\.)`
const words = `euros?|pounds? sterling|pounds?|quid|dollars?|bucks|francs?|Franken|yen`
const to = String.raw`\s?(?:-|–|—|to|bis|à|a|and|und|et|or|oder|ou|,)\s?`
const round = `(?:[.,][-–—]+)?`

const before = new RegExp(
  `(?<!\\d\\s?(?=€))(${signs})\\s?(${numeral})${round}(?:${to}(?:${signs})?\\s?(${numeral})(?!\\s?%))?`,
  'giu',
)
const after = new RegExp(
  String.raw`(?:(${numeral})${round}${to})?(${numeral})${round}[\s-]?(${signs}|(?:${words})(?!\p{L}))`,
  'giu',
)
const small = new RegExp(
  String.raw`(${numeral})(?:p(?![\p{L}\d])|\s?(?:pence|penn(?:y|ies)|ct|cts|cents?|rappen|rp|centimes?)(?!\p{L}))\.?`,
  'giu',
)

const codeOf = (written: string): string => currencies.find(([, pattern]) => pattern.test(written))?.[0] ?? written

const price = (amount: number, code: string): Omit<Claim, 'text'> => ({
  kind: 'price',
  means: [`price:${Math.round(amount * 100)}:${code}`],
})

const amounts = (code: string, ...numbers: (string | undefined)[]) =>
  numbers.flatMap((number) => (number === undefined ? [] : [price(readNumeral(number), code)]))

const readCoins: ClaimReader = (text) =>
  takeOut(text, small, ([all, number = '']) => {
    const amount = readNumeral(number) / 100
    const codes =
      /p\.?$|pen/i.test(all) && !/rp/i.test(all) ? ['gbp'] : /r(?:p|appen)/i.test(all) ? ['chf'] : ['eur', 'usd']
    return [{ kind: 'price', means: codes.flatMap((code) => price(amount, code).means) }]
  })

/** Prices: `€12`, `12,00 €`, `12 euros`, `8–15 EUR`, `50p`. */
export const readPrices: ClaimReader = inTurn(
  (text) => takeOut(text, before, ([, sign = '', one, other]) => amounts(codeOf(sign), one, other)),
  (text) => takeOut(text, after, ([, one, other, sign = '']) => amounts(codeOf(sign), one, other)),
  readCoins,
  (text, lenient) => (lenient ? readColumns(text) : { claims: [], rest: text }),
)

/** The bare numbers in the cells of a table, where a currency is named somewhere: in its head, as a rule. */
function readColumns(text: string): { claims: Claim[]; rest: string } {
  const found = new Set((text.match(new RegExp(`${signs}|(?<!\\p{L})(?:${words})(?!\\p{L})`, 'giu')) ?? []).map(codeOf))
  const cell = new RegExp(`(?<=\\|\\s?)(${numeral})${round}(?=\\s?\\|)`, 'gu')
  if (found.size === 0) return { claims: [], rest: text }
  const { claims } = takeOut(text, cell, ([, number]) => [...found].flatMap((code) => amounts(code, number)))
  return { claims, rest: text }
}

const percent = new RegExp(String.raw`(?:(${numeral})${to})?(${numeral})[\s-]?(?:%|percent|prozent|vom hundert)`, 'giu')
const half = /(?<!\p{L})(?:half|halben?|hälfte|moitié|demi)(?!\p{L})/iu

/** Percentages: `20 %`, `twenty percent`, `20%ige`. */
export const readPercentages: ClaimReader = (text, lenient) => {
  const read = takeOut(text, percent, ([, one, other]) =>
    [one, other].flatMap((number) => (number === undefined ? [] : [share(readNumeral(number))])),
  )
  // `Half of the price` supports 50 %.
  return lenient && half.test(text) ? { ...read, claims: [...read.claims, { ...share(50), text: 'half' }] } : read
}

const share = (number: number): Omit<Claim, 'text'> => ({ kind: 'percentage', means: [`percent:${number}`] })
