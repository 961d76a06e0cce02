import { oneLine } from './compose.ts'

/** Null or left out: not known. */
export type ContactRow = { name?: string | null; email?: string | null; phone?: string | null }

const email = /[^\s@<>()[\],;:"'=&?/]{1,64}(?:@|%40)[^\s@<>()[\],;:"'=&?/]{0,190}[\p{L}\p{N}]/giu
const number = /\+?\(?\d[\d\s()/.-]{4,22}\d/g
const date = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/
const fewestDigits = 5

/**
 * Words of a visitor's without email addresses and telephone numbers. A number is taken for one where it begins like one,
 * or is the contact's: orders, amounts and dates have digits too.
 */
export function withoutContact(words: string, contact: ContactRow | null): string {
  const known = digitsOf(contact?.phone ?? '')
  const isPhone = (found: string) => {
    const digits = digitsOf(found)
    if (known.length >= fewestDigits && (digits.includes(known) || (digits.length > 6 && known.includes(digits))))
      return true
    return /^\(?[+0]/.test(found) && digits.length > 6 && !date.test(found)
  }
  return words.replace(email, '[email]').replace(number, (found) => (isPhone(found.trim()) ? '[phone]' : found))
}

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '')

/** The page of a conversation; what stands behind its path is told only where contacts are, as it may name them. */
export function pageLine(url: string | null, title: string | null, isShared: boolean): string {
  if (url === null) return ''
  const address = isShared ? url : url.replace(/[?#].*$/s, '')
  return oneLine(title ? `${title} – ${address}` : address, 500)
}
