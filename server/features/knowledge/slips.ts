/** Of shorter words, others are as near as what was meant. */
export const shortestMisspelt = 5

/** How many slips a word of this length may have. */
export const slipsIn = (lexeme: string): number => (lexeme.length >= 9 ? 2 : 1)

/** Whether another lexeme may be this one, misspelt, with the first two letters right. */
export const isSlip = (lexeme: string, other: string): boolean =>
  lexeme.slice(0, 2) === other.slice(0, 2) && isAnySlip(lexeme, other)

/** The same wherever the slip is. One that begins with the other is more often another word: `plane`, `plan`. */
export function isAnySlip(lexeme: string, other: string): boolean {
  if (lexeme.length < shortestMisspelt || lexeme.startsWith(other) || other.startsWith(lexeme)) return false
  const slips = slipsIn(lexeme)
  return slipsBetween(lexeme, other, slips) <= slips || squeezed(lexeme) === squeezed(other)
}

/** Which of its letters a word doubles is what is forgotten first. */
const squeezed = (word: string) => word.replace(/(.)\1/gu, '$1')

/** How many letters were left out, added, replaced or swapped with their neighbour; any number above `most` for more. */
export function slipsBetween(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i++) {
    const row = [i]
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1]
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      if (swapped) slips = Math.min(slips, (before[j - 2] ?? 0) + 1)
      row.push(slips)
    }
    before = last
    last = row
  }
  return last[right.length] ?? most + 1
}
