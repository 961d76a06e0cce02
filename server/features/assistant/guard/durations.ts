import { type ClaimReader, inTurn, takeOut } from './claim.ts'
import { numeral, readNumeral } from './numbers.ts'

// What a unit is in minutes, or in months.
const units: [pattern: string, scale: 'minutes' | 'months', size: number][] = [
  ['minutes?|mins?|minuten?', 'minutes', 1],
  ['hours?|hrs?|stunden?|std|heures?|h', 'minutes', 60],
  ['days?|tage?n?|werktage?n?|arbeitstage?n?|jours?|nights?|nächte?n?|nuits?', 'minutes', 1440],
  ['weeks?|wochen?|semaines?', 'minutes', 10_080],
  ['fortnights?', 'minutes', 20_160],
  ['months?|monate?n?|mois', 'months', 1],
  ['years?|jahre?n?|ans?|années?', 'months', 12],
]
const anyUnit = units.map(([pattern]) => pattern).join('|')
const kindOfDay = String.raw`(?:(?:working|business|calendar|opening|full|more|whole|weitere|volle|volles)\s)?`
const to = String.raw`\s?(?:-|–|—|to|bis|à|or|oder|ou|and|und|et|,)\s?`

const plain = new RegExp(
  String.raw`(?:(${numeral})${to})?(${numeral})(½|\s(?:and a half|et demie?))?[\s-]?${kindOfDay}(${anyUnit})(?!\p{L})`,
  'giu',
)
const half =
  /(?<!\p{L})(?:half an? (hour|day|year)|a half[- ](hour|day|year)|(?:eine )?halbe (stunde)|(?:une )?demi-(heure))(?!\p{L})/giu
const fortnight = /(?<!\p{L})(?:a fortnight|quinze jours)(?!\p{L})/giu
const single = new RegExp(
  String.raw`(?<!\p{L}|[\d¦]\s)(?:an?|one|eine?n?|une?)\s${kindOfDay}(${anyUnit})(?!\p{L})`,
  'giu',
)

const unitOf = (written: string) => units.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'iu').test(written))

/** A month is taken for thirty days, so that both ways to say it meet. */
function meanings(number: number, written: string): string[] {
  const [, scale = 'minutes', size = 1] = unitOf(written) ?? []
  const length = number * size
  if (scale === 'minutes') {
    const months = length / (30 * 1440)
    const years = length / (365 * 1440)
    return [
      `minutes:${length}`,
      ...(months >= 1 && Number.isInteger(months) ? [`months:${months}`] : []),
      ...(Number.isInteger(years) ? [`months:${years * 12}`] : []),
    ]
  }
  return [`months:${length}`, `minutes:${length * 30 * 1440}`]
}

const duration = (number: number, written: string) => ({ kind: 'duration' as const, means: meanings(number, written) })

/** Lengths of time: `30 days`, `2 years`, `anderthalb Stunden`. One of a unit is no claim: `one day`, `£9 a day`. */
export const readDurations: ClaimReader = inTurn(
  (text) => takeOut(text, fortnight, () => [duration(14, 'days')]),
  (text) => takeOut(text, half, (found) => [duration(0.5, found.slice(1).find(Boolean) ?? 'hour')]),
  (text, lenient) =>
    takeOut(text, plain, ([, one, other, more, unit = '']) =>
      [one, other]
        .flatMap((number) => (number === undefined ? [] : [readNumeral(number)]))
        .map((number, place, all) => (more && place === all.length - 1 ? number + 0.5 : number))
        .filter((number) => lenient || number !== 1)
        .map((number) => duration(number, unit)),
    ),
  (text, lenient) =>
    lenient ? takeOut(text, single, ([, unit = '']) => [duration(1, unit)]) : { claims: [], rest: text },
)
