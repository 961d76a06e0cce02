import { AlarmClock, Clock } from 'lucide-react'
import type { Row } from '../../../live/rows.ts'
import { useNow } from '../../../ui/clock.ts'
import { ageWords, waitLength, wholeTime } from '../../../ui/format.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import styles from './row.module.css'

const second = 1_000
const minute = 60 * second

type Props = { row: Pick<Row, 'lastAt' | 'waitingSince'>; waitSeconds: number }

/** The waiting time; without a waiting visitor, the age of the last message. */
export const RowTime = ({ row: { lastAt, waitingSince }, waitSeconds }: Props) =>
  waitingSince === null ? <Age at={lastAt} /> : <Wait since={waitingSince} waitSeconds={waitSeconds} />

function Age({ at }: { at: number }) {
  const { inbox } = useWords()
  const { language } = useLanguage()
  const now = useNow(minute)
  return (
    <time className={styles.time} dateTime={new Date(at).toISOString()} title={wholeTime(at, language)}>
      {ageWords(at, Math.max(now, at), language, inbox.time)}
    </time>
  )
}

/** Red once it exceeds the maximum waiting time. */
export function Wait({ since, waitSeconds }: { since: number; waitSeconds: number }) {
  const { inbox } = useWords()
  const { language } = useLanguage()
  const now = useNow(second)
  const isLong = now - since > waitSeconds * second
  const time = waitLength(since, now, language)
  const Icon = isLong ? AlarmClock : Clock
  return (
    <span
      className={`row gap-1 ${styles.time} ${styles.wait}`}
      data-long={isLong}
      title={isLong ? inbox.waitsLong(time) : inbox.waits(time)}
    >
      <Icon size={12} aria-hidden="true" />
      <span aria-hidden="true">{inbox.waits(time)}</span>
      <span className="unseen">{isLong ? inbox.waitsLong(time) : inbox.waits(time)}</span>
    </span>
  )
}
