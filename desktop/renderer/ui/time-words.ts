import type { Words } from '../words/en.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

type Said = Words['inbox']['time']

const formats = new Map<string, Intl.DateTimeFormat>()

function format(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, known)
  return known
}

/** How old something is, in as few signs as a row has room for: `now`, `4 m`, `3 h`, `Tue`, `12 Mar`, `12 Mar 24`. */
export function ageWords(at: number, now: number, language: string, said: Said): string {
  const passed = now - at
  if (passed < minute) return said.now
  if (passed < hour) return said.minutes(Math.floor(passed / minute))
  const [then, today] = [new Date(at), new Date(now)]
  if (then.toDateString() === today.toDateString()) return said.hours(Math.floor(passed / hour))
  if (passed < 6 * day) return format(language, { weekday: 'short' }).format(then)
  const isThisYear = then.getFullYear() === today.getFullYear()
  return format(language, { day: 'numeric', month: 'short', ...(!isThisYear && { year: '2-digit' }) }).format(then)
}

/** The whole time, for who rests on it. */
export const wholeTime = (at: number, language: string): string =>
  format(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at)

/** How long somebody waits, so that it can be seen to tick: `0:07`, `12:40`, `3:02:11`. */
export function waitWords(since: number, now: number): string {
  // Two machines' clocks may differ by a little: nobody waits since later.
  const seconds = Math.max(0, Math.floor((now - since) / second))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (count: number) => String(count).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
