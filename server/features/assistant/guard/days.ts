import { type Claim, type ClaimReader, inTurn, takeOut } from './claim.ts'

const names = [
  'mondays?|montags?|lundis?|lunes',
  'tuesdays?|dienstags?|mardis?|martes',
  'wednesdays?|mittwochs?|mercredis?|miércoles',
  'thursdays?|donnerstags?|jeudis?|jueves',
  'fridays?|freitags?|vendredis?|viernes',
  'saturdays?|samstags?|sonnabends?|samedis?|sábados?',
  'sundays?|sonntags?|dimanches?|domingos?',
]
const short = [
  'mon|mo|lun',
  'tues?|di|mar',
  'wed|mi|mer',
  'thu(?:rs?)?|do|jeu',
  'fri|fr|ven',
  'sat|sa|sam',
  'sun|so|dim',
]
const anyName = String.raw`(?<!\p{L})(?:${names.join('|')})(?!\p{L})`
// Short forms are other words too, but for their capital.
const withCapital = (pattern: string) => pattern.replace(/(?<=^|\|)\p{L}/gu, (letter) => letter.toUpperCase())
const anyCase = (pattern: string) =>
  pattern.replace(/(?<=^|\|)\p{L}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`)
const anyShort = String.raw`(?<!\p{L})(?:${withCapital(short.join('|'))})(?!\p{L})\.?`
const eitherName = String.raw`(?<!\p{L})(?:${anyCase(names.join('|'))})(?!\p{L})`
const to = String.raw`\s?(?:-|–|—|to|through|bis|au|à|until|a)\s?`

const dayOf = (written: string): number => {
  const plain = written.replace('.', '')
  const isOf = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'iu').test(plain)
  return Math.max(names.findIndex(isOf), short.findIndex(isOf))
}

const day = (place: number): Omit<Claim, 'text'> => ({ kind: 'day', means: [`day:${place}`] })
const every = [0, 1, 2, 3, 4, 5, 6]
const groups: [pattern: RegExp, days: number[]][] = [
  [/(?<!\p{L})(?:week-?ends?|wochenenden?|fin de semana)(?!\p{L})/giu, [5, 6]],
  [/(?<!\p{L})(?:weekdays?|werktags?|wochentags?|en semaine)(?!\p{L})/giu, [0, 1, 2, 3, 4]],
  [/(?<!\p{L})(?:every day|daily|täglich|jeden tag|tous les jours|todos los días|7 days a week)(?!\p{L})/giu, every],
]

const single = new RegExp(anyName, 'giu')
const abbreviated = new RegExp(String.raw`${anyShort}(?=\s?[\d:–,-])`, 'gu')
const range = new RegExp(`(${eitherName}|${anyShort})${to}(${eitherName}|${anyShort})`, 'gu')

/** Days of the week. A range supports the days within it, and is a claim of its ends. */
export const readDays: ClaimReader = inTurn(
  (text, lenient) =>
    takeOut(text, range, ([, from = '', end = '']) => {
      const [first, last] = [dayOf(from), dayOf(end)]
      const length = ((last - first + 7) % 7) + 1
      const all = Array.from({ length }, (_, step) => (first + step) % 7)
      return (lenient ? all : [first, last]).map(day)
    }),
  (text) => takeOut(text, single, ([name]) => [day(dayOf(name))]),
  (text, lenient) => (lenient ? readGroups(text) : { claims: [], rest: text }),
)

function readGroups(text: string): { claims: Claim[]; rest: string } {
  const found = groups.flatMap(([pattern, days]) => takeOut(text, pattern, () => days.map(day)).claims)
  const shortened = takeOut(text, abbreviated, ([name]) => [day(dayOf(name))]).claims
  return { claims: [...found, ...shortened], rest: text }
}
