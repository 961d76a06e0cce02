import { ChevronLeft, ChevronRight, Plus, Settings, SlidersHorizontal } from 'lucide-react'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { useDesk } from '../../live/desk.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { Popup } from '../../ui/popup.tsx'
import { navigate } from '../../ui/route.ts'
import { addDays, ownZone } from '../../ui/zone.ts'
import { useZonedTimes } from '../../ui/zoned-times.ts'
import { useCalendarWords } from '../../words/screen-words.ts'
import styles from './calendar.module.css'
import { SyncState } from './sync-state.tsx'
import { type CalendarView, calendarRoute, rangeOf, turned, type View, views } from './view.ts'

type Props = { shown: CalendarView; zone: string; today: string; create: () => void }

const show = (view: CalendarView) => navigate(calendarRoute(view), { replace: true })

/** The title, the shown days and their controls. */
export function Head({ shown, zone, today, create }: Props) {
  const words = useCalendarWords()
  const { mayManage } = useDesk()
  useCommand({ id: 'calendar.create', words: words.form.create, group: words.title, keys: 'c', run: create })
  const title = useTitle(words.form.create, 'calendar.create')
  return (
    <header className={`cluster ${styles.head}`}>
      <h1>{words.title}</h1>
      <Turning shown={shown} zone={zone} today={today} />
      <Views shown={shown} />
      <SyncState />
      <div className={`row ${styles.actions}`}>
        <Options shown={shown} />
        {mayManage && (
          <Link
            to={{ page: 'settings', name: 'bookings' }}
            className="icon"
            aria-label={words.settings}
            title={words.settings}
          >
            <Settings size={16} aria-hidden="true" />
          </Link>
        )}
        <button type="button" onClick={create} title={title} aria-label={words.form.create}>
          <Plus size={16} aria-hidden="true" />
          <span className={styles.addLabel}>{words.form.create}</span>
        </button>
      </div>
    </header>
  )
}

function Turning({ shown, zone, today }: Omit<Props, 'create'>) {
  const words = useCalendarWords()
  const times = useZonedTimes(zone)
  const group = words.title
  const turn = (by: 1 | -1) => () => show({ ...shown, date: turned(shown, by) })
  const goToday = () => show({ ...shown, date: today })
  useCommand({ id: 'calendar.today', words: words.today, group, keys: 't', run: goToday })
  useCommand({ id: 'calendar.previous', words: words.previous, group, keys: '[', repeats: true, run: turn(-1) })
  useCommand({ id: 'calendar.next', words: words.next, group, keys: ']', repeats: true, run: turn(1) })
  const { first, count } = rangeOf(shown)
  const text = count === 1 ? times.longDay(first) : times.days(first, addDays(first, count - 1))
  return (
    <div className={`row gap-1 ${styles.turning}`}>
      <button type="button" className="quiet" onClick={goToday} title={useTitle(words.today, 'calendar.today')}>
        {words.today}
      </button>
      <IconButton
        Icon={ChevronLeft}
        label={words.previous}
        title={useTitle(words.previous, 'calendar.previous')}
        className="icon quiet points"
        onClick={turn(-1)}
      />
      <IconButton
        Icon={ChevronRight}
        label={words.next}
        title={useTitle(words.next, 'calendar.next')}
        className="icon quiet points"
        onClick={turn(1)}
      />
      <h2 aria-live="polite">{text}</h2>
    </div>
  )
}

const keysOf: Record<View, string> = { day: 'd', week: 'w', agenda: 'a' }

function Views({ shown }: { shown: CalendarView }) {
  const words = useCalendarWords()
  return (
    <nav aria-label={words.view}>
      <ul className="row gap-1 tabs">
        {views.map((view) => (
          <ViewTab key={view} view={view} shown={shown} />
        ))}
      </ul>
    </nav>
  )
}

function ViewTab({ view, shown }: { view: View; shown: CalendarView }) {
  const words = useCalendarWords()
  const to = calendarRoute({ ...shown, view })
  const name = words.views[view]
  const id = `calendar.${view}`
  useCommand({ id, words: name, group: words.title, keys: keysOf[view], run: () => navigate(to, { replace: true }) })
  return (
    <li>
      <Link to={to} replace title={useTitle(name, id)} aria-current={shown.view === view ? 'page' : undefined}>
        {name}
      </Link>
    </li>
  )
}

/** What is seldom changed: whether cancelled appointments are shown, and in which zone. */
function Options({ shown }: { shown: CalendarView }) {
  const words = useCalendarWords()
  return (
    <Popup label={words.options} className="icon" button={<SlidersHorizontal size={16} aria-hidden="true" />}>
      {() => (
        <div className="stack gap-3">
          <label className={`row ${styles.option}`}>
            <input
              type="checkbox"
              checked={shown.cancelled}
              onChange={({ target }) => show({ ...shown, cancelled: target.checked })}
            />
            {words.showCancelled}
          </label>
          <Zones shown={shown} />
        </div>
      )}
    </Popup>
  )
}

/** The zone of the business or the person's own, if they differ. */
function Zones({ shown }: { shown: CalendarView }) {
  const words = useCalendarWords()
  const { site } = useDesk()
  const own = ownZone()
  if (own === site.timezone) return null
  return (
    <label>
      {words.zone}
      <select
        value={shown.own ? 'own' : 'business'}
        onChange={({ target }) => show({ ...shown, own: target.value === 'own' })}
      >
        <option value="business">{words.ofBusiness(site.timezone)}</option>
        <option value="own">{words.yours(own)}</option>
      </select>
    </label>
  )
}
