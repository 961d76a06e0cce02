import type { FoundWords } from '../words/en/found.ts'

const latest = 8_640_000_000_000_000

/** When what is found began, in words; undefined where that is left open. `to` itself is not in it. */
export function foundTime(
  asked: URLSearchParams,
  words: Pick<FoundWords, 'between' | 'on' | 'since' | 'until'>,
  day: (at: number) => string,
): string | undefined {
  const [from, end] = [timeIn(asked.get('from')), timeIn(asked.get('to'))]
  const to = end === undefined ? undefined : day(end - 1)
  if (from === undefined) return to && words.until(to)
  if (to === undefined) return words.since(day(from))
  return day(from) === to ? words.on(to) : words.between(day(from), to)
}

function timeIn(text: string | null): number | undefined {
  const at = /^\d{1,16}$/.test(text ?? '') ? Number(text) : Number.NaN
  return at <= latest ? at : undefined
}
