import { useLanguage } from '../words/words.tsx'

const made = new Map<string, Intl.NumberFormat>()

/** Formats an amount of a currency in the selected language: € 1,250.50, or € 1,250 without cents. */
export function useMoney(): (value: number, currency: string | null) => string {
  const { language } = useLanguage()
  return (value, currency) => {
    const name = `${language} ${currency}`
    const formatter = made.get(name) ?? createFormatter(language, currency)
    made.set(name, formatter)
    return formatter.format(value)
  }
}

const createFormatter = (language: string, currency: string | null) =>
  new Intl.NumberFormat(language, {
    ...(currency && { style: 'currency', currency }),
    trailingZeroDisplay: 'stripIfInteger',
  })
