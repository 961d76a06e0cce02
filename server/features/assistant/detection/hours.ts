import { Hours } from '../../../../shared/time.ts'
import { allLanguages } from '../../../language/languages.ts'

const order = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
type Day = (typeof order)[number]

/** The patterns of days and times in all languages. */
const calendars = allLanguages.map(({ calendar }) => calendar)
const namesOf = (place: number) => calendars.flatMap(({ days, shortDays }) => [days[place], shortDays[place]]).join('|')
const anyOf = (name: 'to' | 'until' | 'closed' | 'everyDay') => calendars.map((calendar) => calendar[name]).join('|')
const clock = String.raw`(\d{1,2})(?:\s?[:.h]\s?(\d{2}))?\s?(a\.?m\.?|p\.?m\.?|uhr|h(?!\p{L}))?`
const dash = String.raw`\s?(?:–|—|-|${anyOf('to')})\s?`
const tokens = new RegExp(
  [
    ...order.map((day, place) => String.raw`(?<${day}>(?<![\p{L}\d])(?:${namesOf(place)})(?![\p{L}\d])\.?)`),
    `(?<times>(?<![\\d:.])${clock}${dash}${clock}(?![\\d:]))`,
    String.raw`(?<until>(?<!\p{L})(?:${anyOf('until')})\s${clock})`,
    String.raw`(?<closed>(?<!\p{L})(?:${anyOf('closed')})(?!\p{L}))`,
    String.raw`(?<all>(?<!\p{L})(?:${anyOf('everyDay')})(?!\p{L}))`,
    String.raw`(?<through>–|—|-|(?<!\p{L})(?:${anyOf('to')})(?!\p{L}))`,
  ].join('|'),
  'giu',
)
/** A month shows that the hours are seasonal. `May` is excluded, because it is also another word. */
const season = new RegExp(
  String.raw`(?<!\p{L})(?:${calendars.flatMap(({ months }) => months.split(' ').filter((name) => !/^ma[iy]$/.test(name))).join('|')})(?!\p{L})`,
  'iu',
)

type Week = Partial<Record<Day, string[]>>

const maxLineLength = 400
const minDays = 4

/** The weekly hours of a page, from the table, list or sentence that covers the most days; null if there are none. */
export function findHours(markdown: string): Hours | null {
  const weeks: Week[] = []
  for (const line of markdown.split('\n')) {
    const text = line.startsWith('|') ? line.split('|').slice(1, 3).join(' ') : line
    if (text.length > maxLineLength || season.test(text)) continue
    const read = readDays(text)
    const names = Object.keys(read) as Day[]
    const last = weeks.at(-1)
    if (names.length === 0) continue
    if (last && names.every((day) => last[day] === undefined)) Object.assign(last, read)
    else weeks.push(read)
  }
  const days = (week: Week) => Object.keys(week).length
  const fullest = weeks.reduce<Week>((best, week) => (days(week) > days(best) ? week : best), {})
  const hours = days(fullest) >= minDays ? Hours.safeParse(fullest) : undefined
  return hours?.data ?? null
}

type State = {
  week: Week
  days: Day[]
  from: Day | undefined
  isThrough: boolean
  isComplete: boolean
  isClosed: boolean
}

/** The hours of the days that a line names. */
function readDays(line: string): Week {
  const state: State = { week: {}, days: [], from: undefined, isThrough: false, isComplete: false, isClosed: false }
  for (const found of line.matchAll(tokens)) {
    const { through, times, until, closed, all } = found.groups ?? {}
    const day = order.find((one) => found.groups?.[one] !== undefined)
    if (day) nameDay(state, day)
    else if (all) nameAll(state)
    else if (times) setHours(state, rangeOf(found.slice(order.length + 2)))
    else if (until) lengthen(state, timeOf(until.match(new RegExp(clock, 'iu'))?.slice(1) ?? []))
    else if (closed) close(state)
    state.isThrough = through !== undefined
  }
  return state.week
}

function nameDay(state: State, day: Day): void {
  if (state.isComplete) Object.assign(state, { days: [], isComplete: false, from: undefined })
  const added = state.isThrough && state.from ? daysBetween(state.from, day) : [day]
  state.days.push(...added)
  state.from = day
  if (state.isClosed) for (const one of added) state.week[one] = []
}

const nameAll = (state: State) => Object.assign(state, { days: [...order], isComplete: false, isClosed: false })

function daysBetween(from: Day, to: Day): Day[] {
  const length = (order.indexOf(to) - order.indexOf(from) + order.length) % order.length
  return Array.from({ length }, (_, step) => order[(order.indexOf(from) + step + 1) % order.length] as Day)
}

function setHours(state: State, range: string | undefined): void {
  if (!range) return
  for (const day of state.days) state.week[day] = state.isComplete ? [...(state.week[day] ?? []), range] : [range]
  Object.assign(state, { isComplete: state.days.length > 0, isClosed: false })
}

/** `Tuesday to Friday 9–18, Thursday until 20`. */
function lengthen(state: State, end: string | undefined): void {
  for (const day of state.days) {
    const last = state.week[day]?.at(-1)
    if (last && end) state.week[day]?.splice(-1, 1, `${last.split('-')[0]}-${end}`)
  }
  state.isComplete = true
}

function close(state: State): void {
  const isAfter = state.days.length > 0 && !state.isComplete
  for (const day of isAfter ? state.days : []) state.week[day] = []
  Object.assign(state, { isComplete: true, isClosed: !isAfter })
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
