import type { Lead } from '../../../../shared/lead.ts'

/** What a contact is called: one of these three it has. */
export const nameOfContact = ({ name, email, phone, id }: Pick<Lead, 'name' | 'email' | 'phone' | 'id'>): string =>
  name || email || phone || id

/** Where the keys stand: at the same contact wherever it moves; where it left the list, at whatever took its place. */
export function placeIn(contacts: readonly { id: string }[], id: string | null, before: number): number {
  const at = contacts.findIndex((contact) => contact.id === id)
  return at >= 0 ? at : Math.min(before, contacts.length - 1)
}
