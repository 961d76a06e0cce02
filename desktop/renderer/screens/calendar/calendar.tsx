import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { AppointmentDefaults } from '../../form/appointment-draft.ts'
import { LeaveDialog } from '../../form/leave-dialog.tsx'
import { NewAppointmentDialog } from '../../form/new-appointment.tsx'
import { appointmentsQuery, hasAppointments, maxListed } from '../../live/appointment-queries.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { useNow } from '../../ui/clock.ts'
import { Link } from '../../ui/link.tsx'
import { navigate } from '../../ui/route.ts'
import { ownZone, wallAt } from '../../ui/zone.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { useCalendarWords } from '../../words/screen-words.ts'
import { Agenda } from './agenda.tsx'
import styles from './calendar.module.css'
import { ConflictDialog } from './conflict-dialog.tsx'
import { daysFrom } from './days.ts'
import { Details } from './details.tsx'
import { Grid } from './grid.tsx'
import { Head } from './head.tsx'
import { useMoves } from './moves.ts'
import { type CalendarView, calendarRoute, rangeOf, viewIn } from './view.ts'

/** The appointments of the site: a week, a day, or a list of the next ones. */
export function Calendar({ query }: { query: string }) {
  return hasAppointments(useDesk()) ? <Shown query={query} /> : <Off />
}

/** Appointments are off: what they are, and how to turn them on. */
function Off() {
  const words = useCalendarWords()
  const { mayManage } = useDesk()
  return (
    <main className="full-screen">
      <div className="list-said">
        <h1>{words.off}</h1>
        <p className="muted">{words.offHint}</p>
        {mayManage ? (
          <Link to={{ page: 'settings', name: 'bookings' }} className="as-button">
            {words.turnOn}
          </Link>
        ) : (
          <p className="muted">{words.askAdmin}</p>
        )}
      </div>
    </main>
  )
}

const minute = 60_000
const isNarrow = () => matchMedia('(max-width: 720px)').matches

function Shown({ query: address }: { query: string }) {
  const desk = useDesk()
  const now = useNow(minute)
  const isOwn = new URLSearchParams(address).get('zone') === 'own'
  const zone = isOwn ? ownZone() : desk.site.timezone
  const today = wallAt(zone, now).date
  const [fallback] = useState(() => (isNarrow() ? 'day' : 'week') as CalendarView['view'])
  const shown = viewIn(address, today, fallback)
  const { first, count } = rangeOf(shown)
  const days = useMemo(() => daysFrom(zone, first, count), [zone, first, count])
  const [from, to] = [days[0]?.start ?? 0, days.at(-1)?.end ?? 0]
  const query = useQuery({
    ...appointmentsQuery(desk, from, to, shown.cancelled),
    placeholderData: keepPreviousData,
  })
  const { move, conflict, dismiss } = useMoves(zone)
  const creating = useCreating()
  const show = (open: string | undefined) => navigate(calendarRoute({ ...shown, open }), { replace: true })
  const appointments = query.data?.items ?? nothing
  const common = { days, appointments, zone, today, open: show }
  return (
    <main className="full-screen" aria-busy={query.isFetching}>
      <Head shown={shown} zone={zone} today={today} create={() => creating.open({})} />
      <Notes query={query} isAgenda={shown.view === 'agenda'} />
      {query.data === undefined && query.isPending && <div className="skeleton apart" role="status" />}
      {query.data && shown.view === 'agenda' && <Agenda {...common} />}
      {query.data && shown.view !== 'agenda' && (
        <Grid
          key={shown.view}
          {...common}
          shown={shown}
          move={move}
          create={(start, end) => creating.open({ start, end })}
        />
      )}
      <NewAppointmentDialog dialog={creating.dialog} zone={zone} defaults={creating.defaults} />
      {shown.open && <Details key={shown.open} id={shown.open} zone={zone} close={() => show(undefined)} />}
      {conflict && <ConflictDialog conflict={conflict} zone={zone} move={move} close={dismiss} />}
      <LeaveDialog />
    </main>
  )
}

const nothing: never[] = []

type NotesProps = {
  query: { data: { items: unknown[] } | undefined; error: Error | null; refetch: () => unknown }
  isAgenda: boolean
}

/** What to know about the list: that it cannot be read, is empty, or is cut. */
function Notes({ query: { data, error, refetch }, isAgenda }: NotesProps) {
  const words = useCalendarWords()
  const { common, settings } = useLaterWords()
  if (error)
    return (
      <div className={`cluster ${styles.note}`} role="alert">
        <p className="error">{settings.cannotLoad(wordsOf(error))}</p>
        <button type="button" className="quiet" onClick={() => void refetch()}>
          {common.retry}
        </button>
      </div>
    )
  if (data && data.items.length >= maxListed)
    return (
      <p className={styles.note} role="status">
        {words.cut(maxListed)}
      </p>
    )
  if (data?.items.length === 0 && !isAgenda)
    return (
      <p className={`${styles.note} muted`} role="status">
        {words.noneHere}
      </p>
    )
  return null
}

/** The dialog of a new appointment, with the time at which it begins. */
function useCreating() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [defaults, setDefaults] = useState<AppointmentDefaults>({})
  const [opened, setOpened] = useState(0)
  useEffect(() => {
    if (opened > 0 && !dialog.current?.open) dialog.current?.showModal()
  }, [opened])
  const open = (next: AppointmentDefaults) => {
    setDefaults(next)
    setOpened((before) => before + 1)
  }
  return { dialog, defaults, open }
}
