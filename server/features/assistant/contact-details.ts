import { contactFields } from '../../../shared/lead.ts'
import type { Turn, Written } from './turn.ts'

const email = /[^\s@<>()[\],;:"']{1,64}@[^\s@<>()[\],;:"']{1,190}/
const phone = /(?<![\w.,-])\+?\(?\d[\d\s()/.-]{5,22}\d(?![\w-])/
const date = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/

/**
 * An email address or a telephone number that the visitor just wrote. A number is taken for a telephone's only where it
 * begins like one: orders, amounts and dates have digits too.
 */
export function detailsWritten(turn: Turn): Written['lead'] {
  const text = turn.history.at(-1)?.type === 'text' ? (turn.history.at(-1)?.text ?? '') : ''
  const address = contactFields.email.safeParse(email.exec(text)?.[0].replace(/[.!?]+$/, '')).data
  const number = phone.exec(text)?.[0].trim()
  const isPhone = number !== undefined && /^\(?(?:\+|0)/.test(number) && !date.test(number)
  if (!address && !isPhone) return undefined
  return { ...(address ? { email: address } : {}), ...(isPhone ? { phone: number } : {}) }
}
