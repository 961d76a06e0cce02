import { useState } from 'react'
import type { MeAnswer } from '../../shared/site.ts'
import type { Client } from './connection.ts'
import { PasswordCard } from './password-card.tsx'
import { SiteCard } from './site-card.tsx'
import { TopBar } from './top-bar.tsx'

type Given = { me: MeAnswer; client: Client; left: () => void; ended: () => void }

/**
 * The account, and each site with its keys.
 * @param left is called when the person signed out, `ended` when the session turned out to be over
 */
export function Home({ me, client, left, ended }: Given) {
  const [changing, setChanging] = useState(false)
  const mayManage = me.admin.owner || me.admin.role === 'admin'
  return (
    <>
      <title>Frontdesk</title>
      <TopBar account={me.admin} left={left} changing={changing} change={() => setChanging(!changing)} />
      <main className="page">
        {changing && <PasswordCard close={() => setChanging(false)} />}
        {me.sites.map((site) => (
          <SiteCard key={site.id} site={site} client={client} mayManage={mayManage} ended={ended} />
        ))}
        {!mayManage && <p className="muted">Keys and settings are for admins.</p>}
      </main>
    </>
  )
}
