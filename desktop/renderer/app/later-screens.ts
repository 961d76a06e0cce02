/** The screens that are not read at first, in one file: they share most of what they are made of. */
export { Callbacks } from '../screens/callbacks/callbacks.tsx'
export { Contacts } from '../screens/contacts/contacts.tsx'
export { Guide } from '../screens/guide/guide.tsx'
export { Found, NothingFound } from '../screens/inbox/list/found.tsx'
export { Summary } from '../screens/inbox/visitor/summary.tsx'
export { Knowledge } from '../screens/knowledge/knowledge.tsx'
export { Overview } from '../screens/overview/overview.tsx'
export { Settings } from '../screens/settings/settings.tsx'
