import type { Faults } from './imports.ts'
import type { Module } from './modules.ts'

/**
 * Files that may read and write stored contacts: those of the contacts themselves, those that show them to the team,
 * and those that delete them. All others use `features/contacts/leads/known.ts`, which separates a visitor's own
 * details from claimed ones.
 */
const READERS = [
  /^server\/features\/contacts\/(?!attributes|callbacks)/,
  /^server\/features\/((overview|demo)\/|retention\.ts)/,
  /^server\/features\/conversations\/(list|get|search|delete)\.ts$/,
  /^server\/features\/conversations\/notes\.ts$/,
  /^server\/features\/jobs\/(job|list)\.ts$/,
  /^server\/features\/bookings\/appointment\.ts$/,
]

/**
 * Finds SQL on the table of contacts outside of these files, because a visitor who types an email must not reach
 * somebody's stored details.
 */
export const contactReaders = (modules: Module[]): Faults =>
  modules
    .filter(({ path }) => path.startsWith('server/') && !READERS.some((reader) => reader.test(path)))
    .filter(({ text }) =>
      /\b(from|join|update|into)\s+leads\b|\b(findContact|getContact|listContacts|lockLead)\(/i.test(text),
    )
    .map(({ path }) => `${path}: contacts are read by knownContact of features/contacts/leads/known.ts`)
