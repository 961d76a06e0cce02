import type { LeadListItem } from '../../../../shared/lead.ts'
import type { ContactFilter } from '../../live/contact-filter.ts'
import { type Changed, replaceIn } from './contact-list.ts'

/** Contacts that were chosen for a change, by their ids, and the one from which a range begins. */
export type Selection = { chosen: ReadonlyMap<string, LeadListItem>; anchor: string | null }

type Contacts = readonly LeadListItem[]

export const nothingSelected: Selection = { chosen: new Map(), anchor: null }

/** Takes one in, or leaves it out; a range begins there from now on. */
export function toggled({ chosen }: Selection, contact: LeadListItem): Selection {
  const next = new Map(chosen)
  if (!next.delete(contact.id)) next.set(contact.id, contact)
  return { chosen: next, anchor: contact.id }
}

/**
 * Takes in all from where the range begins to `id`; where nothing was chosen before, only that.
 * @param contacts in their order
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

/** Those of the selection that are still there. */
export function withoutGone(selection: Selection, contacts: Contacts): Selection {
  const there = new Set(contacts.map(({ id }) => id))
  return keptOf(
    selection,
    [...selection.chosen.values()].filter(({ id }) => there.has(id)),
  )
}

/** The selection after some contacts changed: who is deleted, or is not what the filter asks for any more, is let go. */
export const changedAmong = (selection: Selection, changed: Changed, filter: ContactFilter): Selection =>
  keptOf(selection, replaceIn([...selection.chosen.values()], changed, filter))

function keptOf({ chosen, anchor }: Selection, kept: Contacts): Selection {
  const isSame = kept.length === chosen.size && kept.every((contact) => chosen.get(contact.id) === contact)
  const next = isSame ? chosen : byId(kept)
  return { chosen: next, anchor: anchor !== null && next.has(anchor) ? anchor : null }
}

const byId = (contacts: Contacts) => new Map(contacts.map((contact) => [contact.id, contact]))
