const start = /^(https?:\/\/|mailto:|tel:)/i
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * An address that a link may lead to, as a browser writes it; undefined for every other.
 * @param value from a reply, a source or a card: hostile
 */
export function safeAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !start.test(value) || !URL.canParse(value)) return undefined
  const url = new URL(value)
  return schemes.has(url.protocol) ? url.href : undefined
}
