import { useEffect, useMemo, useState } from 'react'
import type { Standing } from './contacts.tsx'
import { nothingSelected, ranged, type Selection, selectedAll, toggled, withoutGone } from './selection.ts'

export type Selecting = {
  ids: ReadonlySet<string>
  /** Takes one in or leaves it out. */
  toggle(id: string): void
  /** Takes in all up to here. */
  upTo(id: string): void
  /** Takes in all that are there; where all are in already, none. */
  all(): void
  /** Takes in these and no others. */
  these(ids: readonly string[]): void
  clear(): void
}

/**
 * Which contacts are chosen. Kept in `standing`, so that it is the same after one of them was looked at.
 * @param order the ids of the contacts that are there
 */
export function useSelection(standing: Standing, order: readonly string[]): Selecting {
  const [kept, keep] = useState(standing.selection)
  const selection = useMemo(() => withoutGone(kept, order), [kept, order])
  useEffect(() => {
    standing.selection = selection
  }, [standing, selection])
  const change = (next: (before: Selection) => Selection) => keep(next(selection))
  return {
    ids: selection.ids,
    toggle: (id) => change((before) => toggled(before, id)),
    upTo: (id) => change((before) => ranged(before, id, order)),
    all: () => change(({ ids }) => (ids.size === order.length ? nothingSelected : selectedAll(order))),
    these: (ids) => keep(selectedAll(ids)),
    clear: () => keep(nothingSelected),
  }
}
