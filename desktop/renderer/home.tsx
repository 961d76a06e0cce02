import type { MeAnswer } from '../../shared/site.ts'
import { AccountCard } from './account-card.tsx'
import type { Client } from './connection.ts'
import { SiteCard } from './site-card.tsx'

/** The account, and each site with its keys. */
export function Home({ me, client, left }: { me: MeAnswer; client: Client; left: () => void }) {
  return (
    <main className="page">
      <header className="title">
        <h1>Frontdesk</h1>
        <p className="muted">
          {me.sites.length === 1 ? 'One site' : `${me.sites.length} sites`} · <a href="/docs/">API</a>
        </p>
      </header>
      <AccountCard me={me} left={left} />
      {me.sites.map((site) => (
        <SiteCard key={site.id} site={site} client={client} admin={me.admin.owner || me.admin.role === 'admin'} />
      ))}
    </main>
  )
}
