import { contacts as de } from '../../words/de/contacts.ts'
import { type ContactsWords, contacts as en } from '../../words/en/contacts.ts'
import { ownWords } from '../../words/own-words.ts'

/** What the screen of the contacts says. */
export const useContactsWords = ownWords<ContactsWords>({ en, de })
