import type { ConversationDetail } from '../../../../../shared/conversation.ts'
import { Away } from '../../../ui/external-link.tsx'
import { useTimes } from '../../../ui/format.ts'
import { safePage, shortAddress } from '../../../ui/web-address.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { Fact } from './fact.tsx'

/** Where the visitor is and came from. Reported by the page, and unverified. */
export function Origin({ conversation }: { conversation: ConversationDetail }) {
  const words = useWords().visitor
  const { language } = useLanguage()
  const times = useTimes()
  const { page_url, page_title, referrer, utm, locale, country, channel, started_at, external_id } = conversation
  return (
    <dl>
      <PageFact name={words.pageUrl} address={page_url} />
      {page_title && <Fact name={words.pageTitle} value={page_title} copy={false} />}
      <PageFact name={words.referrer} address={referrer} />
      {utm && <Fact name={words.utm} value={utm} />}
      {locale && <Fact name={words.locale} value={nameIn(language, 'language', locale)} copy={false} />}
      {country && <Fact name={words.country} value={nameIn(language, 'region', country)} copy={false} />}
      <Fact name={words.channel} value={words.channels[channel] ?? channel} copy={false} />
      <Fact name={words.started} value={times.whole(started_at)} copy={false} />
      {external_id && <Fact name={words.externalId} value={external_id} />}
    </dl>
  )
}

function PageFact({ name, address }: { name: string; address: string | null }) {
  if (!address) return null
  const safe = safePage(address)
  return (
    <Fact name={name} value={address}>
      {safe ? <Away address={safe}>{shortAddress(address)}</Away> : address}
    </Fact>
  )
}

/** The name of a language or country code; invalid codes stay. */
function nameIn(language: string, type: 'language' | 'region', code: string): string {
  try {
    return new Intl.DisplayNames(language, { type }).of(code) ?? code
  } catch {
    // Visitors' pages may send anything.
    return code
  }
}
