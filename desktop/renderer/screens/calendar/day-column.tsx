import { type KeyboardEvent, memo, useMemo } from 'react'
import type { Appointment } from '../../../../shared/appointment.ts'
import { useNow } from '../../ui/clock.ts'
import { Link } from '../../ui/link.tsx'
import { useZonedTimes } from '../../ui/zoned-times.ts'
import { useCalendarWords } from '../../words/screen-words.ts'
import { Block, type Box, boxStyle } from './block.tsx'
import styles from './calendar.module.css'
import { type Axis, type Day, missingOf, placeOf, type Span } from './days.ts'
import { pixels } from './drag.ts'
import { layOut, type More } from './layout.ts'
import { type CalendarView, calendarRoute } from './view.ts'

/** Shorter ones are drawn with this height in minutes, so that they can be read. */
const minDrawn = 25

type Props = {
  day: Day
  axis: Axis
  shown: CalendarView
  zone: string
  /** Those that overlap this day. */
  appointments: readonly Appointment[]
  maxLanes: number
  /** The new time of what is being moved, if it is on this day. */
  ghost: Span | undefined
  moving: string | undefined
  open: (id: string) => void
  press: (event: KeyboardEvent, appointment: Appointment) => void
  leave: () => void
}

/** The appointments of a day. */
export const DayColumn = memo(function DayColumn({ day, axis, shown, zone, appointments, maxLanes, ...rest }: Props) {
  const times = useZonedTimes(zone)
  const { ghost, moving, open, press, leave } = rest
  const { boxes, more } = useMemo(() => boxesOf(appointments, day, axis, maxLanes), [appointments, day, axis, maxLanes])
  const missing = missingOf(day, axis)
  return (
    <section
      className={styles.day}
      style={{ height: `${axis.length * pixels}px` }}
      aria-label={times.longDay(day.date)}
      data-day={day.date}
    >
      {missing && <div className={styles.missing} style={heightOf(missing.from, missing.to)} data-fixed />}
      {appointments.map((appointment) => {
        const box = boxes.get(appointment.id)
        if (!box) return null
        const isMoving = moving === appointment.id
        return <Block key={appointment.id} {...{ appointment, box, zone, isMoving, open, press, leave }} />
      })}
      {more.map((group) => (
        <MoreLink key={group.start} group={group} shown={{ ...shown, view: 'agenda', date: day.date }} />
      ))}
      {ghost && <Ghost span={ghost} day={day} axis={axis} zone={zone} />}
      <NowLine day={day} axis={axis} />
    </section>
  )
})

const heightOf = (from: number, to: number) => ({ top: `${from * pixels}px`, height: `${(to - from) * pixels}px` })

function boxesOf(appointments: readonly Appointment[], day: Day, axis: Axis, maxLanes: number) {
  const places = appointments.map(({ id, start, end }) => {
    const from = Math.min(placeOf(day, axis, start), axis.length - minDrawn)
    return { id, start: from, end: Math.max(placeOf(day, axis, end), from + minDrawn) }
  })
  const { lanes, more } = layOut(places, maxLanes)
  const boxes = new Map<string, Box>()
  for (const { id, start, end } of places) {
    const lane = lanes.get(id)
    if (lane) boxes.set(id, { top: start, bottom: end, ...lane })
  }
  return { boxes, more }
}

/** What does not fit beside the others is in the agenda. */
function MoreLink({ group, shown }: { group: More; shown: CalendarView }) {
  const words = useCalendarWords()
  const { start, end, ids, lanes } = group
  return (
    <Link
      to={calendarRoute(shown)}
      className={`${styles.block} ${styles.more}`}
      style={boxStyle({ top: start, bottom: end, lane: lanes - 1, lanes })}
      data-fixed
      aria-label={words.more(ids.length)}
      title={words.more(ids.length)}
    >
      +{ids.length}
    </Link>
  )
}

function Ghost({ span, day, axis, zone }: { span: Span; day: Day; axis: Axis; zone: string }) {
  const times = useZonedTimes(zone)
  const top = placeOf(day, axis, span.start)
  const bottom = Math.max(placeOf(day, axis, span.end), top + minDrawn)
  return (
    <div className={`${styles.block} ${styles.ghost}`} style={boxStyle({ top, bottom, lane: 0, lanes: 1 })} data-fixed>
      {times.span(span.start, span.end)}
    </div>
  )
}

const minute = 60_000

function NowLine({ day, axis }: { day: Day; axis: Axis }) {
  const now = useNow(minute)
  if (now < day.start || now >= day.end) return null
  return <div className={styles.now} style={{ top: `${placeOf(day, axis, now) * pixels}px` }} aria-hidden="true" />
}
