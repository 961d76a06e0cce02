import { CircleAlert } from 'lucide-react'
import { errorBodyOf } from '../live/connection.ts'
import { useZonedTimes } from '../ui/zoned-times.ts'
import { useCalendarWords } from '../words/screen-words.ts'

type Span = { start: number; end: number }

/** What takes a time, and the next free ones. */
export type Taken = { conflicts: Span[]; next: Span[] }

const spansIn = (value: unknown): Span[] =>
  Array.isArray(value)
    ? value.filter(({ start, end }: Partial<Span>) => Number.isFinite(start) && Number.isFinite(end))
    : []

/** The conflict in an error of the server; undefined if it is another error. */
export function takenIn(error: unknown): Taken | undefined {
  const body = errorBodyOf(error)
  if (body?.error.reason !== 'time_taken') return undefined
  return { conflicts: spansIn(body.conflicts), next: spansIn(body.next) }
}

type Props = {
  taken: Taken
  zone: string
  /** Chooses another time. */
  choose: (start: number) => void
  /** Books the time although it is taken. */
  force: () => void
  busy: boolean
}

const maxShown = 5

/** Explains a conflict, and offers the next free times. */
export function TimeTaken({ taken: { conflicts, next }, zone, choose, force, busy }: Props) {
  const { taken: words } = useCalendarWords()
  const times = useZonedTimes(zone)
  return (
    <div className="stack" role="alert">
      <p className="row error">
        <CircleAlert size={16} aria-hidden="true" />
        {words.title}
      </p>
      {conflicts.length > 0 && (
        <ul>
          {conflicts.slice(0, maxShown).map(({ start, end }) => (
            <li key={`${start} ${end}`}>{words.conflict(times.span(start, end))}</li>
          ))}
        </ul>
      )}
      {next.length > 0 && <span>{words.next}</span>}
      <div className="cluster">
        {next.slice(0, maxShown).map(({ start }) => (
          <button key={start} type="button" className="quiet" disabled={busy} onClick={() => choose(start)}>
            {times.whole(start)}
          </button>
        ))}
        <button type="button" className="danger" disabled={busy} onClick={force}>
          {words.force}
        </button>
      </div>
    </div>
  )
}
