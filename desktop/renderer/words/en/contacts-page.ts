import type { Widen } from '../en.ts'

/** The settings of what is kept of contacts. */
export const contactsPage = {
  tags: {
    title: 'Tags',
    intro: 'Tags sort contacts. The team sets them by hand.',
    add: 'Add a tag',
    edit: 'Change the tag',
    name: 'Name',
    empty: 'No tag yet. A first one could be “Regular” or “Wholesale”.',
    removeHint: 'It is taken off every contact.',
  },
  attributes: {
    title: 'Attributes',
    intro: 'What you want to know of every contact or conversation, beside name and email.',
    add: 'Add an attribute',
    edit: 'Change the attribute',
    label: 'Name',
    key: 'Key',
    keyHint: 'What the widget and the API call it.',
    entity: 'Of',
    entities: { contact: 'Contacts', conversation: 'Conversations' },
    type: 'Kind',
    types: { text: 'Text', number: 'Number', boolean: 'Yes or no', date: 'Date', choice: 'One of several' },
    options: 'Choices',
    optionsHint: 'One on each line. Other values are refused.',
    description: 'Description',
    empty: 'No attribute yet. A first one could be “Frame size” or “Customer number”.',
    removeHint: 'Values that are kept already stay.',
  },
}

export type ContactsPageWords = Widen<typeof contactsPage>
