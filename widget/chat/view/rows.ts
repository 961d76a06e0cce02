import type { Entry } from '../talk.ts'
import type { Words } from '../words/en.ts'
import { fill } from '../words/words.ts'

/** An entry as a row of the list. */
export type Row = {
  entry: Entry
  /** Shows the author: the first of a group by one author within two minutes. */
  isFirst: boolean
  /** The first of its day, if the day is shown. */
  startsDay: boolean
}

const groupMs = 2 * 60_000

/** Groups messages. The day is shown where it changes, and at the beginning unless it is today. */
export function rowsOf(entries: readonly Entry[], now: number): Row[] {
  return entries.map((entry, at) => {
    const before = entries[at - 1]
    const startsDay = dayOf(before?.ts ?? now) !== dayOf(entry.ts)
    return { entry, startsDay, isFirst: startsDay || !before || !isTogether(before, entry) }
  })
}

const isTogether = (before: Entry, entry: Entry) =>
  authorOf(before) === authorOf(entry) && entry.ts - before.ts < groupMs

/** The author, as far as grouping is concerned. */
const authorOf = ({ role, meta }: Entry) => `${role} ${meta?.human ? `person ${meta.agentName ?? ''}` : ''}`

const dayOf = (ts: number) => new Date(ts).toDateString()

/**
 * `14:02`, in English `2:02 PM`. Avoids `Intl`: its first use on a page blocks a slow processor for longer than
 * rendering the whole chat.
 */
export function timeWords(ts: number, language: string): string {
  const date = new Date(ts)
  const hour = date.getHours()
  const minute = twoDigits(date.getMinutes())
  if (language !== 'en') return `${twoDigits(hour)}:${minute}`
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

const twoDigits = (value: number) => `${value}`.padStart(2, '0')

/** `Today`, `Yesterday`, or the date. */
export function dayWords(ts: number, now: number, words: Words): string {
  const days = Math.round((startOfDay(ts) - startOfDay(now)) / 86_400_000)
  if (days === 0) return words.today
  if (days === -1) return words.yesterday
  const date = new Date(ts)
  const [weekday, month] = [words.weekdays.split(' ')[date.getDay()], words.months.split(' ')[date.getMonth()]]
  return fill(words.date, { weekday: `${weekday}`, month: `${month}`, day: date.getDate() })
}

const startOfDay = (ts: number) => new Date(ts).setHours(0, 0, 0, 0)
