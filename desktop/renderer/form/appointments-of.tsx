import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Appointment } from '../../../shared/appointment.ts'
import { useCommand } from '../keys/commands.tsx'
import { KeysOf } from '../keys/key-caps.tsx'
import { useTitle } from '../keys/own-keys.ts'
import { type AppointmentsOf as Of, useAppointmentsOf } from '../live/appointment-queries.ts'
import { useDesk } from '../live/desk.tsx'
import { Link } from '../ui/link.tsx'
import { QueryBoundary } from '../ui/query-boundary.tsx'
import { wallAt } from '../ui/zone.ts'
import { useZonedTimes } from '../ui/zoned-times.ts'
import { useCalendarWords } from '../words/screen-words.ts'
import type { AppointmentDefaults } from './appointment-draft.ts'
import styles from './appointments-of.module.css'
import { NewAppointmentDialog } from './new-appointment.tsx'

/** The dialog of a new appointment, with its key. It is rendered outside of sections, which may be folded. */
export function useCreateAppointment(defaults: AppointmentDefaults) {
  const { form: words, title: group } = useCalendarWords()
  const { site } = useDesk()
  const dialog = useRef<HTMLDialogElement>(null)
  const open = () => dialog.current?.showModal()
  useCommand({ id: 'appointment.create', words: words.create, group, keys: 'shift+d', run: open })
  return { open, dialog: <NewAppointmentDialog dialog={dialog} zone={site.timezone} defaults={defaults} /> }
}

/** The appointments of a job, a contact or a conversation, the next ones first, and a button for another one. */
export function AppointmentsOf({ of, create }: { of: Of; create: () => void }) {
  const { form: words } = useCalendarWords()
  const title = useTitle(words.create, 'appointment.create')
  return (
    <div className={`stack ${styles.appointments}`}>
      <QueryBoundary query={useAppointmentsOf(of)}>{({ items }) => <List appointments={items} />}</QueryBoundary>
      <button type="button" className="quiet" title={title} onClick={create}>
        <Plus size={16} aria-hidden="true" />
        {words.create} <KeysOf id="appointment.create" />
      </button>
    </div>
  )
}

const firstShown = 8

function List({ appointments }: { appointments: readonly Appointment[] }) {
  const { of: words } = useCalendarWords()
  const [isWhole, setWhole] = useState(false)
  const [now] = useState(Date.now)
  const next = appointments.filter(({ end }) => end > now).toSorted((a, b) => a.start - b.start)
  const past = appointments.filter(({ end }) => end <= now).toSorted((a, b) => b.start - a.start)
  const all = [...next, ...past]
  const shown = isWhole ? all : all.slice(0, firstShown)
  if (all.length === 0) return <p className="muted">{words.none}</p>
  return (
    <>
      <ul className="stack gap-3">
        {shown.map((appointment) => (
          <Entry key={appointment.id} appointment={appointment} />
        ))}
      </ul>
      {shown.length < all.length && (
        <button type="button" className="quiet" onClick={() => setWhole(true)}>
          {words.all(all.length)}
        </button>
      )}
    </>
  )
}

function Entry({ appointment: { id, title, start, end, status } }: { appointment: Appointment }) {
  const { statuses } = useCalendarWords()
  const { site } = useDesk()
  const times = useZonedTimes(site.timezone)
  const { date } = wallAt(site.timezone, start)
  const query = new URLSearchParams({
    view: 'day',
    date,
    open: id,
    ...(status === 'cancelled' && { cancelled: 'true' }),
  })
  return (
    <li className={styles.entry} data-status={status}>
      <Link to={{ page: 'calendar', query: query.toString() }}>
        <bdi>{title}</bdi>
      </Link>
      <p className="cluster gap-1">
        <time dateTime={new Date(start).toISOString()}>{times.span(start, end)}</time>
        {status !== 'confirmed' && <span className="pill">{statuses[status]}</span>}
      </p>
    </li>
  )
}
