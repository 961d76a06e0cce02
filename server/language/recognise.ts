import { readAddresses, readPhones } from './contacts.ts'
import { type Found, inTurn, type Reader, takeOut } from './found.ts'
import { allLanguages } from './languages.ts'
import { numeral, readNumeral, withDigits } from './numbers.ts'
import { readPlaces } from './places.ts'
import { readTimes } from './times.ts'

type One = Omit<Found, 'text'>

const calendars = allLanguages.map(({ calendar }) => calendar)
const to = String.raw`\s?(?:-|–|—|/|${calendars.map((one) => one.to).join('|')}|and|und|et|y|or|oder|ou|o|,)\s?(?:(?:the|zum|le|à|um|at|las?)\s)?`
const pad = (number: number | string) => String(number).padStart(2, '0')
const defined = (...texts: (string | undefined)[]) => texts.filter((text) => text !== undefined)

const currencies: [code: string, written: string][] = [
  ['eur', '€|eur'],
  ['gbp', '£|gbp'],
  ['usd', String.raw`\$|us\$|usd`],
  ['chf', String.raw`chf|sfr\.?`],
  ['jpy', '¥|jpy|yen'],
]
const names = (['eur', 'gbp', 'usd', 'chf'] as const).map((code) =>
  allLanguages.map(({ money }) => money[code]).join('|'),
)
const codes = currencies.map(
  ([code, signs], place) => [code, new RegExp(`^(?:${[signs, ...defined(names[place])].join('|')})$`, 'iu')] as const,
)
// `€` after a number belongs to that number: `12 € 50`.
const signs = String.raw`€|£|US\$|\$|¥|(?<!\p{L})(?:EUR|GBP|USD|CHF|SFr\.?|JPY)`
const cents = allLanguages.map(({ money }) => money.cents).join('|')
const pence = allLanguages.flatMap(({ money }) => defined(money.pence)).join('|')
const round = `(?:[.,][-–—]+)?`
const before = new RegExp(
  `(?<!\\d\\s?(?=€))(${signs})\\s?(${numeral})${round}(?:${to}(?:${signs})?\\s?(${numeral})(?!\\s?%))?`,
  'giu',
)
const after = new RegExp(
  String.raw`(?:(${numeral})${round}${to})?(${numeral})${round}[\s-]?(${signs}|(?:${names.join('|')})(?!\p{L}))`,
  'giu',
)
const small = new RegExp(String.raw`(${numeral})(?:p(?![\p{L}\d])|\s?(?:(${pence})|${cents})(?!\p{L}))`, 'giu')
const column = new RegExp(String.raw`(?<=\|\s?)(${numeral})${round}(?=\s?\|)`, 'gu')

// `Fr. 9–12` may also be a Friday, so only a source has such a price, and the text stays.
const francs = new RegExp(String.raw`(?<!\p{L})Fr\.\s?(${numeral})`, 'gu')

const codeOf = (written: string) => codes.find(([, pattern]) => pattern.test(written))?.[0] ?? written
const price = (amount: number, ...of: string[]): One => ({
  kind: 'price',
  meanings: of.map((code) => `price:${Math.round(amount * 100)}:${code}`),
})
const prices = (sign: string, ...numbers: (string | undefined)[]) =>
  defined(...numbers).map((number) => price(readNumeral(number), codeOf(sign)))

/** `€12`, `12,00 €`, `12 euros`, `8–15 EUR`, `50p`. In a source, bare numbers of a table that names a currency, too. */
const readPrices: Reader = inTurn(
  (text, isSource) => {
    const named = isSource
      ? new Set(
          (text.match(new RegExp(`${signs}|(?<!\\p{L})(?:${names.join('|')})(?!\\p{L})`, 'giu')) ?? []).map(codeOf),
        )
      : []
    const { found } = takeOut(text, column, ([, number = '']) => [...named].flatMap((code) => prices(code, number)))
    const inFrancs = isSource ? takeOut(text, francs, ([, number]) => prices('chf', number)).found : []
    return { found: [...found, ...inFrancs], rest: text }
  },
  (text) => takeOut(text, before, ([, sign = '', one, other]) => prices(sign, one, other)),
  (text) => takeOut(text, after, ([, one, other, sign = '']) => prices(sign, one, other)),
  (text) =>
    takeOut(text, small, ([all, number = '', isPence]) => [
      price(readNumeral(number) / 100, ...(isPence || all.endsWith('p') ? ['gbp'] : ['eur', 'usd', 'chf'])),
    ]),
)

const percent = new RegExp(String.raw`(?:(${numeral})${to})?(${numeral})[\s-]?(?:%|percent|prozent)`, 'giu')
const share = (number: number): One => ({ kind: 'percentage', meanings: [`percent:${number}`] })

/** `20 %`, `twenty percent`, `20%ige`. `Half of the price` supports 50 %. */
const readPercentages: Reader = (text, isSource) => {
  const read = takeOut(text, percent, ([, one, other]) =>
    defined(one, other).map((number) => share(readNumeral(number))),
  )
  const isHalf = isSource && /(?<!\p{L})(?:half|halben?|hälfte|moitié|mitad)(?!\p{L})/iu.test(text)
  return isHalf ? { ...read, found: [...read.found, { ...share(50), text: 'half' }] } : read
}

const minutesOf = { minutes: 1, hours: 60, days: 1440, weeks: 10_080, months: 43_200, years: 525_600 }
const units = (Object.keys(minutesOf) as (keyof typeof minutesOf)[]).map((unit) => {
  const pattern = allLanguages.map((language) => language.units[unit]).join('|')
  return { pattern, unit, isIt: new RegExp(`^(?:${pattern})$`, 'iu') }
})
const kindOfDay = String.raw`(?:(?:working|business|calendar|opening|full|more|whole|weitere|volle|volles)\s)?`
const length = new RegExp(
  String.raw`(?:(${numeral})${to})?(${numeral})(½|\s(?:and a half|et demie?|y medi[oa]))?[\s-]?${kindOfDay}(${units.map(({ pattern }) => pattern).join('|')})(?!\p{L})`,
  'giu',
)
const single = new RegExp(
  String.raw`(?<!\p{L}|[\d¦]\s)(?:an?|one|eine?n?|une?|una?)\s${kindOfDay}(${units.map(({ pattern }) => pattern).join('|')})(?!\p{L})`,
  'giu',
)

function duration(number: number, written: string): One {
  const unit = units.find(({ isIt }) => isIt.test(written))?.unit ?? 'days'
  const minutes = number * minutesOf[unit]
  // Twelve months count as a year, although a year has five days more.
  const inMonths = unit === 'years' ? [`minutes:${number * 12 * minutesOf.months}`] : []
  return { kind: 'duration', meanings: [`minutes:${minutes}`, ...inMonths] }
}

/** `30 days`, `2 years`, `anderthalb Stunden`. A single unit is not a claim: `one day`, `£9 a day`. */
const readDurations: Reader = inTurn(
  (text, isSource) =>
    takeOut(text, length, ([, one, other, more, unit = '']) =>
      defined(one, other)
        .map((number, place, all) => readNumeral(number) + (more && place === all.length - 1 ? 0.5 : 0))
        .filter((number) => isSource || number !== 1)
        .map((number) => duration(number, unit)),
    ),
  (text, isSource) =>
    isSource ? takeOut(text, single, ([, unit = '']) => [duration(1, unit)]) : { found: [], rest: text },
)

const months = Array.from({ length: 12 }, (_, place) =>
  calendars.flatMap((one) => [one.months.split(' ')[place], one.shortMonths.split(' ')[place]]).join('|'),
)
const month = String.raw`(?<!\p{L})(${months.join('|')})\.?(?!\p{L})`
const monthOf = (written: string) => months.findIndex((names) => new RegExp(`^(?:${names})$`, 'iu').test(written)) + 1
const dayNumber = String.raw`(\d{1,2})(?:st|nd|rd|th|er|\.)?`
const dayFirst = new RegExp(
  String.raw`(?<![\d.,:])(?:${dayNumber}${to})?${dayNumber}\s(?:of\s|de\s)?${month}(?:,?\s(?:de\s)?(\d{4}))?`,
  'giu',
)
const monthFirst = new RegExp(
  String.raw`${month}\s(\d{1,2})(?:st|nd|rd|th)?(?![\d:.]\d|\d|\s?(?:%|€|£))(?:${to}(\d{1,2})(?:st|nd|rd|th)?(?!\d|:))?(?:,?\s(\d{4}))?`,
  'giu',
)
const yearFirst = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g
const inDigits = /(?<![\d./])(\d{1,2})([./])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\d./]\d|\d)/g
// `3.5.` alone is ambiguous, and in a source all possible meanings count.
const withoutYear = String.raw`(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?!\d)`
const announced = String.raw`(?<=(?<!\p{L})(?:am|vom|bis|zum|ab|seit|den|dem|und|–|-|on|until|du|le|au|el|del|al)\s?(?:\p{L}+,\s)?)`
const dayAndMonth = { source: new RegExp(withoutYear, 'giu'), reply: new RegExp(announced + withoutYear, 'giu') }
const yearAlone = /(?<![\d.,:/-])(?:19|20)\d{2}(?![\d.,:/-]\d|\d)/g

/** A date without a year is that day of any year. */
function date(day: string, ofMonth: number, year: string | undefined, isSource: boolean): One[] {
  if (Number(day) < 1 || Number(day) > 31 || ofMonth < 1 || ofMonth > 12) return []
  const plain = `date:${pad(ofMonth)}-${pad(day)}`
  const full = `${plain}:${year?.length === 2 ? `20${year}` : (year ?? 'any')}`
  const years = isSource && year ? [`year:${year.length === 2 ? `20${year}` : year}`] : []
  return [{ kind: 'date', meanings: isSource ? [plain, full, ...years] : year ? [full, `${plain}:any`] : [plain] }]
}
const dates = (all: (string | undefined)[], written: string, year: string | undefined, isSource: boolean) =>
  defined(...all).flatMap((day) => date(day, monthOf(written), year, isSource))

/** Dates: `3 May`, `May 3rd`, `3.5.`, `2026-05-03`; and years from 1900 on. */
const readDates: Reader = inTurn(
  (text, isSource) => takeOut(text, yearFirst, ([, year, m, day = '']) => date(day, Number(m), year, isSource)),
  (text, isSource) =>
    takeOut(text, inDigits, ([, one = '', sign, other = '', year]) => {
      const first = date(one, Number(other), year, isSource)
      // Between slashes, either number may be the month.
      const both = sign === '/' ? [...first, ...date(other, Number(one), year, isSource)] : first
      return both.length === 0 ? [] : [{ kind: 'date', meanings: both.flatMap(({ meanings }) => meanings) }]
    }),
  (text, isSource) =>
    takeOut(text, dayFirst, ([, one, other, name = '', year]) => dates([one, other], name, year, isSource)),
  (text, isSource) =>
    takeOut(text, monthFirst, ([, name = '', one, other, year]) => dates([one, other], name, year, isSource)),
  (text, isSource) =>
    takeOut(text, dayAndMonth[isSource ? 'source' : 'reply'], ([, day = '', m]) =>
      date(day, Number(m), undefined, isSource),
    ),
)
const readYears: Reader = (text) => takeOut(text, yearAlone, ([year]) => [{ kind: 'date', meanings: [`year:${year}`] }])

// A name begins at the start, after `|` or within `(?:`.
const anyCase = (pattern: string) =>
  pattern.replace(/(?<=^|\||\(\?:)\p{L}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`)
const capital = (pattern: string) => pattern.replace(/(?<=^|\|)\p{L}/gu, (letter) => letter.toUpperCase())
const weekdays = Array.from({ length: 7 }, (_, place) => ({
  long: calendars.map(({ days }) => days[place]).join('|'),
  short: calendars.map(({ shortDays }) => shortDays[place]).join('|'),
}))
const long = weekdays.map((one) => one.long).join('|')
const short = weekdays.map((one) => one.short).join('|')
const wholeWord = (pattern: string) => String.raw`(?<!\p{L})(?:${pattern})(?!\p{L})`
// Short names are also other words, unless they are capitalised.
const shortNames = String.raw`${wholeWord(`${capital(short)}|${short.toUpperCase()}`)}\.?`
const eitherName = `${wholeWord(`${anyCase(long)}|${long.toUpperCase()}`)}|${shortNames}`
const dayRange = new RegExp(
  `(${eitherName})\\s?(?:-|–|—|${calendars.map((one) => one.to).join('|')})\\s?(${eitherName})`,
  'gu',
)
const longName = new RegExp(wholeWord(long), 'giu')
// Times were taken out before: `¦` is in their place. The others separate days, or the cells of a table.
const besideDay = String.raw`[\d:–,¦|&+/-]|(?:and|und|et|y)\s+${shortNames}|${calendars.map(({ closed }) => closed).join('|')}`
const shortName = new RegExp(String.raw`${shortNames}(?=\s*(?:${besideDay}))`, 'gu')
const isDay = weekdays.map(({ long, short }) => new RegExp(String.raw`^(?:${long}|${short})\.?$`, 'iu'))
const dayOf = (written: string) => isDay.findIndex((pattern) => pattern.test(written))
const weekday = (place: number): One => ({ kind: 'day', meanings: [`day:${place}`] })
const groups = (
  [
    ['weekend', [5, 6]],
    ['workdays', [0, 1, 2, 3, 4]],
    ['everyDay', [0, 1, 2, 3, 4, 5, 6]],
  ] as const
).map(
  ([name, days]) =>
    [new RegExp(`(?<!\\p{L})(?:${calendars.map((one) => one[name]).join('|')})(?!\\p{L})`, 'giu'), days] as const,
)

/** Weekdays. A range supports all days within it, but claims only its ends. */
const readDays: Reader = inTurn(
  (text, isSource) =>
    takeOut(text, dayRange, ([, from = '', end = '']) => {
      const [first, last] = [dayOf(from), dayOf(end)]
      const all = Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, step) => (first + step) % 7)
      return (isSource ? all : [first, last]).map(weekday)
    }),
  (text) => takeOut(text, longName, ([name]) => [weekday(dayOf(name))]),
  (text, isSource) =>
    isSource ? takeOut(text, shortName, ([name]) => [weekday(dayOf(name))]) : { found: [], rest: text },
)

/** Groups of weekdays, of which only a source tells the days. The text stays, because `7 days a week` is also a duration. */
const readDayGroups: Reader = (text, isSource) => ({
  found: isSource ? groups.flatMap(([pattern, days]) => takeOut(text, pattern, () => days.map(weekday)).found) : [],
  rest: text,
})

/** With one kind of space, without Markdown syntax, and with numbers in digits. */
export const plainText = (text: string): string =>
  withDigits(
    text
      .normalize('NFC')
      .replace(/[\u00a0\u2000-\u200a\u202f\u2060]/g, ' ')
      .replace(/[*`\\]+/g, '')
      .replace(/[\u2010-\u2012]/g, '-')
      .replace(/\b(?:per|pour|pro|por) (?:cent|ciento)\b/gi, 'percent'),
  )

/** All parts of a plain text that can be true or false. Takes linear time. */
export const recognise: Reader = inTurn(
  readDayGroups,
  readAddresses,
  readPrices,
  readDates,
  readTimes,
  readPercentages,
  readDurations,
  readPlaces,
  readPhones,
  readYears,
  readDays,
)
