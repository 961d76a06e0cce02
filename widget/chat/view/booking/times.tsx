/** @jsxImportSource preact */
import { useId, useMemo, useState } from 'preact/hooks'
import type { Time } from '../../booking.ts'
import { fill } from '../../words/words.ts'
import { useBookingChat } from '../chat-context.tsx'
import { moveFocus } from './arrows.ts'
import { cityOf, type Formats, zonesOf } from './formats.ts'
import type { Booking } from './use-booking.ts'

type Props = { booking: Booking; formats: Formats; ownZone: string }

/** The free days and the times of the chosen one. */
export function Times({ booking, formats, ownZone }: Props) {
  const { words } = useBookingChat()
  const { days, date, offer, busy } = booking.view
  const day = days.find((one) => one.date === date) ?? days[0]
  return (
    <>
      {days.length > 0 && <Days booking={booking} formats={formats} />}
      {day && <DayTimes key={day.date} slots={day.slots} formats={formats} choose={booking.choose} />}
      {offer?.next && days.length > 0 && (
        <button
          type="button"
          class="quiet more-days"
          aria-disabled={busy !== null || undefined}
          onClick={({ currentTarget }) => busy === null && showMore(booking, currentTarget)}
        >
          {words.moreDays}
        </button>
      )}
      {days.length > 0 && <ZoneChoice booking={booking} formats={formats} ownZone={ownZone} />}
    </>
  )
}

/** The button disappears with the last days, after which the first new day is next. */
async function showMore(booking: Booking, button: HTMLElement): Promise<void> {
  const calendar = button.closest('.booking')
  await booking.more()
  requestAnimationFrame(() => {
    if (!button.isConnected) calendar?.querySelector<HTMLElement>('.day[aria-checked="true"]')?.focus()
  })
}

/** The days as one group, in which the arrow keys choose. */
function Days({ booking, formats }: Omit<Props, 'ownZone'>) {
  const { words } = useBookingChat()
  const { days, date } = booking.view
  const onKeyDown = (event: KeyboardEvent) => moveFocus(event)?.click()
  return (
    <div class="days" role="radiogroup" aria-label={words.day} onKeyDown={onKeyDown}>
      {days.map((day) => {
        const at = day.slots[0]?.start ?? 0
        const isChosen = day.date === date
        return (
          // biome-ignore lint/a11y/useSemanticElements: it has two lines, and is chosen by arrow keys
          <button
            key={day.date}
            type="button"
            role="radio"
            class="day"
            aria-checked={isChosen}
            aria-label={fill(words.freeTimes, { day: formats.day(at), count: day.slots.length })}
            tabIndex={isChosen ? 0 : -1}
            onClick={() => booking.chooseDay(day.date)}
          >
            <span class="aside">{formats.weekday(at)}</span>
            <span>{formats.date(at)}</span>
          </button>
        )
      })}
    </div>
  )
}

type DayTimesProps = { slots: readonly Time[]; formats: Formats; choose: (time: Time) => void }

function DayTimes({ slots, formats, choose }: DayTimesProps) {
  const { words } = useBookingChat()
  const [focused, setFocused] = useState(0)
  const day = formats.day(slots[0]?.start ?? 0)
  const texts = slots.map(({ start }) => formats.time(start))
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no set of form fields
    <div class="times" role="group" aria-label={fill(words.timesOn, { day })} onKeyDown={moveFocus}>
      {slots.map((slot, at) => {
        // An hour that is repeated when the clocks go back.
        const isTwice = texts.indexOf(texts[at] as string) !== texts.lastIndexOf(texts[at] as string)
        const text = isTwice ? `${texts[at]} ${formats.offset(slot.start)}` : texts[at]
        return (
          <button
            key={slot.start}
            type="button"
            class="chip time"
            aria-label={`${text}, ${day}`}
            data-start={slot.start}
            tabIndex={at === focused ? 0 : -1}
            onFocus={() => setFocused(at)}
            onClick={() => choose(slot)}
          >
            {text}
          </button>
        )
      })}
    </div>
  )
}

function ZoneChoice({ booking, formats, ownZone }: Props) {
  const { state, words } = useBookingChat()
  const { timezone, days } = booking.view
  const id = useId()
  const zones = useMemo(
    () => zonesOf(timezone, ownZone, state.site.bookings?.timezone),
    [timezone, ownZone, state.site.bookings?.timezone],
  )
  const at = days[0]?.slots[0]?.start
  return (
    <div class="field zone">
      <label for={id}>{words.zone}</label>
      <select id={id} onChange={({ currentTarget }) => booking.chooseZone(currentTarget.value)}>
        {zones.map((zone) => (
          <option key={zone} value={zone} selected={zone === timezone}>
            {zone === timezone && at !== undefined ? `${cityOf(zone)} (${formats.offset(at)})` : zone}
          </option>
        ))}
      </select>
    </div>
  )
}
