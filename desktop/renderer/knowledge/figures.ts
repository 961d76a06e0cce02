import { useLanguage } from '../words/words.tsx'

type Format = Record<'exact' | 'percent' | 'whole', Intl.NumberFormat>

const made = new Map<string, Format>()

function formatOf(language: string): Format {
  const known = made.get(language)
  if (known) return known
  const format = {
    exact: new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }),
    percent: new Intl.NumberFormat(language, { style: 'percent' }),
    whole: new Intl.NumberFormat(language, { maximumFractionDigits: 0 }),
  }
  made.set(language, format)
  return format
}

/** Writers of figures in the language in force. */
export function useFigures() {
  const { exact, percent, whole } = formatOf(useLanguage().language)
  return {
    /** One of which the first digits matter: 0.0328 */
    exact: (value: number) => exact.format(value),
    /** A share of 1: 45 % */
    percent: (share: number) => percent.format(share),
    /** A count: 10,000 */
    whole: (count: number) => whole.format(count),
  }
}
