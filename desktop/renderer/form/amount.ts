const decimals = new Map<string, string>()

/** The decimal sign of a language. */
function decimalOf(language: string): string {
  const known = decimals.get(language)
  if (known) return known
  const parts = new Intl.NumberFormat(language).formatToParts(1.5)
  const found = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  decimals.set(language, found)
  return found
}

/**
 * An amount as people type it: `1250.5`, `1,250.50`, `1.250,50`, `1 250`. The last sign is the decimal one if it is the
 * language's and occurs once, or if no three digits follow it. @returns NaN for anything else
 */
export function amountIn(text: string, language: string): number {
  const plain = text.trim().replace(/[\s'’]/g, '')
  const at = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const [whole, rest] = at < 0 ? [plain, ''] : [plain.slice(0, at), plain.slice(at + 1)]
  const sign = plain[at] ?? ''
  const isDecimal = (sign === decimalOf(language) && !whole.includes(sign)) || rest.length !== 3
  const digits = whole.replace(/[.,](?=\d{3}(?:[.,]|$))/g, '')
  const number = at < 0 || isDecimal ? `${digits}.${rest || '0'}` : `${digits}${rest}`
  return /^\d+(?:\.\d+)?$/.test(number) ? Number(number) : Number.NaN
}
