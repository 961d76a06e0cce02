import type { JobStatus } from '../../../../../shared/job.ts'
import { NumberField, SelectField, TextField } from '../../../form/fields.tsx'
import { useField } from '../../../form/form.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { useJobsWords, usePipelineWords } from '../../../words/screen-words.ts'
import type { StageDraft } from './pipeline-draft.ts'

/** Colours that can be told apart in light and dark. */
const colors = ['#3b82f6', '#6366f1', '#a855f7', '#14b8a6', '#22c55e', '#eab308', '#f97316', '#ef4444', '#64748b']

/** The stages in their order. */
export function StageList() {
  const words = usePipelineWords()
  const { statuses } = useJobsWords()
  const { value: stages = [] } = useField<readonly StageDraft[]>({ path: 'stages' })
  const make = (): StageDraft => ({
    ...{ name: '', kind: 'open', rotDays: null },
    color: colors[stages.length % colors.length] as string,
  })
  return (
    <OrderedList<StageDraft>
      label={words.stages}
      path="stages"
      nameOf={({ name, kind }) => `${name || words.newStage} · ${statuses[kind]}`}
      add={{ words: words.addStage, make }}
      max={20}
    >
      {({ path }) => <OneStage path={path} />}
    </OrderedList>
  )
}

function OneStage({ path }: { path: string }) {
  const words = usePipelineWords()
  const { statuses } = useJobsWords()
  return (
    <>
      <div className="grid">
        <TextField label={words.name} path={`${path}.name`} maxLength={60} />
        <SelectField<JobStatus>
          label={words.kind}
          hint={words.kindHint}
          path={`${path}.kind`}
          choices={[
            ['open', statuses.open],
            ['won', statuses.won],
            ['lost', statuses.lost],
          ]}
        />
      </div>
      <div className="grid">
        <Color path={`${path}.color`} />
        <RotDays path={`${path}.rotDays`} />
      </div>
    </>
  )
}

function Color({ path }: { path: string }) {
  const words = usePipelineWords()
  const { value = '' } = useField<string>({ path })
  const all = colors.includes(value) ? colors : [...colors, value]
  return (
    <SelectField
      label={words.color}
      path={path}
      choices={all.map((color) => [color, words.colors[color as keyof typeof words.colors] ?? color] as const)}
    />
  )
}

/** Empty: jobs never become stale. */
function RotDays({ path }: { path: string }) {
  const words = usePipelineWords()
  const { value, change } = useField<number | null>({ path })
  return (
    <NumberField
      label={words.rotDays}
      hint={words.rotDaysHint}
      min={1}
      max={3650}
      value={value ?? Number.NaN}
      change={(days) => change(Number.isNaN(days) ? null : days)}
    />
  )
}
