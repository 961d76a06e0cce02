import { type RefObject, useEffect, useRef, useState } from 'react'
import type { LeadListItem } from '../../../../shared/lead.ts'
import { go } from '../../app/route.ts'
import { useCommand } from '../../keys/commands.tsx'
import { type ContactFilter, writeFilter } from '../../live/contact-filter.ts'
import { placeOf } from '../../ui/cursor.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import type { TableState } from './table-state.ts'
import type { Selecting } from './use-selection.ts'

type Options = {
  contacts: readonly LeadListItem[]
  filter: ContactFilter
  standing: TableState
  selecting: Selecting
  scroller: RefObject<HTMLElement | null>
  /** Scrolls to a row. */
  show(at: number): void
}

/**
 * Goes through the table by keys, chooses what they stand on, and opens it.
 * @returns the index of the row that the keys stand on; and whether they were used here yet
 */
export function useCursor({ contacts, filter, standing, selecting, scroller, show }: Options) {
  const words = useContactsWords()
  const [id, setId] = useState(standing.current)
  const last = useRef(0)
  const current = Math.max(0, placeOf(contacts, id, last.current))
  last.current = current
  const focusRow = (row: string) => {
    const link = scroller.current?.querySelector<HTMLElement>(`[data-contact="${row}"]`)
    link?.focus({ preventScroll: true })
    return link !== null && link !== undefined
  }
  // Back from a contact, the focus is where it was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the table comes
  useEffect(() => {
    if (id !== null) focusRow(id)
  }, [])
  const move = (by: 1 | -1) => {
    // The first press shows where the keys stand; nothing is skipped by it.
    const next = id === null ? current : Math.max(0, Math.min(contacts.length - 1, current + by))
    const contact = contacts[next]
    if (!contact) return
    standing.current = contact.id
    setId(contact.id)
    show(next)
    // At once where the row is there already: who types on quickly means this one.
    if (!focusRow(contact.id)) requestAnimationFrame(() => focusRow(contact.id))
  }
  const here = contacts[current]
  const open = () => here && go({ page: 'contacts', id: here.id, query: writeFilter(filter) })
  const choose = (put: (contact: LeadListItem) => void) => {
    if (!here) return
    if (id === null) setId(here.id)
    put(here)
  }
  const { commands, title: group } = words
  const isAny = contacts.length > 0
  useCommand({ id: 'contacts.next', words: commands.next, group, keys: 'j', repeats: true, run: () => move(1) })
  useCommand({
    id: 'contacts.previous',
    words: commands.previous,
    group,
    keys: 'k',
    repeats: true,
    run: () => move(-1),
  })
  useCommand({ id: 'contacts.open', words: commands.open, group, keys: 'enter', run: open }, isAny)
  const chooseOne = () => choose(selecting.toggle)
  useCommand({ id: 'contacts.choose', words: commands.choose, group, keys: 'x', run: chooseOne }, isAny)
  const chooseTo = () => choose((contact) => selecting.upTo(contact.id))
  useCommand({ id: 'contacts.chooseTo', words: commands.chooseTo, group, keys: 'shift+x', run: chooseTo }, isAny)
  return { current, isUsed: id !== null }
}
