import { CalendarX, Clock } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Job } from '../../../../shared/job.ts'
import { useNow } from '../../ui/clock.ts'
import { ageWords, useFigures, useTimes } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { useMoney } from '../../ui/money.ts'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import styles from './job-list.module.css'
import { assigneeOf, type Column, contactOf } from './list-columns.ts'

const minute = 60_000

type Props = {
  job: Job
  /** Its index among all, from 0. */
  place: number
  columns: readonly Column[]
  /** The filters, for its address. */
  query: string
  /** The keyboard cursor is on it. */
  isCurrent: boolean
  /** It is the row in the tab order. */
  isReached: boolean
}

/** A job in the table. */
export const ListRow = memo(function ListRow({ job, place, columns, query, isCurrent, isReached }: Props) {
  return (
    <tr aria-rowindex={place + 2} data-current={isCurrent} className={styles.row}>
      {columns.map((column) => (
        <Cell key={column} job={job} column={column} query={query} isReached={isReached} />
      ))}
    </tr>
  )
})

type CellProps = { job: Job; column: Column; query: string; isReached: boolean }

function Cell({ job, column, query, isReached }: CellProps) {
  const { number, sources } = useJobsWords()
  const money = useMoney()
  switch (column) {
    case 'number':
      return <td className={styles.number}>{number(job.number)}</td>
    case 'title':
      return <Title job={job} query={query} isReached={isReached} />
    case 'stage':
      return <StageCell job={job} />
    case 'contact':
      return <Text name="contact" text={contactOf(job)} />
    case 'value':
      return <td className={styles.value}>{job.value !== null && money(job.value, job.currency)}</td>
    case 'due':
      return <Due job={job} />
    case 'assignee':
      return <Text name="assignee" text={assigneeOf(job)} />
    case 'source':
      return <Text name="source" text={sources[job.source]} />
    case 'changed':
      return <Changed at={job.updatedAt} />
  }
}

function Title({ job, query, isReached }: Omit<CellProps, 'column'>) {
  const { number } = useJobsWords()
  const who = contactOf(job)
  return (
    <th scope="row" className={styles.title}>
      <Link to={{ page: 'jobs', id: job.id, query }} data-job={job.id} tabIndex={isReached ? 0 : -1} title={job.title}>
        <bdi>{job.title}</bdi>
        <span className={`${styles.under} muted`}>
          {number(job.number)} · <bdi>{job.stage.name}</bdi>
          {who && (
            <>
              {' · '}
              <bdi>{who}</bdi>
            </>
          )}
        </span>
      </Link>
    </th>
  )
}

const Text = ({ name, text, children }: { name: string; text: string | null; children?: ReactNode }) => (
  <td className={styles[name]} title={text ?? undefined}>
    {children}
    <bdi>{text}</bdi>
  </td>
)

function StageCell({ job: { stage, stale } }: Pick<CellProps, 'job'>) {
  const { list: words } = useJobPageWords()
  return (
    <Text name="stage" text={stage.name}>
      {stale && <Clock size={12} className={styles.stale} role="img" aria-label={words.stale} />}
    </Text>
  )
}

function Due({ job: { dueAt, status } }: Pick<CellProps, 'job'>) {
  const { list: words } = useJobPageWords()
  const figures = useFigures()
  const times = useTimes()
  const now = useNow(minute)
  if (dueAt === null) return <td className={styles.due} />
  const isLate = status === 'open' && dueAt < now
  return (
    <td className={styles.due} data-late={isLate}>
      {isLate && <CalendarX size={12} role="img" aria-label={words.overdue} />}
      <time dateTime={new Date(dueAt).toISOString()} title={times.whole(dueAt)}>
        {figures.day(dueAt)}
      </time>
    </td>
  )
}

function Changed({ at }: { at: number }) {
  const { inbox } = useWords()
  const { language } = useLanguage()
  const times = useTimes()
  const now = useNow(minute)
  return (
    <td className={styles.changed}>
      <time dateTime={new Date(at).toISOString()} title={times.whole(at)}>
        {ageWords(at, Math.max(now, at), language, inbox.time)}
      </time>
    </td>
  )
}
