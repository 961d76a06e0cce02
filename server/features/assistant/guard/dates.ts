import { type Claim, type ClaimReader, inTurn, takeOut } from './claim.ts'

const months = [
  'january|januar|janvier|enero|jan\\.?|janv\\.?',
  'february|februar|février|febrero|feb\\.?|févr\\.?',
  'march|märz|mars|marzo|mar\\.|mrz\\.?',
  'april|avril|abril|apr\\.?|avr\\.',
  'may|mai|mayo',
  'june|juni|juin|junio|jun\\.?',
  'july|juli|juillet|julio|jul\\.?|juil\\.?',
  'august|août|agosto|aug\\.?',
  'september|septembre|septiembre|sept\\.?|sep\\.?',
  'october|oktober|octobre|octubre|oct\\.?|okt\\.?',
  'november|novembre|noviembre|nov\\.?',
  'december|dezember|décembre|diciembre|dec\\.?|dez\\.?|déc\\.?',
]
const anyMonth = String.raw`(?<!\p{L})(${months.join('|')})(?!\p{L})`
const monthOf = (written: string): number =>
  months.findIndex((pattern) => new RegExp(`^(?:${pattern})$`, 'iu').test(written)) + 1

const pad = (number: number) => String(number).padStart(2, '0')

/** A day without a year is that day of any year. */
function date(day: number, month: number, year: string | undefined, lenient: boolean): Omit<Claim, 'text'>[] {
  if (day < 1 || day > 31 || month < 1 || month > 12) return []
  const plain = `date:${pad(month)}-${pad(day)}`
  const full = `${plain}:${year && year.length === 2 ? `20${year}` : (year ?? 'any')}`
  const means = lenient ? [plain, full] : year ? [full, `${plain}:any`] : [plain]
  return [{ kind: 'date', means }, ...(lenient ? [monthClaim(month), ...(year ? [yearClaim(year)] : [])] : [])]
}

const monthClaim = (month: number): Omit<Claim, 'text'> => ({ kind: 'date', means: [`month:${month}`] })
const yearClaim = (year: string): Omit<Claim, 'text'> => ({
  kind: 'date',
  means: [`year:${year.length === 2 ? `20${year}` : year}`],
})

const ordinal = String.raw`(\d{1,2})(?:st|nd|rd|th|er|\.)?`
const to = String.raw`\s?(?:-|–|—|/|to|bis|and|und|au|et|or|oder|,|until|the)\s?(?:the\s|zum\s|le\s)?`
const dayFirst = new RegExp(
  String.raw`(?<![\d.,:])(?:${ordinal}${to})?${ordinal}\s(?:of\s|de\s)?${anyMonth}(?:,?\s(\d{4}))?`,
  'giu',
)
const monthFirst = new RegExp(
  String.raw`${anyMonth}\s(\d{1,2})(?:st|nd|rd|th)?(?![\d:.]\d|\d|\s?(?:%|€|£))(?:${to}(\d{1,2})(?:st|nd|rd|th)?(?!\d|:))?(?:,?\s(\d{4}))?`,
  'giu',
)
const iso = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g
const dotted = /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?![\d.]\d|\d)/g
const slashed = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\d/])/g
const shortened = /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?!\d)/g
const announced = /(?<!\p{L})(?:am|vom|bis|zum|ab|seit|den|dem|und|–|-|on|until|du|le|au)\s?(?:\p{L}+,\s)?$/iu

/** Days of the year: `3 May`, `May 3rd`, `3.5.`, `2026-05-03`. */
export const readDates: ClaimReader = inTurn(
  (text, lenient) => takeOut(text, iso, ([, year, month, day]) => date(Number(day), Number(month), year, lenient)),
  (text, lenient) => takeOut(text, dotted, ([, day, month, year]) => date(Number(day), Number(month), year, lenient)),
  (text, lenient) =>
    takeOut(text, slashed, ([, one, other, year]) => {
      // Either may be the month.
      const both = [date(Number(one), Number(other), year, lenient), date(Number(other), Number(one), year, lenient)]
      return lenient ? both.flat() : joinMeanings(both.flat())
    }),
  (text, lenient) =>
    takeOut(text, dayFirst, ([, one, other, name = '', year]) =>
      [one, other].flatMap((day) => (day ? date(Number(day), monthOf(name), year, lenient) : [])),
    ),
  (text, lenient) =>
    takeOut(text, monthFirst, ([, name = '', one, other, year]) =>
      [one, other].flatMap((day) => (day ? date(Number(day), monthOf(name), year, lenient) : [])),
    ),
  (text, lenient) =>
    takeOut(text, shortened, (found) => {
      const isSaid = lenient || announced.test(text.slice(Math.max(0, found.index - 20), found.index))
      return isSaid ? date(Number(found[1]), Number(found[2]), undefined, lenient) : []
    }),
)

function joinMeanings(claims: Omit<Claim, 'text'>[]): Omit<Claim, 'text'>[] {
  const means = claims.flatMap((claim) => claim.means)
  return means.length > 0 ? [{ kind: 'date', means }] : []
}

const monthRange = new RegExp(String.raw`${anyMonth}\s?(?:-|–|—|to|bis|until|till|through|à|au)\s?${anyMonth}`, 'giu')
const monthAlone = new RegExp(anyMonth, 'giu')
const beforeMonth =
  /(?:in|of|from|to|until|till|since|by|through|and|or|early|late|mid|each|every|this|next|last|begin|end|–|-|en|de|fin|début|à|jusqu'en|im|seit|ab|bis|von|zum|anfang|mitte|ende|und|\d)\s?$/iu

/** Names of months by themselves. `May` and `March` are words too: what stands before them decides. */
export const readMonths: ClaimReader = inTurn(
  (text, lenient) =>
    takeOut(text, monthRange, ([, from = '', end = '']) => {
      const [first, last] = [monthOf(from), monthOf(end)]
      const length = ((last - first + 12) % 12) + 1
      const all = Array.from({ length }, (_, step) => ((first - 1 + step) % 12) + 1)
      return (lenient ? all : [first, last]).map(monthClaim)
    }),
  (text, lenient) =>
    takeOut(text, monthAlone, (found) => {
      const [name] = found
      const isWord = /^(?:may|march|mars|mar|sept?|dec|jan|jun|mai)$/i.test(name)
      const isSaid = /^\p{Lu}/u.test(name) && beforeMonth.test(text.slice(Math.max(0, found.index - 12), found.index))
      return lenient || !isWord || isSaid ? [monthClaim(monthOf(name))] : []
    }),
)

/** Years by themselves, from 1900 on. */
export const readYears: ClaimReader = (text) =>
  takeOut(text, /(?<![\d.,:/-])(?:19|20)\d{2}(?![\d.,:/-]\d|\d)/g, ([year]) => [yearClaim(year)])
