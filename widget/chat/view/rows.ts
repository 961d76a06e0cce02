import type { Entry } from '../talk.ts'

/** An entry as it stands in the list. */
export type Row = {
  entry: Entry
  /** Says who wrote it: the first of a group, which is of one author and within two minutes. */
  isFirst: boolean
  /** The first of its day, where that is to be said. */
  startsDay: boolean
}

const groupMs = 2 * 60_000

/** Groups what was said. The day is said where it changes, and at the beginning unless that is today. */
export function rowsOf(entries: readonly Entry[], now: number): Row[] {
  return entries.map((entry, at) => {
    const before = entries[at - 1]
    const startsDay = dayOf(before?.ts ?? now) !== dayOf(entry.ts)
    return { entry, startsDay, isFirst: startsDay || !before || !isTogether(before, entry) }
  })
}

const isTogether = (before: Entry, entry: Entry) =>
  authorOf(before) === authorOf(entry) && entry.ts - before.ts < groupMs

/** Who wrote it, as far as a group tells. */
const authorOf = ({ role, meta }: Entry) => `${role} ${meta?.human ? `person ${meta.agentName ?? ''}` : ''}`

const dayOf = (ts: number) => new Date(ts).toDateString()

/** `14:02`, as the language writes it. */
export const timeWords = (ts: number, language: string): string =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(ts)

/** `Today`, `Yesterday`, or the date. */
export function dayWords(ts: number, now: number, language: string): string {
  const days = Math.round((startOfDay(ts) - startOfDay(now)) / 86_400_000)
  const words =
    days > -2 && days <= 0
      ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
      : new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(ts)
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1)
}

const startOfDay = (ts: number) => new Date(ts).setHours(0, 0, 0, 0)
