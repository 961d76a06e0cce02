import { type Claim, type ClaimReader, inTurn, takeOut } from './claim.ts'

const half12 = String.raw`a\.?m\b\.?|p\.?m\b\.?`
const mark = `${half12}|o['’]clock|uhr`
const to = String.raw`\s?(?:-|–|—|to|bis|until|till|and|und|à|et|a|y)\s?(?:à\s|um\s|at\s)?`
const hour = String.raw`(?<![\d.,:/€£$])([01]?\d|2[0-4])`
const minutes = String.raw`(?:(?:[:.]|\s?h\s?)([0-5]\d)(?!\d))`

const pad = (number: number) => String(number).padStart(2, '0')
const clock = (hours: number, minute: number) => `time:${pad(hours % 24)}:${pad(minute)}`

/** What a time may mean: an hour up to twelve without a half of the day may be of either. */
function meanings(given: string, minute = '00', half = '', isEither = true): string[] {
  const hours = Number(given)
  if (/^p/i.test(half)) return [clock(hours < 12 ? hours + 12 : hours, Number(minute))]
  if (/^a/i.test(half)) return [clock(hours === 12 ? 0 : hours, Number(minute))]
  const isPlain = !isEither || given.startsWith('0') || hours > 12 || hours === 0
  return isPlain ? [clock(hours, Number(minute))] : [clock(hours, Number(minute)), clock(hours + 12, Number(minute))]
}

const time = (means: string[]): Omit<Claim, 'text'> => ({ kind: 'time', means })

/** Whether a text counts its hours to 24, so that its nine is the one in the morning. */
const countsTo24 = (text: string): boolean =>
  /(?<!\d)(?:1[3-9]|2[0-4])[:.h][0-5]\d|(?<!\d)0\d[:.h][0-5]\d|\buhr\b/i.test(text)

const hourBefore = (hours: number) => (hours + 11) % 12 || 12
const spokenHour = String.raw`(1[0-2]|\d)(?!\d|[:.,]\d|\s?(?:%|€|£|p(?!\p{L})))`
const frenchHour = String.raw`(?<!\d)(1[0-2]|\d)\s?(?:heures?|h)`
const sayings: [pattern: string, read: (hours: number, minute: number) => [hours: number, minute: number]][] = [
  [`half (?:past )?${spokenHour}`, (hours) => [hours, 30]],
  [String.raw`(?<!\p{L})halb ${spokenHour}`, (hours) => [hourBefore(hours), 30]],
  [`(?:quarter past|viertel nach) ${spokenHour}`, (hours) => [hours, 15]],
  [`dreiviertel ${spokenHour}`, (hours) => [hourBefore(hours), 45]],
  [`(?:quarter to|viertel vor) ${spokenHour}`, (hours) => [hourBefore(hours), 45]],
  [String.raw`(?<minute>(?<!\d)[1-5]?\d) (?:minutes )?(?:past|nach) ${spokenHour}`, (hours, minute) => [hours, minute]],
  [`${frenchHour} et demie?`, (hours) => [hours, 30]],
  [`${frenchHour} et quart`, (hours) => [hours, 15]],
  [`${frenchHour} moins (?:le )?quart`, (hours) => [hourBefore(hours), 45]],
]

const spoken = sayings.map(([pattern, read]) => ({ pattern: new RegExp(pattern, 'giu'), read }))

/** `half past six`, `halb sieben`, `sept heures et demie`: of either half of the day. */
const readSpoken: ClaimReader = inTurn(
  ...spoken.map(
    ({ pattern, read }): ClaimReader =>
      (text) =>
        takeOut(text, pattern, (found) => {
          const [hours, minute] = read(Number(found.at(-1)), Number(found.groups?.minute))
          return [time(meanings(String(hours), pad(minute)))]
        }),
  ),
)

const named: ClaimReader = inTurn(
  (text) => takeOut(text, /(?:12\s)?(?<!\p{L})(?:noon|midday|midi|mediodía)(?!\p{L})/giu, () => [time([clock(12, 0)])]),
  (text) =>
    takeOut(text, /(?<!\p{L})(?:midnight|mitternacht|minuit|medianoche)(?!\p{L})/giu, () => [time([clock(0, 0)])]),
  (text) =>
    takeOut(text, /24\s?\/\s?7|24 hours a day|around the clock|rund um die uhr|24 h sur 24|24h\/24/giu, () => [
      time(['time:always']),
    ]),
)

const anyMark = String.raw`(${mark}|h(?![\p{L}\d])|heures?)?`
const range = new RegExp(
  `${hour}${minutes}?\\s?${anyMark}${to}([01]?\\d|2[0-4])${minutes}?(?![\\d%])\\s?${anyMark}`,
  'giu',
)
const opening =
  /(?:open|opens|opening|hours|opened|from|between|geöffnet|von|zwischen|öffnungszeiten|ouvert|de|entre|horaires|days?|tags?|[a-zä]{2,}di|dimanche|mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)s?[\s:.,]*$/iu
const unit =
  /^\s?(?:%|€|£|\$|eur|euro|chf|pound|dollar|minute|hour|day|week|month|year|tag|woche|monat|jahr|stunde|jour|semaine|mois|an|mile|kilo|km|m\b|cm|inch|people|person|bike|working|business|werktag|arbeitstag|\p{L}*\s?(?:day|tag|jour)s?\b)/iu

/** `9–17`, `9 to 5 pm`, `von 9 bis 18 Uhr`: a range is of times where a sign says so, or what stands before it. */
const readRanges: ClaimReader = (text, lenient) =>
  takeOut(text, range, (found) => {
    const [all, from = '', fromMinute, fromMark, end = '', endMinute, endMark] = found
    const isSaid = fromMinute ?? endMinute ?? fromMark ?? endMark
    const after = text.slice(found.index + all.length, found.index + all.length + 20)
    const isOpening = opening.test(text.slice(Math.max(0, found.index - 30), found.index))
    if (unit.test(after) || (/^h/i.test(endMark ?? '') && !isOpening && !fromMinute && !endMinute)) return []
    if (!isSaid && !isOpening && !lenient) return []
    const isEither = !lenient || !countsTo24(text)
    const half = /^[ap]/i.test(endMark ?? '') ? (endMark ?? '') : ''
    const start = /^[ap]/i.test(fromMark ?? '')
      ? meanings(from, fromMinute, fromMark)
      : [...meanings(from, fromMinute, '', false), ...(half ? meanings(from, fromMinute, half) : [])]
    const isLater = Number(end) < Number(from) || isEither
    return [time(start), time(meanings(end, endMinute, half, isLater))]
  })

const single = new RegExp(
  `${hour}(?:(?::([0-5]\\d))(?!\\d)\\s?(${mark})?|\\.([0-5]\\d)\\s?(${mark})|\\s?(${mark})(?:\\s([0-5]\\d)(?!\\d))?|\\s?h([0-5]\\d)(?!\\d))`,
  'giu',
)
const french =
  /(?<=(?:à|dès|vers|jusqu['’]à|de|et|entre|après|avant)\s)([01]?\d|2[0-4])\s?(?:h(?![\p{L}\d])|heures?)(?:\s([0-5]\d)(?!\d))?/giu
const atHour =
  /(?<=(?<!\p{L})(?:at|until|till|by|before|after|from|opens?|closes?|um|ab|gegen)\s(?:at\s)?)([1-9]|1[0-2])(?=$|[.,;!?)]|\s(?:and|or|on|in|every|sharp|to|until)\b)/giu

/** Clock times, in words or in digits, each as its hour and minute. */
export const readTimes: ClaimReader = inTurn(
  named,
  readSpoken,
  readRanges,
  (text, lenient) =>
    takeOut(text, single, ([, given = '', colon, colonMark, dot, dotMark, mark, later, h]) => [
      time(meanings(given, colon ?? dot ?? later ?? h, colonMark ?? dotMark ?? mark, !lenient || !countsTo24(text))),
    ]),
  (text) => takeOut(text, french, ([, given = '', minute]) => [time(meanings(given, minute))]),
  (text) => takeOut(text, atHour, ([, given = '']) => [time(meanings(given))]),
)
