import { useId } from 'react'
import type { Settings } from '../../../../shared/settings.ts'
import { FaultLine } from '../../form/fault-line.tsx'
import { useFaults } from '../../form/faults.ts'
import { Section } from '../../form/fields.tsx'
import { SelectField } from '../../form/select-field.tsx'
import { SettingsForm } from '../../form/settings-form.tsx'
import { usePagesWords } from '../../words/screen-words.ts'

type Crawl = Settings['crawl']
export type Paths = { include: string; exclude: string }

export const pathsOf = ({ include, exclude }: Crawl): Paths => ({
  include: include.join('\n'),
  exclude: exclude.join('\n'),
})

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const globsOf = ({ include, exclude }: Paths) => ({ include: linesOf(include), exclude: linesOf(exclude) })

const schedules = ['off', 'daily', 'weekly', 'monthly'] as const

type Plan = Paths & Pick<Crawl, 'schedule'>

/** How often the website is learned by itself, and which paths of it at all. */
export function PlanCard({ crawl }: { crawl: Crawl }) {
  const { website: words } = usePagesWords()
  return (
    <SettingsForm<Plan>
      saved={{ ...pathsOf(crawl), schedule: crawl.schedule }}
      patchOf={({ schedule, ...paths }) => ({ crawl: { schedule, ...globsOf(paths) } })}
    >
      {({ value, change }) => (
        <Section title={words.plan}>
          <SelectField
            label={words.schedule}
            path="crawl.schedule"
            value={value.schedule}
            choices={schedules.map((name) => [name, words.schedules[name]] as const)}
            choose={(schedule) => change({ schedule })}
          />
          <PathFields paths={value} change={change} />
        </Section>
      )}
    </SettingsForm>
  )
}

type Props = { paths: Paths; change: (paths: Partial<Paths>) => void }

/** Paths with stars, one each line: those that are learned, and those that are left out. */
export function PathFields({ paths, change }: Props) {
  const { paths: words } = usePagesWords()
  return (
    <div className="settings-pair">
      <PathField
        label={words.include}
        hint={words.includeHint}
        path="crawl.include"
        value={paths.include}
        change={(include) => change({ include })}
      />
      <PathField
        label={words.exclude}
        hint={words.excludeHint}
        path="crawl.exclude"
        value={paths.exclude}
        change={(exclude) => change({ exclude })}
      />
    </div>
  )
}

type FieldProps = { label: string; hint: string; path: string; value: string; change: (value: string) => void }

function PathField({ label, hint, path, value, change }: FieldProps) {
  const id = useId()
  // What is wrong is told of one of the lines.
  const faulty = [...useFaults().keys()].find((one) => one === path || one.startsWith(`${path}.`))
  return (
    <div className="settings-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        aria-invalid={faulty !== undefined || undefined}
        aria-describedby={faulty === undefined ? `${id}-hint` : `${id}-hint ${id}-fault`}
        value={value}
        onChange={(event) => change(event.target.value)}
      />
      <small id={`${id}-hint`}>{hint}</small>
      <FaultLine path={faulty ?? path} id={`${id}-fault`} />
    </div>
  )
}
