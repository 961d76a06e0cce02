import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Settings } from '../../../../../shared/settings.ts'
import { Section, TextField } from '../../../form/fields.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { settingsQuery } from '../../../live/queries.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { IdentitySecretSection } from './identity-secret.tsx'
import { InstallCheckSection } from './install-check.tsx'
import { tidy } from './tidy.ts'
import { askedOrigin, originOf } from './website.ts'
import styles from './widget.module.css'

/** Where the widget is shown, and how visitors are verified. */
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
        <dl className={styles.attributes}>
          {(['data-open', 'data-fill', 'data-theme', 'data-lang', 'data-api'] as const).map((name) => (
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

function OriginsForm({ settings }: { settings: Settings }) {
  return (
    <SettingsForm saved={settings} tidy={tidy}>
      {({ value, put }) => (
        <Origins
          missing={askedOrigin(value) ?? originOf(value)}
          allow={(origin) => put('allowedOrigins', [...value.allowedOrigins, origin])}
        />
      )}
    </SettingsForm>
  )
}

function Origins({ missing, allow }: { missing: string | undefined; allow: (origin: string) => void }) {
  const { website: words } = useLaterWords()
  const allowNow = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    // What is saved is what was rendered.
    flushSync(() => allow(missing as string))
    form?.requestSubmit()
  }
  return (
    <Section title={words.origins} hint={words.originsHint}>
      <TextField label={words.website} hint={words.websiteHint} path="website" placeholder="https://" type="url" />
      <h3>{words.allowed}</h3>
      <TextList
        label={words.allowed}
        one={words.origin}
        add={words.addOrigin}
        empty={words.noOrigins}
        max={100}
        isFixed
        type="url"
        placeholder="https://www.example.com"
        path="allowedOrigins"
      />
      <small>{words.originHint}</small>
      {missing && (
        <div className="settings-line">
          <p className="warning">{words.missing(missing)}</p>
          <button type="button" className="quiet" onClick={allowNow}>
            {words.allow(missing)}
          </button>
        </div>
      )}
    </Section>
  )
}
