import type { SiteSummary } from '../../shared/site.ts'
import type { Client } from './connection.ts'
import { Keys } from './keys.tsx'

/** One site: what it is, and its keys. */
export function SiteCard(given: { site: SiteSummary; client: Client; mayManage: boolean; ended: () => void }) {
  const { site, client, mayManage, ended } = given
  return (
    <section className="card" aria-label={site.name}>
      <h2 dir="auto">{site.name}</h2>
      <dl>
        <div>
          <dt>Site</dt>
          <dd>
            <code>{site.id}</code>
          </dd>
        </div>
        <div>
          <dt>Website</dt>
          <dd>{site.website ? <a href={site.website}>{site.website.replace(/^https?:\/\//, '')}</a> : 'not set'}</dd>
        </div>
        <div>
          <dt>Answers from</dt>
          <dd>{backendOf(site)}</dd>
        </div>
        <div>
          <dt>Visitors’ messages</dt>
          <dd>{site.production.dailyCap.toLocaleString()} a day at most</dd>
        </div>
      </dl>
      {mayManage && <Keys site={site} client={client} ended={ended} />}
    </section>
  )
}

function backendOf({ connector, knowledge }: SiteSummary): string {
  if (connector === 'http') return 'an AI backend of your own'
  return knowledge ? 'its knowledge base' : 'nothing yet: its knowledge base is empty'
}
