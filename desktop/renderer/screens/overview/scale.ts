const steps = [1, 2, 4, 6, 8, 10]

/** Where a scale of counts ends that begins at 0: no less than the largest, in few digits, and even, for it is halved. */
export function topOf(values: readonly number[]): number {
  const largest = values.reduce((most, value) => Math.max(most, value), 1)
  const power = 10 ** Math.floor(Math.log10(largest))
  return (steps.find((step) => step * power >= largest) ?? 10) * power
}

const rounded = (value: number) => Number(value.toFixed(2))

/** The middle of a place among so many, of a width of 100. */
export const middleOf = (place: number, count: number): number => rounded(((place + 0.5) / count) * 100)

/** How far above the ground a value lies, of a height of 100. */
export const heightOf = (value: number, top: number): number => rounded((Math.max(0, value) / top) * 100)

/** The way of a line through values, in a square of 100 whose zero is at the left and above. */
export const lineThrough = (values: readonly number[], top: number): string =>
  values
    .map((value, place) => `${middleOf(place, values.length)},${rounded(100 - heightOf(value, top))}`)
    .map((point, place) => `${place === 0 ? 'M' : 'L'}${point}`)
    // A single point is drawn as the round end of a line of no length.
    .join('') + (values.length === 1 ? 'h0' : '')

/** At which of so many places something lies that is this share of the width from its beginning. */
export const placeAt = (share: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.floor(share * count)))
