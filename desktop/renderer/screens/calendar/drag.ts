import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Appointment } from '../../../../shared/appointment.ts'
import { everyFrame, followPress, useTouchStop } from '../../ui/press-gesture.ts'
import { type Axis, type Day, drawn, instantAt, movedTo, placeOf, resizedTo, type Span } from './days.ts'
import { isMovable } from './moves.ts'

/** The height of a minute in pixels. */
export const pixels = 0.8

/** What is dragged, and the time that it would get. Without an appointment, a new one is drawn. */
export type Drag = { appointment: Appointment | undefined; span: Span }

type Options = {
  grid: RefObject<HTMLElement | null>
  days: readonly Day[]
  axis: Axis
  find(id: string): Appointment | undefined
  drop(drag: Drag): void
}

type Spot = { day: Day; place: number }

/** Moves, resizes and draws appointments by mouse and touch. */
export function useDrag(options: Options) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const latest = useRef(options)
  latest.current = options
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  useTouchStop(options.grid, drag !== null)
  const press = (event: PointerEvent<HTMLElement>) => {
    if (!event.isPrimary || event.button !== 0) return
    const pointer = { x: event.clientX, y: event.clientY }
    const spanAt = spanOf(event.target as Element, pointer, latest.current)
    if (!spanAt) return
    let now: Drag | null = null
    const show = () => {
      const spot = spotAt(pointer, latest.current)
      if (!spot) return
      const span = spanAt.at(spot)
      if (now?.span.start === span.start && now.span.end === span.end) return
      now = { appointment: spanAt.appointment, span }
      setDrag(now)
    }
    const frames = everyFrame(() => {
      scrollEdges(latest.current.grid.current, pointer.y)
      show()
    })
    stop.current()
    stop.current = followPress(event, {
      begin() {
        show()
        frames.start()
      },
      move: (x, y) => void Object.assign(pointer, { x, y }),
      end(how) {
        frames.stop()
        if (how === 'dropped') show()
        const last = now
        setDrag(null)
        if (last && how === 'dropped') latest.current.drop(last)
      },
    })
  }
  return { drag, press }
}

type Dragged = { appointment: Appointment | undefined; at(spot: Spot): Span }

/** How a press at this element changes a span; undefined if it is no drag. */
function spanOf(target: Element, pointer: { x: number; y: number }, options: Options): Dragged | undefined {
  const from = spotAt(pointer, options)
  if (!from || target.closest('[data-fixed]')) return undefined
  const { axis, days } = options
  const block = target.closest<HTMLElement>('[data-appointment]')
  if (!block) {
    return {
      appointment: undefined,
      at: ({ place, day }) =>
        drawn(from.day, axis, from.place, day.start === from.day.start ? place : endOf(from, day, axis)),
    }
  }
  const appointment = options.find(block.dataset.appointment ?? '')
  if (!appointment || !isMovable(appointment)) return undefined
  if (target.closest('[data-edge]'))
    return { appointment, at: ({ day, place }) => resizedTo(appointment, day, axis, place) }
  // The distance from the start, which may be on an earlier day.
  const begins = days.find(({ start, end }) => appointment.start >= start && appointment.start < end) ?? days[0]
  const isFirst = begins?.start === from.day.start
  const grabbed = isFirst ? from.place - placeOf(from.day, axis, appointment.start) : undefined
  return {
    appointment,
    at({ day, place }) {
      if (grabbed !== undefined) return movedTo(appointment, day, axis, place - grabbed)
      // Grabbed on a later day: moves by the time between the two places.
      const by = instantAt(day, axis, place) - instantAt(from.day, axis, from.place)
      return byQuarters(appointment, by)
    },
  }
}

const quarter = 15 * 60_000

const byQuarters = ({ start, end }: Span, by: number): Span => {
  const whole = Math.round(by / quarter) * quarter
  return { start: start + whole, end: end + whole }
}

/** A drawn appointment stays on the day on which it began. */
const endOf = (from: Spot, day: Day, axis: Axis) => (day.start < from.day.start ? 0 : axis.length)

/** The day and the place under the pointer. */
function spotAt({ x, y }: { x: number; y: number }, { grid, days }: Options): Spot | undefined {
  const columns = [...(grid.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])]
  const boxes = columns.map((column) => column.getBoundingClientRect())
  const [first] = boxes
  if (!first) return undefined
  const under = boxes.findIndex(({ left, right }) => x >= left && x < right)
  // Beside the days, the nearest one.
  const index =
    under === -1
      ? x < first.left === (getComputedStyle(columns[0] as Element).direction !== 'rtl')
        ? 0
        : boxes.length - 1
      : under
  const day = days.find(({ date }) => date === columns[index]?.dataset.day)
  return day && { day, place: (y - first.top) / pixels }
}

const edge = 40
const scrolls = 8

function scrollEdges(grid: HTMLElement | null, y: number): void {
  if (!grid) return
  const { top, bottom } = grid.getBoundingClientRect()
  if (y > bottom - edge) grid.scrollTop += scrolls
  else if (y < top + edge) grid.scrollTop -= scrolls
}
