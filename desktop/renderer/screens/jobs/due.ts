/** The time of day of a due date without a time: the end of its day, in the reader's time zone. */
const endOfDay = '23:59'

const two = (count: number) => String(count).padStart(2, '0')

/** A due date as the text of its two fields, `2030-02-01 14:00`. The end of a day has no time. Empty: none. */
export function dueText(at: number | null): string {
  if (at === null) return ''
  const date = new Date(at)
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`
  const year = String(date.getFullYear()).padStart(4, '0')
  const day = `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return time === endOfDay ? day : `${day} ${time}`
}

/** The date and the time of such a text; each is empty if it is missing. */
export function dueParts(text: string): { date: string; time: string } {
  const [, date = '', time = ''] = /^(\d{4,6}-\d\d-\d\d)?\s?(\d\d:\d\d)?$/.exec(text) ?? []
  return { date, time }
}

/** The time of such a text; null without a date. */
export function dueAt(text: string): number | null {
  const { date, time } = dueParts(text)
  return date === '' ? null : new Date(`${date}T${time || endOfDay}`).getTime()
}
