import type { Span } from './days.ts'

type Item = Span & { id: string }

/** Where an appointment is beside those at the same time. */
export type Lane = { lane: number; lanes: number }

/** Appointments for which there is no room beside the others. */
export type More = Span & { ids: string[]; lanes: number }

/**
 * Places what overlaps side by side. Groups that overlap share their width equally. Beyond `maxLanes`, the last lane
 * counts the others.
 * @param items with starts and ends as they are drawn
 */
export function layOut(items: readonly Item[], maxLanes: number): { lanes: Map<string, Lane>; more: More[] } {
  const lanes = new Map<string, Lane>()
  const more: More[] = []
  for (const group of groupsOf(items)) {
    const placed = lanesOf(group)
    const count = Math.max(...placed.map(({ lane }) => lane)) + 1
    const shown = count > maxLanes ? maxLanes - 1 : count
    const all = Math.min(count, maxLanes)
    for (const { item, lane } of placed) if (lane < shown) lanes.set(item.id, { lane, lanes: all })
    const hidden = placed.filter(({ lane }) => lane >= shown).map(({ item }) => item)
    if (hidden.length > 0)
      more.push({
        start: Math.min(...hidden.map(({ start }) => start)),
        end: Math.max(...hidden.map(({ end }) => end)),
        ids: hidden.map(({ id }) => id),
        lanes: all,
      })
  }
  return { lanes, more }
}

/** Items in groups: those of one group overlap, directly or through others. */
function groupsOf(items: readonly Item[]): Item[][] {
  const groups: Item[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const item of items.toSorted((a, b) => a.start - b.start || b.end - a.end || (a.id < b.id ? -1 : 1))) {
    if (item.start >= end) groups.push([])
    groups.at(-1)?.push(item)
    end = Math.max(end, item.end)
  }
  return groups
}

/** The first lane that is free, for each in the order of their starts. */
function lanesOf(group: readonly Item[]): { item: Item; lane: number }[] {
  const ends: number[] = []
  return group.map((item) => {
    const free = ends.findIndex((end) => end <= item.start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = item.end
    return { item, lane }
  })
}
