import type { Hours } from '../../../shared/time.ts'

export type Day = keyof Hours
export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const satisfies readonly Day[]

/** From and to, as time fields have them: midnight at the end of a day is 00:00. */
export type Span = { from: string; to: string }

export const allDay = '00:00-24:00'
const workday = ['09:00-17:00']
/** The initial hours if none are set. */
export const officeHours: Hours = {
  ...{ mon: workday, tue: workday, wed: workday, thu: workday, fri: workday },
  ...{ sat: [], sun: [] },
}

/** The maximum number of spans per day. */
export const maxSpans = 4

export const isAllDay = (ranges: readonly string[]): boolean => ranges.length === 1 && ranges[0] === allDay

export function toSpans(ranges: readonly string[]): Span[] {
  return ranges.map((range) => {
    const [from = '', to = ''] = range.split('-')
    return { from, to: to === '24:00' ? '00:00' : to }
  })
}

const rangeOf = ({ from, to }: Span) => `${from}-${to === '00:00' ? '24:00' : to}`

/** The ranges of a day in their order. Incomplete ones stay, so that no input is lost. */
export const toRanges = (spans: readonly Span[]): string[] => spans.map(rangeOf)

export const inOrder = (ranges: readonly string[]): string[] => ranges.toSorted()

/** The fault of a day: a span that ends before it begins, or overlapping spans. */
export function faultOf(ranges: readonly string[]): 'backwards' | 'overlaps' | undefined {
  const pairs = ranges.map((range) => range.split('-') as [string, string])
  if (pairs.some(([from, to]) => from >= to)) return 'backwards'
  const ordered = pairs.toSorted(([a], [b]) => a.localeCompare(b))
  return ordered.some(([from], place) => place > 0 && from < ordered[place - 1]![1]) ? 'overlaps' : undefined
}

/** A span that can be added to a day: after the last one if there is room, otherwise nine to five. */
export function nextSpan(spans: readonly Span[]): Span {
  const last = spans.map(rangeOf).toSorted().at(-1)?.split('-')[1]
  if (last === undefined) return { from: '09:00', to: '17:00' }
  return last < '22:00' ? { from: addHour(last), to: addHour(addHour(last)) } : { from: '', to: '' }
}

const addHour = (time: string) => `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`
