import { readPercentages, readPrices } from './amounts.ts'
import { type Claim, inTurn } from './claim.ts'
import { isSamePhone, readAddresses, readPhones } from './contacts.ts'
import { readDates, readMonths, readYears } from './dates.ts'
import { readDays } from './days.ts'
import { readDurations } from './durations.ts'
import { withDigits } from './numbers.ts'
import { comparable, readPlaces } from './places.ts'
import { readTimes } from './times.ts'

const readers = inTurn(
  readAddresses,
  readPrices,
  readDates,
  readTimes,
  readPercentages,
  readDurations,
  readPlaces,
  readPhones,
  readYears,
  readDays,
  readMonths,
)

/** One kind of blank and no signs of Markdown in between, numbers in digits. */
const plain = (text: string): string =>
  withDigits(
    text
      .normalize('NFC')
      .replace(/[\u00a0\u2000-\u200a\u202f\u2060]/g, ' ')
      .replace(/[*`\\]+/g, '')
      .replace(/[\u2010-\u2012]/g, '-')
      .replace(/\b(?:per|pour|pro) cent\b/gi, 'percent'),
  )

/** What a text claims, as far as it can be right or wrong. Takes time in proportion to its length. */
export const readClaims = (text: string): Claim[] => readers(plain(text), false).claims

/** Everything that the claims of a reply may rest on. */
export type Support = { means: ReadonlySet<string>; phones: readonly string[]; places: string }

const mostCharacters = 40_000

/** Reads what the texts say; in a text that is far too long, only its beginning. */
export function readSupport(texts: readonly string[]): Support {
  const read = texts.map((text) => plain(text.slice(0, mostCharacters)))
  const means = new Set(read.flatMap((text) => readers(text, true).claims.flatMap((claim) => claim.means)))
  const phones = [...means].filter((one) => one.startsWith('phone:')).map((one) => one.slice('phone:'.length))
  return { means, phones, places: read.map(comparable).join(' ') }
}

export const isSupported = ({ means }: Claim, support: Support): boolean =>
  means.some((one) => {
    if (support.means.has(one)) return true
    const [kind, value = ''] = [one.slice(0, one.indexOf(':')), one.slice(one.indexOf(':') + 1)]
    if (kind === 'phone') return support.phones.some((phone) => isSamePhone(value, phone))
    return kind === 'place' && support.places.includes(value)
  })
