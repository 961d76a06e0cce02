import { AlarmClock, Clock } from 'lucide-react'
import type { Row } from '../../../live/rows.ts'
import { useNow } from '../../../ui/clock.ts'
import { ageWords, waitWords, wholeTime } from '../../../ui/format.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'

const second = 1_000
const minute = 60 * second

type Props = { row: Pick<Row, 'lastAt' | 'waitingSince'>; waitSeconds: number }

/** How long somebody waits; where nobody does, how old the last message is. */
export const RowTime = ({ row: { lastAt, waitingSince }, waitSeconds }: Props) =>
  waitingSince === null ? <Age at={lastAt} /> : <Wait since={waitingSince} waitSeconds={waitSeconds} />

function Age({ at }: { at: number }) {
  const { inbox } = useWords()
  const { language } = useLanguage()
  const now = useNow(minute)
  return (
    <time className="row-time" dateTime={new Date(at).toISOString()} title={wholeTime(at, language)}>
      {ageWords(at, Math.max(now, at), language, inbox.time)}
    </time>
  )
}

/** Ticks; it is red once it took longer than visitors are to wait. */
export function Wait({ since, waitSeconds }: { since: number; waitSeconds: number }) {
  const { inbox } = useWords()
  const now = useNow(second)
  const isLong = now - since > waitSeconds * second
  const time = waitWords(since, now)
  const Icon = isLong ? AlarmClock : Clock
  return (
    <span className="row-time wait" data-long={isLong} title={isLong ? inbox.waitsLong(time) : inbox.waits(time)}>
      <Icon size={12} aria-hidden="true" />
      <span aria-hidden="true">{time}</span>
      <span className="unseen">{isLong ? inbox.waitsLong(time) : inbox.waits(time)}</span>
    </span>
  )
}
