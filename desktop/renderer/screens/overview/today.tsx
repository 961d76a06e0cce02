import type { OverviewDay } from '../../../../shared/overview.ts'
import type { ListName } from '../../live/keys.ts'
import { useFigures } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import type { Route } from '../../ui/route.ts'
import { useOverviewWords } from '../../words/screen-words.ts'
import { listOf, openChats } from './links.ts'
import shared from './overview.module.css'
import { overviewOf, type Range } from './range.ts'
import styles from './today.module.css'
import { useOverviewDay } from './use-overview.ts'

const days = ['today', 'yesterday'] as const
/** Shown if there is no data. */
const none = '–'

/** The live chat of today or yesterday in the site's time zone, and what is open now. */
export function Today({ range }: { range: Range }) {
  const { today: words } = useOverviewWords()
  const write = useFigures()
  const query = useOverviewDay(range.day)
  return (
    <section className={styles.today} aria-label={words.days[range.day]}>
      <header className="cluster spread">
        <div className="cluster">
          <h2>{words.days[range.day]}</h2>
          {query.data && <p className="muted">{words.when(write.weekday(query.data.date), query.data.timezone)}</p>}
        </div>
        <nav className={shared.choice} aria-label={words.choose}>
          <ul className="row gap-1">
            {days.map((day) => (
              <li key={day}>
                <Link to={overviewOf({ ...range, day })} aria-current={day === range.day ? 'page' : undefined}>
                  {words.days[day]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <div className={styles.body}>
        <QueryBoundary query={query}>{(day) => <Day day={day} name={range.day} />}</QueryBoundary>
      </div>
    </section>
  )
}

const inbox = (list: ListName): Route => ({ page: 'inbox', list, id: null })
const gaps: Route = { page: 'knowledge', tab: 'gaps', id: null }

function Day({ day, name }: { day: OverviewDay; name: Range['day'] }) {
  const { today: words } = useOverviewWords()
  const { from, to, now } = day
  const lists = (handover: 'requested' | 'answered' | 'missed') => listOf({ from, to }, { handover })
  return (
    <>
      <div className={styles.groups}>
        <ul className={styles.now} aria-label={words.now}>
          <Count name={words.waiting} count={now.waiting} to={inbox('waiting')} state="waiting" />
          <Count name={words.open} count={now.open} to={openChats} />
          <Count name={words.missedNow} count={now.missed} to={inbox('missed')} state="missed" />
        </ul>
        <ul className={styles.day} aria-label={words.days[name]}>
          <Count name={words.requested} count={day.requested} to={lists('requested')} />
          <Count name={words.answered} count={day.answered} to={lists('answered')} />
          <Count name={words.missed} count={day.missed} to={lists('missed')} />
          <Wait name={words.longest} seconds={day.longestWaitSeconds} to={lists('answered')} />
          <Wait name={words.median} seconds={day.medianWaitSeconds} to={lists('answered')} />
          <Count name={words.gaps} count={day.unansweredQuestions} to={gaps} />
        </ul>
      </div>
      <AnsweredBy day={day} nobody={words.nobody[name]} />
    </>
  )
}

function AnsweredBy({ day: { from, to, requested, byPerson }, nobody }: { day: OverviewDay; nobody: string }) {
  const { today: words } = useOverviewWords()
  const write = useFigures()
  if (requested === 0) return <p className="muted">{nobody}</p>
  if (byPerson.length === 0) return null
  return (
    <div className={`cluster ${styles.people}`}>
      <h3 className="muted">{words.people}</h3>
      <ul className="cluster" aria-label={words.people}>
        {byPerson.map(({ name, count }) => (
          <li key={name}>
            <Link to={listOf({ from, to }, { answeredBy: name })}>
              <span dir="auto">{name}</span> <strong>{write.whole(count)}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

type CountProps = { name: string; count: number; to: Route; state?: 'waiting' | 'missed' }

function Count({ name, count, to, state }: CountProps) {
  const write = useFigures()
  return (
    <Item
      name={name}
      value={write.whole(count)}
      to={count > 0 ? to : undefined}
      state={count > 0 ? state : undefined}
    />
  )
}

function Wait({ name, seconds, to }: { name: string; seconds: number | null; to: Route }) {
  const write = useFigures()
  const value = seconds === null ? none : write.length(seconds)
  return <Item name={name} value={value} to={seconds === null ? undefined : to} />
}

type ItemProps = { name: string; value: string; to: Route | undefined; state?: CountProps['state'] | undefined }

/** A figure as a link to its list. Without entries, it is text. */
function Item({ name, value, to, state }: ItemProps) {
  const content = (
    <>
      <span className="muted">{name}</span>
      <strong data-figure data-state={state}>
        {value}
      </strong>
    </>
  )
  return <li>{to ? <Link to={to}>{content}</Link> : <p>{content}</p>}</li>
}
