import { Plus, X } from 'lucide-react'
import { FaultLine, useFaults, useField } from '../../../form/form.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useBookingsWords } from '../../../words/screen-words.ts'
import type { DayOffRow } from './bookings-draft.ts'

const path = 'bookings.daysOff'
const maxRows = 100

/** Dates without appointments: single days and ranges. */
export function DaysOff() {
  const words = useBookingsWords()
  const { value: rows = [], change } = useField<DayOffRow[]>({ path })
  return (
    <fieldset className="stack">
      <legend className="strong">{words.daysOff}</legend>
      {rows.length === 0 && <p className="muted">{words.noDaysOff}</p>}
      {rows.map((row, place) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its place
          key={place}
          row={row}
          place={place}
          change={(next) => change(rows.with(place, next))}
          remove={() => change(rows.toSpliced(place, 1))}
        />
      ))}
      {rows.length < maxRows && (
        <div>
          <button type="button" className="quiet" onClick={() => change([...rows, { from: '', to: '' }])}>
            <Plus size={16} aria-hidden="true" />
            {words.addDayOff}
          </button>
        </div>
      )}
    </fieldset>
  )
}

type RowProps = { row: DayOffRow; place: number; change: (row: DayOffRow) => void; remove: () => void }

function Row({ row: { from, to }, place, change, remove }: RowProps) {
  const words = useBookingsWords()
  const faults = useFaults()
  const at = `${path}.${place}`
  const faulty = [`${at}.from`, `${at}.to`, at].find((one) => faults.has(one))
  const invalid = faulty === undefined ? undefined : true
  return (
    <div className="stack gap-1">
      <div className="cluster">
        <input
          type="date"
          aria-label={words.firstDay(place + 1)}
          aria-invalid={invalid}
          value={from}
          onChange={({ target }) => change({ from: target.value, to })}
        />
        –
        <input
          type="date"
          aria-label={words.lastDay(place + 1)}
          aria-invalid={invalid}
          min={from}
          value={to}
          onChange={({ target }) => change({ from, to: target.value })}
        />
        <IconButton Icon={X} label={words.removeDayOff(place + 1)} className="icon quiet" onClick={remove} />
      </div>
      <FaultLine path={faulty} id={`${at}-fault`} />
    </div>
  )
}
