import { Copy, Plus, X } from 'lucide-react'
import type { Hours } from '../../../shared/time.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useLaterWords } from '../words/later-words.ts'
import { useField } from './form.tsx'
import { allDay, type Day, days, faultOf, isAllDay, maxSpans, nextSpan, type Span, toRanges, toSpans } from './hours.ts'
import styles from './hours-editor.module.css'

/** Edits the hours of each day of the week. */
export function HoursEditor({ path }: { path: string }) {
  const { liveSettings: words } = useLaterWords()
  const { value: hours, change } = useField<Hours>({ path })
  if (!hours) return null
  return (
    <>
      <ul className={styles.hours}>
        {days.map((day) => (
          <DayRow
            key={day}
            day={day}
            ranges={hours[day]}
            change={(ranges) => change({ ...hours, [day]: ranges })}
            copy={() => change(Object.fromEntries(days.map((one) => [one, hours[day]])) as Hours)}
          />
        ))}
      </ul>
      <small>{words.midnight}</small>
    </>
  )
}

type DayProps = { day: Day; ranges: string[]; change: (ranges: string[]) => void; copy: () => void }

function DayRow({ day, ranges, change, copy }: DayProps) {
  const { liveSettings: words } = useLaterWords()
  const name = words.days[day]
  const whole = isAllDay(ranges)
  const spans = whole ? [] : toSpans(ranges)
  const fault = faultOf(ranges)
  const put = (place: number, span: Span) => change(toRanges(spans.with(place, span)))
  return (
    <li>
      <span className={styles.day}>{name}</span>
      <div className={`cluster ${styles.spans}`}>
        {ranges.length === 0 && <span className="muted">{words.closed}</span>}
        {spans.map((span, place) => (
          <SpanFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a span is identified by its place
            key={place}
            day={name}
            place={place + 1}
            span={span}
            change={(next) => put(place, next)}
            remove={() => change(toRanges(spans.toSpliced(place, 1)))}
          />
        ))}
        {fault && (
          <p className="error" role="alert">
            {words[fault]}
          </p>
        )}
      </div>
      <DayActions
        name={name}
        isWhole={whole}
        setWhole={(on) => change(on ? [allDay] : [])}
        add={spans.length < maxSpans ? () => change(toRanges([...spans, nextSpan(spans)])) : undefined}
        copy={copy}
      />
    </li>
  )
}

type ActionsProps = {
  name: string
  isWhole: boolean
  setWhole: (on: boolean) => void
  /** Undefined if a day has the maximum number of spans. */
  add: (() => void) | undefined
  copy: () => void
}

function DayActions({ name, isWhole, setWhole, add, copy }: ActionsProps) {
  const { liveSettings: words } = useLaterWords()
  return (
    <div className={`row gap-1 ${styles.dayActions}`}>
      <label className="row">
        <input
          type="checkbox"
          checked={isWhole}
          aria-label={words.allDayOn(name)}
          onChange={(event) => setWhole(event.target.checked)}
        />
        {words.allDay}
      </label>
      <IconButton
        Icon={Plus}
        label={words.addSpanOn(name)}
        title={words.addSpan}
        className="icon quiet"
        disabled={isWhole || !add}
        onClick={add}
      />
      <IconButton
        Icon={Copy}
        label={words.copyToAllOf(name)}
        title={words.copyToAll}
        className="icon quiet"
        onClick={copy}
      />
    </div>
  )
}

type SpanProps = { day: string; place: number; span: Span; change: (span: Span) => void; remove: () => void }

function SpanFields({ day, place, span, change, remove }: SpanProps) {
  const { liveSettings: words } = useLaterWords()
  return (
    <span className={styles.span}>
      <input
        type="time"
        required
        value={span.from}
        aria-label={words.from(day, place)}
        onChange={(event) => change({ ...span, from: event.target.value })}
      />
      –
      <input
        type="time"
        required
        value={span.to}
        aria-label={words.to(day, place)}
        onChange={(event) => change({ ...span, to: event.target.value })}
      />
      <IconButton Icon={X} label={words.removeSpan(day, place)} className="icon quiet" onClick={remove} />
    </span>
  )
}
