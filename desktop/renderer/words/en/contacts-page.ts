import type { Widen } from '../en.ts'

/** The contact settings: tags and attributes. */
export const contactsPage = {
  tags: {
    title: 'Tags',
    intro: 'Tags organise contacts. The team sets them.',
    add: 'Add a tag',
    edit: 'Change the tag',
    name: 'Name',
    empty: 'No tag yet. A first one could be “Regular” or “Wholesale”.',
    removeHint: 'It is removed from every contact.',
  },
  attributes: {
    title: 'Attributes',
    intro: 'Additional fields of every contact or conversation.',
    add: 'Add an attribute',
    edit: 'Change the attribute',
    label: 'Name',
    key: 'Key',
    keyHint: 'Its name in the widget and the API.',
    entity: 'Of',
    entities: { contact: 'Contacts', conversation: 'Conversations' },
    type: 'Kind',
    types: { text: 'Text', number: 'Number', boolean: 'Yes or no', date: 'Date', choice: 'One of several' },
    options: 'Choices',
    optionsHint: 'One on each line. Other values are refused.',
    description: 'Description',
    empty: 'No attribute yet. A first one could be “Frame size” or “Customer number”.',
    removeHint: 'Stored values stay.',
  },
}

export type ContactsPageWords = Widen<typeof contactsPage>
