import { Ban, CalendarX, CircleCheck, Clock } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import type { JobDetail, Stage } from '../../../../shared/job.ts'
import { useCommand } from '../../keys/commands.tsx'
import { useNow } from '../../ui/clock.ts'
import { useFigures } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import { DeleteJob } from './job-delete.tsx'
import { useFieldDraft } from './job-draft.ts'
import { boundTo, FieldState } from './job-fields.tsx'
import styles from './job-page.module.css'
import { StageMenu } from './job-stage.tsx'
import { useSaveJob } from './save-job.ts'

const minute = 60_000
const day = 86_400_000

type Props = {
  job: JobDetail
  stages: readonly Stage[]
  top: RefObject<HTMLHeadingElement | null>
  back: () => void
}

/** The title, which is edited in place, the stage, and what somebody should notice. */
export function JobHead({ job, stages, top, back }: Props) {
  return (
    <header className="stack">
      <div className={styles.headLine}>
        <Title job={job} top={top} />
        <DeleteJob job={job} back={back} />
      </div>
      <div className="cluster">
        <StageMenu job={job} stages={stages} />
        <Marks job={job} />
      </div>
    </header>
  )
}

const maxTitle = 160

function Title({ job: { id, number, title }, top }: Pick<Props, 'job' | 'top'>) {
  const { page: words, commands } = useJobPageWords()
  const { title: group, number: numbered } = useJobsWords()
  const save = useSaveJob(id)
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useFieldDraft({
    label: words.title,
    saved: title,
    write: (text) => save({ title: text }),
    check: (text) => (text.trim() === '' ? words.noTitle : ''),
  })
  const edit = () => field.current?.select()
  useCommand({ id: 'job.edit', words: commands.edit, group, keys: 'e', run: edit })
  const stateId = `state-${id}`
  return (
    <div className={`stack gap-1 ${styles.title}`}>
      <h1 ref={top} tabIndex={-1}>
        <span className="muted">{numbered(number)}</span>
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          maxLength={maxTitle}
          aria-label={words.title}
          aria-invalid={draft.fault !== '' || undefined}
          aria-describedby={stateId}
          {...boundTo(draft)}
        />
      </h1>
      <FieldState draft={draft} id={stateId} />
    </div>
  )
}

function Marks({ job }: Pick<Props, 'job'>) {
  const { page: words } = useJobPageWords()
  const { statuses } = useJobsWords()
  const figures = useFigures()
  const money = useMoney()
  const now = useNow(minute)
  const { status, value, currency, dueAt, stale, stageChangedAt, closedAt } = job
  const isLate = status === 'open' && dueAt !== null && dueAt < now
  const days = Math.floor((now - stageChangedAt) / day)
  const closing =
    status !== 'open' && closedAt !== null ? words.closed[status](figures.day(closedAt)) : statuses[status]
  return (
    <>
      {value !== null && <span className="pill">{money(value, currency)}</span>}
      {status !== 'open' && (
        <Mark Icon={status === 'won' ? CircleCheck : Ban} tone={status}>
          {closing}
        </Mark>
      )}
      {isLate && (
        <Mark Icon={CalendarX} tone="late">
          {words.overdue(figures.day(dueAt))}
        </Mark>
      )}
      {stale && (
        <Mark Icon={Clock} tone="stale">
          {words.stale(days)}
        </Mark>
      )}
    </>
  )
}

type MarkProps = { Icon: typeof Clock; tone: 'won' | 'lost' | 'late' | 'stale'; children: ReactNode }

const Mark = ({ Icon, tone, children }: MarkProps) => (
  <span className={`pill ${styles.mark}`} data-tone={tone}>
    <Icon size={12} aria-hidden="true" />
    {children}
  </span>
)
