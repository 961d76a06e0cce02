import type { Lead } from '../../../../shared/lead.ts'

/** A contact's title: it has at least one of these three. */
export const nameOfContact = ({ name, email, phone, id }: Pick<Lead, 'name' | 'email' | 'phone' | 'id'>): string =>
  name || email || phone || id
