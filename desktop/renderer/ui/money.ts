import { useLanguage } from '../words/words.tsx'

const made = new Map<string, Intl.NumberFormat>()

/** An amount in a currency, without decimals if it is whole: €1,250, €12.50. */
export function moneyIn(language: string, cents: number, currency: string): string {
  const key = `${language} ${currency}`
  // Formatters are slow to create.
  const known = made.get(key) ?? createFormatter(language, currency)
  made.set(key, known)
  return known.format(cents / 100)
}

const createFormatter = (language: string, currency: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })

/** Formats amounts in the selected language. Values are in hundredths, for every currency. */
export function useMoney(): (cents: number, currency: string) => string {
  const { language } = useLanguage()
  return (cents, currency) => moneyIn(language, cents, currency)
}
