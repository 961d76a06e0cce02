import { useEffect, useMemo } from 'react'
import type { LeadListItem } from '../../../../shared/lead.ts'
import { useStore } from '../../live/store.ts'
import type { TableState } from './selection.ts'
import { nothingSelected, ranged, type Selection, selectedAll, toggled, withoutGone } from './selection.ts'

export type Selecting = {
  /** The current contacts, by id. */
  chosen: ReadonlyMap<string, LeadListItem>
  /** Whether everything that the filter finds is selected; `chosen` has the loaded contacts. */
  isEverything: boolean
  isAllLoaded: boolean
  /** Selects or deselects one. */
  toggle(contact: LeadListItem): void
  /** Selects the range up to here. */
  upTo(id: string): void
  /** Selects all, or none if all are selected. */
  all(): void
  /** Selects everything that the filter finds. */
  everything(): void
  clear(): void
}

/**
 * The selected contacts. Stored in `table`, so that the selection survives looking at a contact.
 * @param contacts the fetched contacts
 * @param isWhole whether these are all contacts. If not, a missing one may be on a later page, because the list starts
 * again after many changes.
 */
export function useSelection(table: TableState, contacts: readonly LeadListItem[], isWhole: boolean): Selecting {
  const kept = useStore(table.selection, (selection) => selection)
  const isEverything = kept.isEverything === true
  const selection = useMemo(() => {
    if (isEverything) return { ...selectedAll(contacts), isEverything }
    return isWhole ? withoutGone(kept, contacts) : kept
  }, [kept, contacts, isWhole, isEverything])
  const isEmpty = isWhole && contacts.length === 0
  useEffect(() => {
    // Contacts that come later were not meant.
    if (isEverything && isEmpty) table.selection.set(nothingSelected)
  }, [isEverything, isEmpty, table])
  const chosen = useMemo(() => {
    const now = new Map(contacts.map((contact) => [contact.id, contact]))
    return new Map([...selection.chosen].map(([id, contact]) => [id, now.get(id) ?? contact]))
  }, [selection, contacts])
  const change = (next: (before: Selection) => Selection) => table.selection.set(next(selection))
  const isAllLoaded = contacts.every(({ id }) => chosen.has(id))
  return {
    chosen,
    isEverything,
    isAllLoaded,
    toggle: (contact) => change((before) => toggled(before, contact)),
    upTo: (id) => change((before) => ranged(before, id, contacts)),
    all: () => table.selection.set(isAllLoaded ? nothingSelected : selectedAll(contacts)),
    everything: () => table.selection.set({ ...selectedAll(contacts), isEverything: true }),
    clear: () => table.selection.set(nothingSelected),
  }
}
