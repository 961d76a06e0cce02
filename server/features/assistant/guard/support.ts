import { isSamePhone } from '../../../language/contacts.ts'
import type { Found } from '../../../language/found.ts'
import { comparable } from '../../../language/places.ts'
import { plainText, recognise } from '../../../language/recognise.ts'

/** A statement about the business that may be true or false. At least one of its meanings must be supported. */
export type Claim = Found
export type ClaimKind = Found['kind']

/** The claims in a text. */
export const readClaims = (text: string): Claim[] => recognise(plainText(text), false).found

/** Everything that supports the claims of a reply. */
export type Support = { meanings: ReadonlySet<string>; phones: readonly string[]; places: string }

const maxCharacters = 40_000

/** Reads the support from texts. Of a text that is far too long, only its beginning is read. */
export function readSupport(texts: readonly string[]): Support {
  const read = texts.map((text) => plainText(text.slice(0, maxCharacters)))
  const meanings = new Set(read.flatMap((text) => recognise(text, true).found.flatMap((one) => one.meanings)))
  const phones = [...meanings].filter((one) => one.startsWith('phone:')).map((one) => one.slice('phone:'.length))
  return { meanings, phones, places: read.map(comparable).join(' ') }
}

export const isSupported = ({ meanings }: Claim, support: Support): boolean =>
  meanings.some((one) => {
    if (support.meanings.has(one)) return true
    const [kind, value = ''] = [one.slice(0, one.indexOf(':')), one.slice(one.indexOf(':') + 1)]
    if (kind === 'phone') return support.phones.some((phone) => isSamePhone(value, phone))
    return kind === 'place' && support.places.includes(value)
  })
