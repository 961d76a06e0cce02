import { useQuery } from '@tanstack/react-query'
import type { Settings, SettingsPatch } from '../../../../../shared/settings.ts'
import { NumberField, Section } from '../../../form/fields.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { TextField } from '../../../form/text-field.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { filled } from './filled.ts'
import { Preview } from './preview.tsx'

type Teaser = { text: string; afterScroll: number; paths: string[] }

const teaserOf = ({ text = '', afterScroll = 0, paths = [] }: Settings['widget']['teaser']): Teaser => ({
  text,
  afterScroll,
  paths,
})

const teaserPatch = ({ text, afterScroll, paths }: Teaser): SettingsPatch => ({
  widget: { teaser: { ...filled({ text }), afterScroll, ...(paths.length > 0 ? { paths } : {}) } },
})

/** The words beside the button while the widget is closed. */
export function TeaserPage() {
  const desk = useDesk()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => (
        <SettingsForm saved={teaserOf(settings.widget.teaser)} patchOf={teaserPatch}>
          {({ value, change }) => (
            <Preview patch={teaserPatch(value)} isClosed>
              <TeaserFields teaser={value} change={change} />
            </Preview>
          )}
        </SettingsForm>
      )}
    </QueryBoundary>
  )
}

function TeaserFields({ teaser, change }: { teaser: Teaser; change: (part: Partial<Teaser>) => void }) {
  const { teaser: words } = useLaterWords()
  return (
    <Section title={words.title} hint={words.intro}>
      <TextField
        label={words.text}
        hint={words.textHint}
        lines={2}
        path="widget.teaser.text"
        value={teaser.text}
        change={(text) => change({ text })}
      />
      <NumberField
        label={words.afterScroll}
        hint={words.afterScrollHint}
        path="widget.teaser.afterScroll"
        value={teaser.afterScroll}
        least={0}
        most={100}
        change={(afterScroll) => change({ afterScroll })}
      />
      <h3>{words.paths}</h3>
      <TextList
        label={words.paths}
        one={words.path}
        add={words.addPath}
        empty={words.everywhere}
        most={50}
        isFixed
        type="url"
        placeholder="/services/**"
        path="widget.teaser.paths"
        items={teaser.paths}
        change={(paths) => change({ paths })}
      />
      <small>{words.globHint}</small>
    </Section>
  )
}
