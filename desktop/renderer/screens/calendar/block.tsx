import { CalendarX, Check, CircleHelp, Lock, UserX } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, memo } from 'react'
import type { Appointment } from '../../../../shared/appointment.ts'
import { useZonedTimes, type ZonedTimes } from '../../ui/zoned-times.ts'
import type { CalendarWords } from '../../words/en/calendar.ts'
import { useCalendarWords } from '../../words/screen-words.ts'
import styles from './calendar.module.css'
import { pixels } from './drag.ts'
import type { Lane } from './layout.ts'
import { isMovable } from './moves.ts'

const icons = {
  confirmed: null,
  pending: CircleHelp,
  cancelled: CalendarX,
  completed: Check,
  no_show: UserX,
  busy: Lock,
}

export type Box = { top: number; bottom: number } & Lane

export const boxStyle = ({ top, bottom, lane, lanes }: Box): CSSProperties => ({
  top: `${top * pixels}px`,
  height: `${(bottom - top) * pixels}px`,
  insetInlineStart: `${(lane / lanes) * 100}%`,
  width: `${100 / lanes}%`,
})

/** In a lower box, title and time share a line. */
const twoLines = 34

const isLow = ({ top, bottom }: Box) => (bottom - top) * pixels < twoLines

type Props = {
  appointment: Appointment
  box: Box
  zone: string
  /** Whether its new place is shown elsewhere, because it is being moved. */
  isMoving: boolean
  open: (id: string) => void
  press: (event: KeyboardEvent, appointment: Appointment) => void
  leave: () => void
}

/** An appointment in the grid. */
export const Block = memo(function Block({ appointment, box, zone, isMoving, open, press, leave }: Props) {
  const words = useCalendarWords()
  const times = useZonedTimes(zone)
  const { id, status, title, start, end } = appointment
  const label = labelOf(appointment, times, words)
  const Icon = icons[status]
  if (status === 'busy')
    return (
      <div className={styles.block} style={boxStyle(box)} data-status="busy" data-fixed title={label}>
        <span className="row gap-1">
          <Lock size={12} aria-hidden="true" />
          <span className="truncate">{words.blocked}</span>
          <span className="unseen">{times.span(start, end)}</span>
        </span>
      </div>
    )
  return (
    <button
      type="button"
      className={styles.block}
      style={boxStyle(box)}
      data-appointment={id}
      data-status={status}
      data-moving={isMoving}
      data-low={isLow(box)}
      title={label}
      onClick={() => open(id)}
      onKeyDown={(event) => press(event, appointment)}
      onBlur={leave}
    >
      <span className={`row gap-1 ${styles.title}`}>
        {Icon && <Icon size={12} aria-hidden="true" />}
        <bdi className="truncate">{title}</bdi>
      </span>
      <span className="truncate">{[times.clock(start), appointment.attendee?.name].filter(Boolean).join(' · ')}</span>
      <span className="unseen">
        {times.span(start, end)}, {words.statuses[status]}
      </span>
      {isMovable(appointment) && <span className={styles.edge} data-edge />}
    </button>
  )
})

/** The appointment in one sentence, as a tooltip. */
export function labelOf({ title, start, end, status, attendee }: Appointment, times: ZonedTimes, words: CalendarWords) {
  const span = times.span(start, end)
  if (status === 'busy') return `${words.blocked}, ${span}`
  return [title, span, attendee?.name, words.statuses[status]].filter(Boolean).join(', ')
}
