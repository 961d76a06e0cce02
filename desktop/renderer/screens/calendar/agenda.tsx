import { Lock } from 'lucide-react'
import { useMemo } from 'react'
import type { Appointment } from '../../../../shared/appointment.ts'
import { useZonedTimes } from '../../ui/zoned-times.ts'
import { useCalendarWords } from '../../words/screen-words.ts'
import styles from './calendar.module.css'
import type { Day } from './days.ts'

type Props = {
  days: readonly Day[]
  appointments: readonly Appointment[]
  zone: string
  today: string
  open: (id: string) => void
}

/** The appointments of some weeks as a list. Days without any are left out. */
export function Agenda({ days, appointments, zone, today, open }: Props) {
  const words = useCalendarWords()
  const times = useZonedTimes(zone)
  const filled = useMemo(
    () =>
      days.flatMap((day) => {
        const found = appointments.filter(({ start, end }) => start < day.end && Math.max(end, start + 1) > day.start)
        return found.length > 0 ? [{ day, found }] : []
      }),
    [days, appointments],
  )
  if (filled.length === 0) return <p className="list-said">{words.noneInAgenda}</p>
  return (
    <div className={styles.agenda}>
      {filled.map(({ day, found }) => (
        <section key={day.date} aria-label={times.longDay(day.date)} className="stack gap-1">
          <h3 aria-current={day.date === today ? 'date' : undefined}>{times.longDay(day.date)}</h3>
          <ul>
            {found.map((appointment) => (
              <li key={appointment.id}>
                <Row appointment={appointment} zone={zone} open={open} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Row({ appointment, zone, open }: Pick<Props, 'zone' | 'open'> & { appointment: Appointment }) {
  const words = useCalendarWords()
  const times = useZonedTimes(zone)
  const { id, title, start, end, status, attendee, location } = appointment
  const time = (
    <span className={styles.rowTime}>
      {times.clock(start)} – {times.clock(end)}
    </span>
  )
  if (status === 'busy')
    return (
      <p className={`row ${styles.row} muted`} data-status="busy">
        {time}
        <Lock size={14} aria-hidden="true" />
        {words.blocked}
      </p>
    )
  return (
    <button
      type="button"
      className={`row ${styles.row}`}
      data-appointment={id}
      data-status={status}
      onClick={() => open(id)}
    >
      {time}
      <bdi className={`truncate strong ${styles.title}`}>{title}</bdi>
      <bdi className="truncate muted">{[attendee?.name || attendee?.email, location].filter(Boolean).join(' · ')}</bdi>
      {status !== 'confirmed' && <span className="pill">{words.statuses[status]}</span>}
    </button>
  )
}
