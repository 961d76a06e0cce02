import { type Found, inTurn, type Reader, takeOut } from './found.ts'
import { allLanguages } from './languages.ts'

const halfOfDay = String.raw`a\.?m\b\.?|p\.?m\b\.?`
const mark = `${halfOfDay}|o['’]clock|uhr`
const to = String.raw`\s?(?:-|–|—|${allLanguages.map(({ calendar }) => calendar.to).join('|')}|and|und|et|y)\s?(?:(?:à|um|at|las?)\s)?`
const hour = String.raw`(?<![\d.,:/€£$])([01]?\d|2[0-4])`
const minutes = String.raw`(?:(?:[:.]|\s?h\s?)([0-5]\d)(?!\d))`

const pad = (number: number) => String(number).padStart(2, '0')
const clock = (hours: number, minute: number) => `time:${pad(hours % 24)}:${pad(minute)}`
const time = (meanings: string[]): Omit<Found, 'text'> => ({ kind: 'time', meanings })

/** The possible meanings of a time. An hour up to twelve without am or pm may be either. */
function meanings(given: string, minute = '00', half = '', isEither = true): string[] {
  const hours = Number(given)
  if (/^p/i.test(half)) return [clock(hours < 12 ? hours + 12 : hours, Number(minute))]
  if (/^a/i.test(half)) return [clock(hours === 12 ? 0 : hours, Number(minute))]
  const isPlain = !isEither || given.startsWith('0') || hours > 12 || hours === 0
  return isPlain ? [clock(hours, Number(minute))] : [clock(hours, Number(minute)), clock(hours + 12, Number(minute))]
}

/** Whether a text uses the 24-hour clock, so that nine means the morning. */
const countsTo24 = (text: string): boolean =>
  /(?<!\d)(?:1[3-9]|2[0-4])[:.h][0-5]\d|(?<!\d)0\d[:.h][0-5]\d|\buhr\b/i.test(text)

/** `half past 6`, `halb 7`, `7 heures et demie`, `las 7 y media`: morning or evening. */
const readSpoken: Reader = inTurn(
  ...allLanguages
    .flatMap(({ spokenTimes }) => Object.entries(spokenTimes))
    .map(([saying, shown]): Reader => {
      const spoken = saying.replace('#', String.raw`(?<!\d)(1[0-2]|\d)(?!\d|[:.,]\d|\s?(?:%|€|£|p(?!\p{L})))`)
      const pattern = new RegExp(String.raw`(?<!\p{L})${spoken}`, 'giu')
      return (text) =>
        takeOut(text, pattern, ([, given = '']) => {
          const hours = shown.startsWith('-') ? (Number(given) + 11) % 12 || 12 : Number(given)
          return [time(meanings(String(hours), shown.slice(-2)))]
        })
    }),
)

const always: Reader = (text) => takeOut(text, /24\s?\/\s?7/g, () => [time(['time:always'])])

const anyMark = String.raw`(${mark}|h(?![\p{L}\d])|heures?|horas?)?`
const range = new RegExp(
  `${hour}${minutes}?\\s?${anyMark}${to}([01]?\\d|2[0-4])${minutes}?(?![\\d%])\\s?${anyMark}`,
  'giu',
)
const anyDay = allLanguages.flatMap(({ calendar }) => [...calendar.days, ...calendar.shortDays]).join('|')
const opening = new RegExp(
  String.raw`(?:open|opens|opening|hours|opened|from|between|geöffnet|von|zwischen|öffnungszeiten|ouvert|de|entre|horaires|abiertos?|horario|days?|tags?|${anyDay})[\s:.,]*$`,
  'iu',
)
const anyUnit = allLanguages
  .flatMap(({ units, money }) => [...Object.values(units), money.eur, money.gbp, money.usd])
  .join('|')
const unit = new RegExp(
  String.raw`^\s?(?:%|€|£|\$|chf|mile|kilo|km|m\b|cm|inch|people|person|bike|working|business|(?:${anyUnit})(?!\p{L})|\p{L}*\s?(?:day|tag|jour|día)s?\b)`,
  'iu',
)

/** `9–17`, `9 to 5 pm`, `von 9 bis 18 Uhr`. A range is one of times if a sign or the text before it says so. */
const readRanges: Reader = (text, isSource) =>
  takeOut(text, range, (match) => {
    const [all, from = '', fromMinute, fromMark, end = '', endMinute, endMark] = match
    const isTimed = fromMinute ?? endMinute ?? fromMark ?? endMark
    const next = text.slice(match.index + all.length, match.index + all.length + 20)
    const isOpening = opening.test(text.slice(Math.max(0, match.index - 30), match.index))
    if (unit.test(next) || (/^h/i.test(endMark ?? '') && !isOpening && !fromMinute && !endMinute)) return []
    if (!isTimed && !isOpening && !isSource) return []
    const isEither = !isSource || !countsTo24(text)
    const half = /^[ap]/i.test(endMark ?? '') ? (endMark ?? '') : ''
    const start = /^[ap]/i.test(fromMark ?? '')
      ? meanings(from, fromMinute, fromMark)
      : [...meanings(from, fromMinute, '', false), ...(half ? meanings(from, fromMinute, half) : [])]
    return [time(start), time(meanings(end, endMinute, half, Number(end) < Number(from) || isEither))]
  })

const single = new RegExp(
  `${hour}(?:(?::([0-5]\\d))(?!\\d)\\s?(${mark})?|\\.([0-5]\\d)\\s?(${mark})|\\s?(${mark})(?:\\s([0-5]\\d)(?!\\d))?|\\s?h\\s?([0-5]\\d)(?!\\d))`,
  'giu',
)
const afterWord =
  /(?<=(?:à|dès|vers|jusqu['’]à|de|et|entre|après|avant)\s)([01]?\d|2[0-4])\s?(?:h(?![\p{L}\d])|heures?)(?:\s([0-5]\d)(?!\d))?/giu
const bareHour =
  /(?<=(?<!\p{L})(?:at|until|till|by|before|after|from|opens?|closes?|um|ab|gegen|a las|las)\s(?:at\s)?)([1-9]|1\d|2[0-4])(?:[.:]([0-5]\d))?(?=$|[.,;!?)](?!\d)|\s(?:and|or|on|in|every|sharp|to|until|y|a)\b)/giu

/** Clock times in words or digits, as hour and minute. */
export const readTimes: Reader = inTurn(
  always,
  readSpoken,
  readRanges,
  (text, isSource) =>
    takeOut(text, single, ([, given = '', colon, colonMark, dot, dotMark, sign, later, h]) => [
      time(meanings(given, colon ?? dot ?? later ?? h, colonMark ?? dotMark ?? sign, !isSource || !countsTo24(text))),
    ]),
  (text) => takeOut(text, afterWord, ([, given = '', minute]) => [time(meanings(given, minute))]),
  (text) => takeOut(text, bareHour, ([, given = '', minute]) => [time(meanings(given, minute))]),
)
