import type { Faults } from './imports.ts'
import type { Module } from './modules.ts'

/**
 * What reads and writes stored contacts: the contacts themselves, what shows them to the team, and what clears them away.
 * Everything else knows a contact by `features/contacts/leads/known.ts`, which tells a visitor's own details from claimed ones.
 */
const READERS = [
  /^server\/features\/contacts\/(?!attributes|callbacks)/,
  /^server\/features\/((overview|demo)\/|retention\.ts)/,
  /^server\/features\/conversations\/(list|get|search|delete)\.ts$/,
  /^server\/features\/conversations\/notes\.ts$/,
]

/** Only these name the table of contacts in SQL: a visitor who types an email reaches nobody's stored details. */
export const contactReaders = (modules: Module[]): Faults =>
  modules
    .filter(({ path }) => path.startsWith('server/') && !READERS.some((reader) => reader.test(path)))
    .filter(({ text }) =>
      /\b(from|join|update|into)\s+leads\b|\b(findContact|getContact|listContacts|lockLead)\(/i.test(text),
    )
    .map(({ path }) => `${path}: contacts are read by knownContact of features/contacts/leads/known.ts`)
