import { useState } from 'react'
import type { SiteSummary } from '../../shared/site.ts'
import type { Client } from './connection.ts'
import { Keys } from './keys.tsx'

/** One site: what it is, its snippet, its keys. */
export function SiteCard({ site, client, admin }: { site: SiteSummary; client: Client; admin: boolean }) {
  return (
    <section className="card" aria-label={site.name}>
      <h2 dir="auto">{site.name}</h2>
      <dl>
        <dt>Site</dt>
        <dd>{site.id}</dd>
        <dt>Website</dt>
        <dd>{site.website ? <a href={site.website}>{site.website}</a> : 'none'}</dd>
        <dt>Answers from</dt>
        <dd>
          {site.connector === 'http' ? 'an AI backend of your own' : site.knowledge ? 'its knowledge' : 'nothing yet'}
        </dd>
        <dt>Live chat</dt>
        <dd>{site.live ? 'on' : 'off'}</dd>
        <dt>Messages a day</dt>
        <dd>{site.production.dailyCap.toLocaleString()} at most</dd>
      </dl>
      <Copyable label="Snippet for your pages" text={site.embed} />
      {admin && <Keys site={site.id} client={client} />}
    </section>
  )
}

/** Text to take along, with a button that copies it. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied('Copied'),
      () => setCopied('Select it and copy it by hand'),
    )
  return (
    <div className="copyable">
      <span className="muted">{label}</span>
      <code>{text}</code>
      <button type="button" className="quiet" onClick={copy}>
        Copy
      </button>
      <span role="status" className="muted">
        {copied}
      </span>
    </div>
  )
}
