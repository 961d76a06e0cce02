const start = /^(https?:\/\/|mailto:|tel:)/i
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * An address that a link may lead to, as a browser writes it; undefined for every other.
 * @param value from a message, a page or a visitor: hostile
 */
export function safeAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !start.test(value) || !URL.canParse(value)) return undefined
  const url = new URL(value)
  return schemes.has(url.protocol) ? url.href : undefined
}

/** Only pages of the web, for what is said to be one: the page of a visitor, a source. */
export function safePage(value: unknown): string | undefined {
  const address = safeAddress(value)
  return address?.startsWith('http') ? address : undefined
}

/** An address in as few characters as tell it: without scheme and the slash at its end. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}
