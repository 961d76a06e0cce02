import type { Facts } from '../../../shared/facts.ts'
import { digitsOf, emailsIn, phonesIn } from '../../language/contacts.ts'

const minName = 3

/**
 * Replaces what may be personal in a text that becomes knowledge for everybody: email addresses and telephone numbers
 * other than those of the business, and these names.
 */
export function withoutPersonal(
  text: string,
  names: readonly (string | null | undefined)[],
  facts: Facts | null,
): string {
  const emails = new Set(facts?.emails.map((email) => email.toLowerCase()))
  const phones = new Set(facts?.phones.map(digitsOf))
  const found = [
    ...emailsIn(text).filter((email) => !emails.has(email.toLowerCase())),
    ...phonesIn(text).filter((phone) => !phones.has(digitsOf(phone))),
  ]
  const bare = found.reduce((left, one) => left.replaceAll(one, '…'), text)
  const parts = names.flatMap((name) => [name ?? '', ...(name ?? '').split(/\s+/)]).map((name) => name.trim())
  return parts
    .filter((name) => name.length >= minName)
    .reduce(
      (left, name) => left.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'giu'), '…'),
      bare,
    )
    .trim()
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
