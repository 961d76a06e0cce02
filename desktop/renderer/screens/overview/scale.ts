const steps = [1, 2, 4, 6, 8, 10]

/** The end of a scale from 0: at least the largest count, rounded, and even because it is halved. */
export function topOf(values: readonly number[]): number {
  const largest = values.reduce((most, value) => Math.max(most, value), 1)
  const power = 10 ** Math.floor(Math.log10(largest))
  return (steps.find((step) => step * power >= largest) ?? 10) * power
}

const rounded = (value: number) => Number(value.toFixed(2))

/** The centre of a point's column, of a width of 100. */
export const middleOf = (place: number, count: number): number => rounded(((place + 0.5) / count) * 100)

/** The distance of a value from the top, of a height of 100. */
export const heightOf = (value: number, top: number): number => rounded((Math.max(0, value) / top) * 100)

/** The SVG path of a line through values, in a square of 100 units whose origin is at the top left. */
export const lineThrough = (values: readonly number[], top: number): string =>
  values
    .map((value, place) => `${middleOf(place, values.length)},${rounded(100 - heightOf(value, top))}`)
    .map((point, place) => `${place === 0 ? 'M' : 'L'}${point}`)
    // A single point is drawn as the round cap of a line without length.
    .join('') + (values.length === 1 ? 'h0' : '')

/** The index of the point at a share of the width. */
export const placeAt = (share: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.floor(share * count)))
