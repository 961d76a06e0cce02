import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Settings } from '../../../../../shared/settings.ts'
import { loadAllWords } from '../../../../../widget/chat/words/later/all-words.ts'
import { chooseLanguage } from '../../../../../widget/chat/words/words.ts'
import { isFaulty } from '../../../form/faults.ts'
import { Section, TextField } from '../../../form/fields.tsx'
import { useFaults } from '../../../form/form.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { matches } from '../../../ui/search.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import { Preview } from './preview.tsx'
import { tidy } from './tidy.ts'

/** The texts that replace the widget's own. */
export function TextsPage() {
  const desk = useDesk()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => <Texts settings={settings} />}
    </QueryBoundary>
  )
}

function Texts({ settings }: { settings: Settings }) {
  const language = chooseLanguage([settings.assistant.locale])
  const query = useQuery({ queryKey: ['widget words', language], queryFn: () => loadAllWords(language) })
  return (
    <QueryBoundary query={query}>
      {(usual) => (
        <SettingsForm saved={settings} tidy={tidy}>
          {({ value, patch }) => (
            <Preview patch={patch}>
              <TextFields usual={usual} strings={value.widget.strings} />
            </Preview>
          )}
        </SettingsForm>
      )}
    </QueryBoundary>
  )
}

type Props = {
  /** The widget's own texts, by name. */
  usual: Record<string, string>
  strings: Record<string, string>
}

function TextFields({ usual, strings }: Props) {
  const { texts: words, settings } = useLaterWords()
  const faults = useFaults()
  const [wanted, setWanted] = useState('')
  const pathOf = (name: string) => `widget.strings.${name}`
  const found = Object.entries(usual).filter(
    ([name, text]) => matches(wanted, name, text, strings[name] ?? '') || isFaulty(faults, pathOf(name)),
  )
  return (
    <Section title={words.title} hint={words.intro}>
      <div className="settings-tools">
        <input
          type="search"
          value={wanted}
          aria-label={settings.search}
          placeholder={settings.search}
          onChange={(event) => setWanted(event.target.value)}
        />
        <span className="muted">{words.changed(Object.values(strings).filter(Boolean).length)}</span>
      </div>
      {found.map(([name, text]) => (
        <TextField key={name} label={text} placeholder={text} path={pathOf(name)} />
      ))}
      {found.length === 0 && <p className="empty">{settings.nothingFound(wanted)}</p>}
    </Section>
  )
}
