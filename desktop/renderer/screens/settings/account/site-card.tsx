import type { SiteSummary } from '../../../../../shared/site.ts'
import { useDesk } from '../../../live/desk.tsx'
import type { LaterWords } from '../../../words/en/later.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import { useLanguage } from '../../../words/words.tsx'

/** The current site's details. */
export function SiteCard() {
  const { site } = useDesk()
  const { account: words } = useLaterWords()
  const { language } = useLanguage()
  return (
    <section className="card" aria-label={site.name}>
      <h2 dir="auto">{site.name}</h2>
      <dl>
        <div>
          <dt>{words.site}</dt>
          <dd>
            <code>{site.id}</code>
          </dd>
        </div>
        <div>
          <dt>{words.website}</dt>
          <dd>{site.website ? <a href={site.website}>{site.website.replace(/^https?:\/\//, '')}</a> : words.notSet}</dd>
        </div>
        <div>
          <dt>{words.answersFrom}</dt>
          <dd>{backendOf(site, words)}</dd>
        </div>
        <div>
          <dt>{words.visitorMessages}</dt>
          <dd>{words.aDay(site.production.dailyCap.toLocaleString(language))}</dd>
        </div>
      </dl>
    </section>
  )
}

function backendOf({ connector, knowledge }: SiteSummary, words: LaterWords['account']): string {
  if (connector === 'http') return words.ownBackend
  return knowledge ? words.knowledge : words.noKnowledge
}
