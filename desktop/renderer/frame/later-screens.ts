/** The screens that are not read at first, in one file: they share most of what they are made of. */
export { Callbacks } from '../callbacks/callbacks.tsx'
export { Contacts } from '../contacts/contacts.tsx'
export { Guide } from '../guide/guide.tsx'
export { Found, NothingFound } from '../inbox/found.tsx'
export { Knowledge } from '../knowledge/knowledge.tsx'
export { Overview } from '../overview/overview.tsx'
export { Settings } from '../settings/settings.tsx'
export { Summary } from '../visitor/summary.tsx'
