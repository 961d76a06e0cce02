import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Appointment } from '../../../../shared/appointment.ts'
import { Link } from '../../ui/link.tsx'
import { useZonedTimes } from '../../ui/zoned-times.ts'
import styles from './calendar.module.css'
import { DayColumn } from './day-column.tsx'
import { axisOf, type Day, hoursOf, instantAt, placeOf, type Span, step } from './days.ts'
import { type Drag, pixels, useDrag } from './drag.ts'
import { useKeyMoves } from './key-moves.ts'
import type { Move } from './moves.ts'
import { type CalendarView, calendarRoute } from './view.ts'

type Props = {
  days: readonly Day[]
  appointments: readonly Appointment[]
  shown: CalendarView
  zone: string
  today: string
  move: Move
  open: (id: string) => void
  /** Creates an appointment at a time. Without an end, it has the usual length. */
  create: (start: number, end?: number) => void
}

/** The lanes beside one another at most, in a week and on a single day. */
const maxLanes = { week: 4, day: 12 }
/** In minutes: where the grid is scrolled to at first. */
const opensAt = 7.5 * 60
const minute = 60_000

/** Days with their appointments, which are moved, resized and drawn. */
export function Grid(props: Props) {
  const { days, appointments, zone, move, open, create } = props
  const grid = useRef<HTMLDivElement>(null)
  const axis = useMemo(() => axisOf(days), [days])
  const byDay = useMemo(() => splitByDay(days, appointments), [days, appointments])
  const focusLater = useFocusLater(grid, appointments)
  const moveFocused: Move = (appointment, span, options) => {
    focusLater(appointment.id)
    return move(appointment, span, options)
  }
  const keyMoves = useKeyMoves(zone, moveFocused)
  const drop = ({ appointment, span }: Drag) =>
    appointment ? void move(appointment, span) : create(span.start, span.end)
  const find = (id: string) => appointments.find((one) => one.id === id)
  const { drag, press } = useDrag({ grid, days, axis, find, drop })
  const keys = useLatest(keyMoves)
  const pressKey = useCallback<typeof keyMoves.press>((event, one) => keys.current.press(event, one), [keys])
  const leave = useCallback(() => keys.current.save(), [keys])
  const opening = useLatest(open)
  const openOne = useCallback((id: string) => opening.current(id), [opening])
  useOpeningPlace(grid, days)
  const ghost: Partial<Drag> = drag ?? keyMoves.pending ?? {}
  const click = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element
    const column = target.closest<HTMLElement>('[data-day]')
    const day = days.find(({ date }) => date === column?.dataset.day)
    if (!day || !column || target.closest('[data-appointment], [data-fixed]')) return
    const place = (event.clientY - column.getBoundingClientRect().top) / pixels
    create(instantAt(day, axis, Math.floor(place / step) * step))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: by keys, appointments are created with the button above
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div className={styles.grid} ref={grid} data-days={days.length} onPointerDown={press} onClick={click}>
      <DayNames {...props} />
      <div className={styles.columns}>
        <Hours days={days} zone={zone} />
        {days.map((day, place) => (
          <DayColumn
            key={day.date}
            {...{ day, axis, zone, shown: props.shown, open: openOne, press: pressKey, leave }}
            appointments={byDay[place] ?? []}
            maxLanes={days.length > 1 ? maxLanes.week : maxLanes.day}
            ghost={ghost.span && overlaps(ghost.span, day) ? ghost.span : undefined}
            moving={ghost.appointment?.id}
          />
        ))}
      </div>
      <Said span={keyMoves.pending?.span} zone={zone} />
    </div>
  )
}

function useLatest<T>(value: T) {
  const latest = useRef(value)
  latest.current = value
  return latest
}

const overlaps = (span: Span, { start, end }: Span) => span.start < end && span.end > start

/** Appointments without a length are on the day of their start. */
const splitByDay = (days: readonly Day[], appointments: readonly Appointment[]): Appointment[][] =>
  days.map((day) => appointments.filter(({ start, end }) => overlaps({ start, end: Math.max(end, start + 1) }, day)))

function DayNames({ days, zone, today, shown }: Props) {
  const times = useZonedTimes(zone)
  return (
    <div className={styles.names}>
      <span />
      {days.map(({ date }) => (
        <Link
          key={date}
          to={calendarRoute({ ...shown, view: 'day', date })}
          aria-current={date === today ? 'date' : undefined}
          title={times.longDay(date)}
          data-fixed
        >
          {times.weekday(date)} <strong>{times.dayOfMonth(date)}</strong>
        </Link>
      ))}
    </div>
  )
}

function Hours({ days, zone }: { days: readonly Day[]; zone: string }) {
  const times = useZonedTimes(zone)
  const axis = useMemo(() => axisOf(days), [days])
  return (
    <div className={styles.hours} style={{ height: `${axis.length * pixels}px` }} aria-hidden="true" data-fixed>
      {hoursOf(axis).map(({ place, clock }) => (
        <span key={place} style={{ top: `${place * pixels}px` }}>
          {times.hour(clock)}
        </span>
      ))}
    </div>
  )
}

/** Reads the time that keys have chosen. */
function Said({ span, zone }: { span: Span | undefined; zone: string }) {
  const times = useZonedTimes(zone)
  return (
    <p className="unseen" role="status">
      {span && times.span(span.start, span.end)}
    </p>
  )
}

/** Shows the morning at first, or what is open. */
function useOpeningPlace(grid: { current: HTMLElement | null }, days: readonly Day[]): void {
  const first = useRef(days)
  useLayoutEffect(() => {
    const [day] = first.current
    const now = Date.now()
    const today = first.current.find(({ start, end }) => now >= start && now < end)
    const place = today ? placeOf(today, axisOf(first.current), now - 60 * minute) : opensAt
    if (grid.current && day) grid.current.scrollTop = Math.min(place, opensAt + 8 * 60) * pixels
  }, [grid])
}

/** Focuses an appointment again after it has moved to another column. */
function useFocusLater(grid: { current: HTMLElement | null }, appointments: readonly Appointment[]) {
  const id = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the appointments
  useEffect(() => {
    if (id.current === undefined || document.activeElement !== document.body) return
    grid.current?.querySelector<HTMLElement>(`[data-appointment="${CSS.escape(id.current)}"]`)?.focus()
    id.current = undefined
  }, [appointments])
  return (next: string) => {
    id.current = next
  }
}
