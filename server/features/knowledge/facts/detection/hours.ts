import { Hours } from '../../../../../shared/time.ts'

const order = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
type Day = (typeof order)[number]

// English, German, French, Spanish; the first letters suffice.
const dayNames: Record<Day, string> = {
  mon: 'mon(?:days?)?|montags?|mo|lundis?|lun(?:es)?',
  tue: 'tue(?:s(?:days?)?)?|dienstags?|di|mardis?|mar(?:tes)?',
  wed: 'wed(?:nesdays?)?|mittwochs?|mi|mercredis?|mié(?:rcoles)?|miercoles',
  thu: 'thu(?:r(?:s(?:days?)?)?)?|donnerstags?|do|jeudis?|jue(?:ves)?',
  fri: 'fri(?:days?)?|freitags?|fr|vendredis?|vie(?:rnes)?',
  sat: 'sat(?:urdays?)?|samstags?|sonnabends?|sa|samedis?|sáb(?:ados?)?|sabados?',
  sun: 'sun(?:days?)?|sonntags?|so|dimanches?|dom(?:ingos?)?',
}
const clock = String.raw`(\d{1,2})(?:\s?[:.h]\s?(\d{2}))?\s?(a\.?m\.?|p\.?m\.?|uhr|h(?!\p{L}))?`
const dash = String.raw`\s?(?:–|—|-|to|bis|until|till|à|a)\s?`
const tokens = new RegExp(
  [
    ...order.map((day) => String.raw`(?<${day}>(?<![\p{L}\d])(?:${dayNames[day]})(?![\p{L}\d])\.?)`),
    `(?<times>(?<![\\d:.])${clock}${dash}${clock}(?![\\d:]))`,
    String.raw`(?<until>(?<!\p{L})(?:until|till|bis|jusqu’à|jusqu'à|hasta)\s${clock})`,
    String.raw`(?<closed>(?<!\p{L})(?:closed|geschlossen|ruhetag|fermé|cerrado)(?!\p{L}))`,
    String.raw`(?<all>(?<!\p{L})(?:every day|daily|täglich|tous les jours|todos los días)(?!\p{L}))`,
    String.raw`(?<through>–|—|-|(?<!\p{L})(?:to|through|bis|au|à|a)(?!\p{L}))`,
  ].join('|'),
  'giu',
)
const season =
  /\b(?:january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre)\b/i

type Week = Partial<Record<Day, string[]>>

const longestLine = 400
const fewestDays = 4

/** The hours of a week that a page tells, by whichever of its tables, lists and sentences names most days; null: none does. */
export function findHours(markdown: string): Hours | null {
  const weeks: Week[] = []
  for (const line of markdown.split('\n')) {
    const text = line.startsWith('|') ? line.split('|').slice(1, 3).join(' ') : line
    if (text.length > longestLine || season.test(text)) continue
    const read = readDays(text)
    const names = Object.keys(read) as Day[]
    const last = weeks.at(-1)
    if (names.length === 0) continue
    if (last && names.every((day) => last[day] === undefined)) Object.assign(last, read)
    else weeks.push(read)
  }
  const days = (week: Week) => Object.keys(week).length
  const most = weeks.reduce<Week>((best, week) => (days(week) > days(best) ? week : best), {})
  const hours = days(most) >= fewestDays ? Hours.safeParse(most) : undefined
  return hours?.data ?? null
}

type State = { week: Week; days: Day[]; from: Day | undefined; isThrough: boolean; isTold: boolean; isClosed: boolean }

/** What one line says of the days that it names. */
function readDays(line: string): Week {
  const state: State = { week: {}, days: [], from: undefined, isThrough: false, isTold: false, isClosed: false }
  for (const found of line.matchAll(tokens)) {
    const { through, times, until, closed, all } = found.groups ?? {}
    const day = order.find((one) => found.groups?.[one] !== undefined)
    if (day) nameDay(state, day)
    else if (all) nameAll(state)
    else if (times) tell(state, rangeOf(found.slice(order.length + 2)))
    else if (until) lengthen(state, timeOf(until.match(new RegExp(clock, 'iu'))?.slice(1) ?? []))
    else if (closed) close(state)
    state.isThrough = through !== undefined
  }
  return state.week
}

function nameDay(state: State, day: Day): void {
  if (state.isTold) Object.assign(state, { days: [], isTold: false, from: undefined })
  const added = state.isThrough && state.from ? daysBetween(state.from, day) : [day]
  state.days.push(...added)
  state.from = day
  if (state.isClosed) for (const one of added) state.week[one] = []
}

const nameAll = (state: State) => Object.assign(state, { days: [...order], isTold: false, isClosed: false })

function daysBetween(from: Day, to: Day): Day[] {
  const length = (order.indexOf(to) - order.indexOf(from) + order.length) % order.length
  return Array.from({ length }, (_, step) => order[(order.indexOf(from) + step + 1) % order.length] as Day)
}

function tell(state: State, range: string | undefined): void {
  if (!range) return
  for (const day of state.days) state.week[day] = state.isTold ? [...(state.week[day] ?? []), range] : [range]
  Object.assign(state, { isTold: state.days.length > 0, isClosed: false })
}

/** `Tuesday to Friday 9–18, Thursday until 20`. */
function lengthen(state: State, end: string | undefined): void {
  for (const day of state.days) {
    const last = state.week[day]?.at(-1)
    if (last && end) state.week[day]?.splice(-1, 1, `${last.split('-')[0]}-${end}`)
  }
  state.isTold = true
}

function close(state: State): void {
  const isAfter = state.days.length > 0 && !state.isTold
  for (const day of isAfter ? state.days : []) state.week[day] = []
  Object.assign(state, { isTold: true, isClosed: !isAfter })
}

function rangeOf(parts: (string | undefined)[]): string | undefined {
  const [hour, minute, half, endHour, endMinute, endHalf] = parts
  const end = timeOf([endHour, endMinute, endHalf])
  // `9–5 pm` begins in the morning, `1–5 pm` in the afternoon.
  const isLate = /^p/i.test(endHalf ?? '') && half === undefined && Number(hour) < Number(endHour)
  const start = timeOf([hour, minute, isLate && Number(hour) < 8 ? endHalf : half])
  return start && end ? `${start}-${end === '00:00' ? '24:00' : end}` : undefined
}

function timeOf([hour, minute = '00', half = '']: (string | undefined)[]): string | undefined {
  const given = Number(hour)
  const isPm = /^p/i.test(half)
  const isAm = /^a/i.test(half)
  const hours = isPm && given < 12 ? given + 12 : isAm && given === 12 ? 0 : given
  if (hours > 24 || Number(minute) > 59 || hour === undefined) return undefined
  return `${String(hours).padStart(2, '0')}:${minute}`
}
