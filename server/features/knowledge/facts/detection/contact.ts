import { contactFields } from '../../../../../shared/lead.ts'

const address = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+){1,6}/g
// It begins as a number to dial does: orders, amounts and dates have digits too.
const phone =
  /(?<![\w.,/:-])(?:\+|\(?0)\(?\d[\d ()/.-]{5,24}\d(?![\w:%-])|(?<![\w.,-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w-])/g
const date = /^\d{1,4}[-./ ]\d{1,2}[-./ ]\d{1,4}$/

/** Email addresses, the one that is named most first. */
export const findEmails = (text: string): string[] =>
  byCount(
    (text.match(address) ?? []).flatMap((one) => contactFields.email.safeParse(one).data ?? []),
    (one) => one,
  )

/** Telephone numbers as they are written first, the one that is named most first. */
export const findPhones = (text: string): string[] =>
  byCount(
    (text.match(phone) ?? []).filter((one) => isNumber(one)),
    digitsOf,
  )

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

const isNumber = (text: string) => digitsOf(text).length >= 7 && digitsOf(text).length <= 15 && !date.test(text)

function byCount(found: readonly string[], keyOf: (one: string) => string): string[] {
  const counted = new Map<string, { one: string; count: number }>()
  for (const one of found) {
    const key = keyOf(one)
    counted.set(key, { one: counted.get(key)?.one ?? one.trim(), count: (counted.get(key)?.count ?? 0) + 1 })
  }
  return [...counted.values()].sort((a, b) => b.count - a.count).map(({ one }) => one)
}

// A postcode with its place, as Great Britain, the United States, and much of Europe write them.
const postcode =
  /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b[A-Z]{2} \d{5}(?:-\d{4})?\b|(?:^|[\s,])(?:[A-Z]{1,2}-)?\d{4,5} \p{Lu}[\p{L}-]+/u
const longestPart = 60

/** A postal address on one line, from the first place that has a postcode with a street before it. */
export function findAddress(markdown: string): string | null {
  const lines = markdown.split('\n').map(plainLine)
  for (const [at, line] of lines.entries()) {
    if (!postcode.test(line) || line.startsWith('|') || line.startsWith('#')) continue
    const whole = line.replace(/^[^:]{1,40}:\s*/, '')
    const [before = '', ...after] = whole.split(',')
    const isWhole = after.length > 0 && !postcode.test(before) && isStreet(before)
    if (isWhole && whole.length <= 2 * longestPart) return whole.replace(/[.;]$/, '')
    const street = lines[at - 1] ?? ''
    if (line.length <= longestPart && street.length <= longestPart && isStreet(street)) return `${street}, ${line}`
  }
  return null
}

const isStreet = (text: string): boolean => /\d/.test(text) && /\p{L}{3}/u.test(text) && !/[.!?] /.test(text)

const plainLine = (line: string): string => line.replace(/[*_\\]+/g, '').trim()
