const latest = 8_640_000_000_000_000

/** A period from an address, in milliseconds. An open end is left out. `to` is exclusive. */
export type Period = { from?: number; to?: number }

/** Parses the part of an address after the `?`, which anybody may have written. */
export function periodIn(asked: URLSearchParams): Period {
  const [from, to] = [timeIn(asked.get('from')), timeIn(asked.get('to'))]
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

function timeIn(text: string | null): number | undefined {
  const at = /^\d{1,16}$/.test(text ?? '') ? Number(text) : Number.NaN
  return at <= latest ? at : undefined
}

/** How a list describes when its items happened. */
export type PeriodWords = {
  between(from: string, to: string): string
  on(day: string): string
  since(from: string): string
  until(to: string): string
}

/** The period in words; undefined if both ends are open. */
export function foundTime(
  { from, to: end }: Period,
  words: PeriodWords,
  day: (at: number) => string,
): string | undefined {
  const to = end === undefined ? undefined : day(end - 1)
  if (from === undefined) return to && words.until(to)
  if (to === undefined) return words.since(day(from))
  return day(from) === to ? words.on(to) : words.between(day(from), to)
}
