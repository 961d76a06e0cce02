const start = /^(https?:\/\/|mailto:|tel:)/i
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * Returns the address as a browser writes it, or undefined if a link must not lead there.
 * @param value from a message, a page, a card or a visitor: hostile
 */
export function safeAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !start.test(value) || !URL.canParse(value)) return undefined
  const url = new URL(value)
  return schemes.has(url.protocol) ? url.href : undefined
}
