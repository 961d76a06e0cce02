import { useQuery } from '@tanstack/react-query'
import { NumberField, Section, TextField } from '../../../form/fields.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { Preview } from './preview.tsx'
import { tidy, withDefaults } from './tidy.ts'

/** The teaser beside the closed widget's button. */
export function TeaserPage() {
  const desk = useDesk()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => (
        <SettingsForm saved={withDefaults(settings)} tidy={tidy}>
          {({ patch }) => (
            <Preview patch={patch} isClosed>
              <TeaserFields />
            </Preview>
          )}
        </SettingsForm>
      )}
    </QueryBoundary>
  )
}

function TeaserFields() {
  const { teaser: words } = useLaterWords()
  return (
    <Section title={words.title} hint={words.intro}>
      <TextField label={words.text} hint={words.textHint} path="widget.teaser.text" lines={2} />
      <NumberField
        label={words.afterScroll}
        hint={words.afterScrollHint}
        path="widget.teaser.afterScroll"
        min={0}
        max={100}
      />
      <h3>{words.paths}</h3>
      <TextList
        label={words.paths}
        one={words.path}
        add={words.addPath}
        empty={words.everywhere}
        max={50}
        isFixed
        type="url"
        placeholder="/services/**"
        path="widget.teaser.paths"
      />
      <small>{words.globHint}</small>
    </Section>
  )
}
