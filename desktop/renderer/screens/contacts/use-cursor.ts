import { type RefObject, useEffect } from 'react'
import type { LeadListItem } from '../../../../shared/lead.ts'
import { useCommand } from '../../keys/commands.tsx'
import { type ContactFilter, writeFilter } from '../../live/contact-filter.ts'
import { type Cursor, useCursor } from '../../ui/cursor.ts'
import { navigate } from '../../ui/route.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import type { TableState } from './selection.ts'
import type { Selecting } from './use-selection.ts'

type Options = {
  contacts: readonly LeadListItem[]
  filter: ContactFilter
  table: TableState
  selecting: Selecting
  scroller: RefObject<HTMLElement | null>
  /** Scrolls to a row. */
  show(at: number): void
}

/** The keyboard cursor of the table. Keys select contacts and open the current one. */
export function useContactCursor({ contacts, filter, table, selecting, scroller, show }: Options): Cursor {
  const words = useContactsWords()
  const cursor = useCursor({
    rows: contacts,
    show,
    find: (id) => scroller.current?.querySelector<HTMLElement>(`[data-contact="${id}"]`),
    kept: table.current,
  })
  // After returning from a contact, the focus is where it was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the table appears
  useEffect(() => {
    if (cursor.isUsed) cursor.focus()
  }, [])
  const move = (by: 1 | -1) => {
    table.current = cursor.move(by) ?? table.current
  }
  const here = contacts[Math.max(0, cursor.place)]
  const open = () => here && navigate({ page: 'contacts', id: here.id, query: writeFilter(filter) })
  const choose = (put: (contact: LeadListItem) => void) => {
    if (!here) return
    if (!cursor.isUsed) cursor.stand(here.id)
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
  return cursor
}
