import { digitsOf as allDigits, isDialled } from '../../../language/contacts.ts'
import { oneLine } from './compose.ts'

/** Null or undefined if unknown. */
export type ContactRow = { name?: string | null; email?: string | null; phone?: string | null }

const email = /[^\s@<>()[\],;:"'=&?/]{1,64}(?:@|%40)[^\s@<>()[\],;:"'=&?/]{0,190}[\p{L}\p{N}]/giu
const number = /\+?\(?\d[\d\s()/.-]{4,22}\d/g
const minDigits = 5

/**
 * A visitor's text without email addresses and telephone numbers. Digits count as a telephone number only if they start
 * like one or are the contact's own: orders, amounts and dates have digits too.
 */
export function withoutContact(words: string, contact: ContactRow | null): string {
  const known = digitsOf(contact?.phone ?? '')
  const isPhone = (found: string) => {
    const digits = digitsOf(found)
    if (known.length >= minDigits && (digits.includes(known) || (digits.length > 6 && known.includes(digits))))
      return true
    return isDialled(found)
  }
  return words.replace(email, '[email]').replace(number, (found) => (isPhone(found.trim()) ? '[phone]' : found))
}

const digitsOf = (text: string) => allDigits(text).replace(/^0+/, '')

/**
 * The page of a conversation. Query and fragment are included only if contact details are shared, because they may
 * contain names.
 */
export function pageLine(url: string | null, title: string | null, isShared: boolean): string {
  if (url === null) return ''
  const address = isShared ? url : url.replace(/[?#].*$/s, '')
  return oneLine(title ? `${title} – ${address}` : address, 500)
}
