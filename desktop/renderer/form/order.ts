/** The list with what stood at one place put to another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const [item] = list.slice(from, from + 1)
  return item === undefined || to < 0 || to >= list.length ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** What rows are known by while they are moved: as many as there are, new ones after those that are known. */
export function fitKeys(keys: readonly number[], count: number): number[] {
  const first = Math.max(-1, ...keys) + 1
  return [...keys, ...Array.from({ length: Math.max(0, count - keys.length) }, (_, more) => first + more)].slice(
    0,
    count,
  )
}

/** The place that a row has while it is dragged: after each other row whose middle is above the pointer. */
export const placeAt = (middles: readonly number[], dragged: number, y: number): number =>
  middles.filter((middle, place) => place !== dragged && middle < y).length
