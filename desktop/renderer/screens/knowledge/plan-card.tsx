import type { Settings, SettingsPatch } from '../../../../shared/settings.ts'
import { LinesField, Section, SelectField, withoutBlanks } from '../../form/fields.tsx'
import type { Binding } from '../../form/form.tsx'
import { SettingsForm } from '../../form/settings-form.tsx'
import { usePagesWords } from '../../words/screen-words.ts'

export type Paths = Pick<Settings['crawl'], 'include' | 'exclude'>

const schedules = ['off', 'daily', 'weekly', 'monthly'] as const

const tidy = ({ crawl: { include, exclude, ...crawl } = {} }: SettingsPatch): SettingsPatch => ({
  crawl: {
    ...crawl,
    ...(include && { include: withoutBlanks(include) }),
    ...(exclude && { exclude: withoutBlanks(exclude) }),
  },
})

/** How often the website is learned automatically, and which paths. */
export function PlanCard({ settings }: { settings: Settings }) {
  const { website: words } = usePagesWords()
  return (
    <SettingsForm saved={settings} tidy={tidy}>
      {() => (
        <Section title={words.plan}>
          <SelectField
            label={words.schedule}
            path="crawl.schedule"
            choices={schedules.map((name) => [name, words.schedules[name]] as const)}
          />
          <PathFields include={{ path: 'crawl.include' }} exclude={{ path: 'crawl.exclude' }} />
        </Section>
      )}
    </SettingsForm>
  )
}

type Props = { include: Binding<readonly string[]>; exclude: Binding<readonly string[]> }

/** Path patterns, one per line: included and excluded ones. */
export function PathFields({ include, exclude }: Props) {
  const { paths: words } = usePagesWords()
  return (
    <div className="grid">
      <LinesField label={words.include} hint={words.includeHint} type="code" lines={3} {...include} />
      <LinesField label={words.exclude} hint={words.excludeHint} type="code" lines={3} {...exclude} />
    </div>
  )
}
