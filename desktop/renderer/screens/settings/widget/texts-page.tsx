import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Settings } from '../../../../../shared/settings.ts'
import { chooseLanguage, loadWords } from '../../../../../widget/chat/words/words.ts'
import { isFaulty, useFaults } from '../../../form/faults.ts'
import { Section } from '../../../form/fields.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { TextField } from '../../../form/text-field.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { matches } from '../../../ui/search.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import { Preview } from './preview.tsx'
import { textsPatch } from './texts.ts'

/** What the widget says in place of its own words. */
export function TextsPage() {
  const desk = useDesk()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => <Texts settings={settings} />}
    </QueryBoundary>
  )
}

function Texts({ settings: { assistant, widget } }: { settings: Settings }) {
  const language = chooseLanguage([assistant.locale])
  const query = useQuery({ queryKey: ['widget words', language], queryFn: () => loadWords(language) })
  return (
    <QueryBoundary query={query}>
      {(usual) => (
        <SettingsForm saved={{ strings: widget.strings }} patchOf={textsPatch}>
          {({ value, change }) => (
            <Preview patch={textsPatch(value)}>
              <TextFields
                usual={usual}
                strings={value.strings}
                put={(name, text) => change({ strings: { ...value.strings, [name]: text } })}
              />
            </Preview>
          )}
        </SettingsForm>
      )}
    </QueryBoundary>
  )
}

type Props = {
  /** What it says of itself, by name. */
  usual: Record<string, string>
  strings: Record<string, string>
  put: (name: string, text: string) => void
}

function TextFields({ usual, strings, put }: Props) {
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
        <TextField
          key={name}
          label={text}
          placeholder={text}
          path={pathOf(name)}
          value={strings[name] ?? ''}
          change={(next) => put(name, next)}
        />
      ))}
      {found.length === 0 && <p className="empty">{settings.nothingFound(wanted)}</p>}
    </Section>
  )
}
