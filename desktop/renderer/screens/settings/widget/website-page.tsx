import { useQuery } from '@tanstack/react-query'
import type { Settings } from '../../../../../shared/settings.ts'
import { Section } from '../../../form/fields.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { TextField } from '../../../form/text-field.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { settingsQuery } from '../../../live/queries.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { IdentitySecretSection } from './identity-secret.tsx'
import { InstallCheckSection } from './install-check.tsx'
import { originOf, originsPatch, type Website } from './website.ts'

/** Where the widget stands, and who vouches for visitors. */
export function WebsitePage() {
  const desk = useDesk()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => (
        <>
          <Snippet />
          <OriginsForm settings={settings} />
          <InstallCheckSection website={settings.website} />
          <IdentitySecretSection />
        </>
      )}
    </QueryBoundary>
  )
}

function Snippet() {
  const { site } = useDesk()
  const { website: words } = useLaterWords()
  return (
    <Section title={words.snippet} hint={words.snippetHint}>
      <Copyable label={words.tag} text={site.embed} />
      <details>
        <summary>{words.attributes}</summary>
        <dl className="attributes">
          {(['data-open', 'data-fill', 'data-theme', 'data-api'] as const).map((name) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{words.attribute[name]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Section>
  )
}

function OriginsForm({ settings: { website, allowedOrigins } }: { settings: Settings }) {
  return (
    <SettingsForm<Website> saved={{ website, allowedOrigins }} patchOf={originsPatch}>
      {({ value, change }) => <Origins website={value} change={change} />}
    </SettingsForm>
  )
}

type Props = { website: Website; change: (part: Partial<Website>) => void }

function Origins({ website: { website, allowedOrigins }, change }: Props) {
  const { website: words } = useLaterWords()
  const own = originOf({ website, allowedOrigins })
  return (
    <Section title={words.origins} hint={words.originsHint}>
      <TextField
        label={words.website}
        hint={words.websiteHint}
        placeholder="https://"
        type="url"
        path="website"
        value={website}
        change={(next) => change({ website: next })}
      />
      <h3>{words.allowed}</h3>
      <TextList
        label={words.allowed}
        one={words.origin}
        add={words.addOrigin}
        empty={words.noOrigins}
        most={100}
        isFixed
        type="url"
        placeholder="https://www.example.com"
        path="allowedOrigins"
        items={allowedOrigins}
        change={(next) => change({ allowedOrigins: next })}
      />
      <small>{words.originHint}</small>
      {own && (
        <div className="settings-line">
          <p className="warning">{words.missing(own)}</p>
          <button type="button" className="quiet" onClick={() => change({ allowedOrigins: [...allowedOrigins, own] })}>
            {words.allow(own)}
          </button>
        </div>
      )}
    </Section>
  )
}
