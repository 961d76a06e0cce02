import { CalendarClock, Clock3, MoveRight, TriangleAlert, UserRound } from 'lucide-react'
import { memo } from 'react'
import type { Job, Stage } from '../../../../shared/job.ts'
import { useNow } from '../../ui/clock.ts'
import { useFigures, useTimes } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { useMoney } from '../../ui/money.ts'
import { Popup } from '../../ui/popup.tsx'
import { useBoardWords, useJobsWords } from '../../words/screen-words.ts'
import styles from './board.module.css'
import { daysInStage, isOverdue, isWholeDay } from './board-due.ts'
import { StageMenu } from './board-menus.tsx'

const minute = 60_000

/** What a card can do. The object stays the same, so that cards are not rendered again. */
export type CardActs = {
  stages(): readonly Stage[]
  stand(id: string): void
  toggle(id: string): void
  upTo(id: string): void
  moveTo(job: Job, stage: Stage): void
}

type Props = {
  job: Job
  /** The filters, as in the address. */
  query: string
  /** The keyboard cursor is on it. */
  isCurrent: boolean
  /** It is in the tab order. */
  isReached: boolean
  isChosen: boolean
  acts: CardActs
}

/** A job on the board. Its texts come from visitors and others, and are shown as plain text. */
export const Card = memo(function Card({ job, query, isCurrent, isReached, isChosen, acts }: Props) {
  const words = useBoardWords()
  const { id, title } = job
  const tabIndex = isReached ? 0 : -1
  return (
    <article
      className={styles.card}
      data-job={id}
      data-current={isCurrent}
      data-chosen={isChosen}
      onFocus={() => acts.stand(id)}
    >
      <Link to={{ page: 'jobs', id, query }} draggable={false} tabIndex={tabIndex} title={title}>
        <bdi className="clamp">{title}</bdi>
      </Link>
      <CardLines job={job} />
      <div className={styles.cardTools}>
        <Popup
          label={words.moveOne(title)}
          title={words.moveTo}
          className="icon"
          button={<MoveRight size={16} aria-hidden="true" />}
          tabIndex={tabIndex}
        >
          {(close) => (
            <StageMenu
              stages={acts.stages()}
              current={job.stage.id}
              choose={(stage) => {
                close()
                acts.moveTo(job, stage)
              }}
            />
          )}
        </Popup>
        <input
          type="checkbox"
          aria-label={words.choose(title)}
          tabIndex={tabIndex}
          checked={isChosen}
          onChange={({ nativeEvent }) => ((nativeEvent as MouseEvent).shiftKey ? acts.upTo(id) : acts.toggle(id))}
        />
      </div>
    </article>
  )
})

/** The card that follows the pointer. Only for the eyes. */
export const CardFace = ({ job }: { job: Job }) => (
  <article className={styles.card} aria-hidden="true">
    <bdi className={`clamp ${styles.faceTitle}`}>{job.title}</bdi>
    <CardLines job={job} />
  </article>
)

function CardLines({ job }: { job: Job }) {
  const { number } = useJobsWords()
  const words = useBoardWords()
  const money = useMoney()
  const { contact, valueCents, currency, assignedName, assignedTo } = job
  const who = contact?.name || contact?.email || contact?.phone
  const assignee = assignedName || assignedTo
  const value = valueCents !== null && currency !== null ? money(valueCents / 100, currency) : undefined
  return (
    <>
      <p className={styles.cardLine}>
        <span>{number(job.number)}</span>
        {who && (
          <bdi className="truncate" title={who}>
            {who}
          </bdi>
        )}
      </p>
      <p className={styles.cardLine}>
        {value !== undefined && (
          <span className={styles.cardValue} title={words.value(value)}>
            {value}
          </span>
        )}
        <Due job={job} />
        {assignee && (
          <span className={styles.assignee} title={words.assigned(assignee)}>
            <UserRound size={12} aria-hidden="true" />
            <span className="unseen">{words.assigned('')}</span>
            <bdi className="truncate">{assignee}</bdi>
          </span>
        )}
      </p>
      <Stale job={job} />
    </>
  )
}

function Due({ job }: { job: Job }) {
  const words = useBoardWords()
  const now = useNow(minute)
  const { date, weekday, day } = useFigures()
  const { whole } = useTimes()
  const { dueAt } = job
  if (dueAt === null) return null
  const iso = new Date(dueAt).toISOString()
  const isDay = isWholeDay(dueAt)
  const isLate = isOverdue(job, now)
  const Icon = isLate ? TriangleAlert : CalendarClock
  const exact = isDay ? weekday(iso.slice(0, 10)) : whole(dueAt)
  const isThisYear = new Date(dueAt).getUTCFullYear() === new Date(now).getUTCFullYear()
  const short = !isDay ? day(dueAt) : isThisYear ? date(iso) : exact
  return (
    <time
      className={styles.due}
      dateTime={isDay ? iso.slice(0, 10) : iso}
      data-late={isLate}
      title={isLate ? words.overdue(exact) : words.due(exact)}
    >
      <Icon size={12} aria-hidden="true" />
      {isLate ? words.overdue(short) : <span className="unseen">{words.due('')}</span>}
      {!isLate && short}
    </time>
  )
}

function Stale({ job }: { job: Job }) {
  const { inStage } = useBoardWords()
  const now = useNow(minute)
  if (!job.stale) return null
  return (
    <p className={styles.stale}>
      <Clock3 size={12} aria-hidden="true" />
      <span className="truncate">{inStage(daysInStage(job, now))}</span>
    </p>
  )
}
