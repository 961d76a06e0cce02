/** The distance from an edge in which a drag scrolls, and the greatest speed, in pixels and pixels per frame. */
const edge = 56
const maxSpeed = 18

/**
 * The place among other cards where a card lands.
 * @param top the upper edge of the dragged card, from the beginning of the list
 * @param isCut whether the list goes on: then nothing lands behind its last card, whose neighbour is unknown
 */
export function placeAt(top: number, rowHeight: number, count: number, isCut = false): number {
  const last = isCut ? Math.max(0, count - 1) : count
  return Math.max(0, Math.min(last, Math.round(top / rowHeight)))
}

export type Span = { start: number; end: number }

/** The span that contains a point, otherwise the nearest one; -1 if there is none. */
export function nearest(at: number, spans: readonly Span[]): number {
  const distances = spans.map(({ start, end }) => Math.max(start - at, at - end, 0))
  return distances.indexOf(Math.min(...distances))
}

/** How far a drag scrolls in a frame, by the distance of the pointer from the edges of what scrolls. */
export function edgeSpeed(at: number, { start, end }: Span): number {
  const zone = Math.min(edge, (end - start) / 4)
  if (zone <= 0) return 0
  const speed = (distance: number) => Math.round(maxSpeed * Math.min(1, Math.max(0, 1 - distance / zone)))
  return speed(end - at) - speed(at - start)
}
