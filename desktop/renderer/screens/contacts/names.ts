import type { Lead } from '../../../../shared/lead.ts'

/** What a contact is called: one of these three it has. */
export const nameOfContact = ({ name, email, phone, id }: Pick<Lead, 'name' | 'email' | 'phone' | 'id'>): string =>
  name || email || phone || id
