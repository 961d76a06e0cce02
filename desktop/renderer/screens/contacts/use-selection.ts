import { useMemo } from 'react'
import type { LeadListItem } from '../../../../shared/lead.ts'
import { useStore } from '../../live/store.ts'
import { nothingSelected, ranged, type Selection, selectedAll, toggled, withoutGone } from './selection.ts'
import type { TableState } from './table-state.ts'

export type Selecting = {
  /** As they are now, by their ids. */
  chosen: ReadonlyMap<string, LeadListItem>
  /** Takes one in or leaves it out. */
  toggle(contact: LeadListItem): void
  /** Takes in all up to here. */
  upTo(id: string): void
  /** Takes in all that are there; where all are in already, none. */
  all(): void
  /** Takes in these and no others. */
  these(contacts: readonly LeadListItem[]): void
  clear(): void
}

/**
 * Which contacts are chosen. Kept in `standing`, so that it is the same after one of them was looked at.
 * @param contacts those that are there
 * @param isWhole whether there are no others. Where there are, one that is not there may stand further down: after many were
 * changed, the list begins anew.
 */
export function useSelection(standing: TableState, contacts: readonly LeadListItem[], isWhole: boolean): Selecting {
  const kept = useStore(standing.selection, (selection) => selection)
  const selection = useMemo(() => (isWhole ? withoutGone(kept, contacts) : kept), [kept, contacts, isWhole])
  const chosen = useMemo(() => {
    const now = new Map(contacts.map((contact) => [contact.id, contact]))
    return new Map([...selection.chosen].map(([id, contact]) => [id, now.get(id) ?? contact]))
  }, [selection, contacts])
  const change = (next: (before: Selection) => Selection) => standing.selection.set(next(selection))
  const isAll = () => contacts.every(({ id }) => chosen.has(id))
  return {
    chosen,
    toggle: (contact) => change((before) => toggled(before, contact)),
    upTo: (id) => change((before) => ranged(before, id, contacts)),
    all: () => standing.selection.set(isAll() ? nothingSelected : selectedAll(contacts)),
    these: (given) => standing.selection.set(selectedAll(given)),
    clear: () => standing.selection.set(nothingSelected),
  }
}
