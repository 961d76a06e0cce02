import type { LeadListItem } from '../../../../shared/lead.ts'
import type { ContactFilter } from '../../live/contact-filter.ts'
import type { Store } from '../../live/store.ts'
import { type Changed, replaceIn } from './contact-list.ts'

/** The ids of the selected contacts, and where a range starts. */
export type Selection = {
  chosen: ReadonlyMap<string, LeadListItem>
  anchor: string | null
  /** Everything that the filter finds is selected, including contacts that are not loaded. */
  isEverything?: true
}

type Contacts = readonly LeadListItem[]

export const nothingSelected: Selection = { chosen: new Map(), anchor: null }

/** Selects or deselects a contact. A range starts there from now on. */
export function toggled({ chosen }: Selection, contact: LeadListItem): Selection {
  const next = new Map(chosen)
  if (!next.delete(contact.id)) next.set(contact.id, contact)
  return { chosen: next, anchor: contact.id }
}

/**
 * Selects the range from its start to `id`; only `id` if nothing was selected before.
 * @param contacts in the list's order
 */
export function ranged({ chosen, anchor }: Selection, id: string, contacts: Contacts): Selection {
  const place = (of: string) => contacts.findIndex((contact) => contact.id === of)
  const [from, to] = [place(anchor ?? id), place(id)]
  if (to < 0) return { chosen, anchor }
  const [first, last] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)]
  return { chosen: byId([...chosen.values(), ...contacts.slice(first, last + 1)]), anchor: from < 0 ? id : anchor }
}

export const selectedAll = (contacts: Contacts): Selection => ({
  chosen: byId(contacts),
  anchor: contacts.at(-1)?.id ?? null,
})

/** The selected contacts that still exist. */
export function withoutGone(selection: Selection, contacts: Contacts): Selection {
  const there = new Set(contacts.map(({ id }) => id))
  return keptOf(
    selection,
    [...selection.chosen.values()].filter(({ id }) => there.has(id)),
  )
}

/** The selection after some contacts changed. Deselects those that were deleted or no longer match the filter. */
export const changedAmong = (selection: Selection, changed: Changed, filter: ContactFilter): Selection =>
  keptOf(selection, replaceIn([...selection.chosen.values()], changed, filter))

function keptOf(selection: Selection, kept: Contacts): Selection {
  const { chosen, anchor } = selection
  const isSame = kept.length === chosen.size && kept.every((contact) => chosen.get(contact.id) === contact)
  const next = isSame ? chosen : byId(kept)
  return { ...selection, chosen: next, anchor: anchor !== null && next.has(anchor) ? anchor : null }
}

const byId = (contacts: Contacts) => new Map(contacts.map((contact) => [contact.id, contact]))

/** The table's state that is kept while a contact is shown. */
export type TableState = {
  /** The row of the keyboard cursor. */
  current: string | null
  selection: Store<Selection>
  /** The scroll position. */
  offset: number
}
