import { contactsPage as de } from '../../words/de/contacts-page.ts'
import { type ContactsPageWords, contactsPage as en } from '../../words/en/contacts-page.ts'
import { ownWords } from '../../words/own-words.ts'

export const useContactsPageWords = ownWords<ContactsPageWords>({ en, de })
