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

const kilo = 1024
const units = ['kilobyte', 'megabyte', 'gigabyte'] as const

function sizeIn(bytes: number, language: string): string {
  const step = bytes < kilo ** 2 ? 0 : bytes < kilo ** 3 ? 1 : 2
  const count = step === 0 ? Math.ceil(bytes / kilo) : bytes / kilo ** (step + 1)
  return count.toLocaleString(language, { style: 'unit', unit: units[step], maximumFractionDigits: 1 })
}

/** Writers of figures in the language in force. */
export function useFigures() {
  const { language } = useLanguage()
  const { exact, percent, whole } = formatOf(language)
  return {
    /** One of which the first digits matter: 0.0328 */
    exact: (value: number) => exact.format(value),
    /** A share of 1: 45 % */
    percent: (share: number) => percent.format(share),
    /** A count: 10,000 */
    whole: (count: number) => whole.format(count),
    /** How much a file or a model takes: 12 kB, 1.4 MB, 2 GB */
    size: (bytes: number) => sizeIn(bytes, language),
  }
}
