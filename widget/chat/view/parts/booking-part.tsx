/** @jsxImportSource preact */
import { useEffect } from 'preact/hooks'
import { safeAddress } from '../../../../shared/safe-address.ts'
import type { BookingTalk } from '../../booking.ts'
import type { Entry } from '../../talk.ts'
import { withOwn } from '../../words/words.ts'
import type { parts } from '../booking/booking-parts.ts'
import { usePartChat } from '../chat-context.tsx'
import { Icon } from '../icon.tsx'
import { loadedLater } from '../loaded-later.tsx'
import type { Stage } from '../stage.ts'
import { MoreIcon } from './more-icon.tsx'

/** The calendar and the cards of appointments. */
export const BookingPart = loadedLater<typeof parts, { calls: BookingTalk }>(async ({ stage, language, words }) => {
  const { parts, styles, loadBookingWords } = await import('../booking/booking-parts.ts')
  const [more, calls] = await Promise.all([loadBookingWords(language), stage.talk.booking()])
  if (!calls) throw new Error('the calls of the calendar cannot be fetched')
  const all = { ...words, ...withOwn(more, stage.mounting.site.widget.strings ?? {}) }
  return { parts, styles, words: all, given: { calls } }
})

/** Opens the calendar in the chat, or the booking page of the site in a new tab. */
export function openBooking(stage: Stage): void {
  const { bookings } = stage.talk.state.site
  const address = safeAddress(bookings?.link)
  if (bookings?.mode === 'picker') stage.change({ screen: 'chat', task: { kind: 'booking' } })
  else if (address) open(address, '_blank', 'noopener,noreferrer')
}

/** Books from the first screen. Continues what the visitor began on the last page. */
export function BookingRow() {
  const { stage, state, words } = usePartChat()
  const { bookings } = state.site
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    if (!state.picking || stage.shown.task || bookings?.mode !== 'picker') return
    stage.change({ screen: 'chat', task: { kind: 'booking', quiet: true } })
  }, [])
  if (!bookings) return null
  const content = (
    <>
      <MoreIcon name="calendar" />
      <span class="grow" dir="auto">
        {bookings.label || words.book}
      </span>
    </>
  )
  const address = bookings.mode === 'link' && safeAddress(bookings.link)
  if (address)
    return (
      <a class="panel row" href={address} target="_blank" rel="noopener noreferrer nofollow">
        {content}
        <Icon name="away" />
        <span class="hidden"> ({words.opensTab})</span>
      </a>
    )
  if (bookings.mode !== 'picker') return null
  return (
    <button type="button" class="panel row" onClick={() => openBooking(stage)}>
      {content}
      <Icon name="on" class="turns" />
    </button>
  )
}

const justNow = 60_000

/** The assistant opens the calendar. One that arrived earlier is opened by a button. */
export function PickerOffer({ entry }: { entry: Extract<Entry, { type: 'card' }> }) {
  const { stage, state, shown, words } = usePartChat()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it arrives
  useEffect(() => {
    const isNew = Date.now() - state.skew - entry.ts < justNow && state.entries.at(-1)?.id === entry.id
    if (isNew && !stage.shown.task) stage.change({ screen: 'chat', task: { kind: 'booking', quiet: true } })
  }, [])
  return (
    <div class="panel card">
      <p dir="auto">{entry.text ?? entry.title}</p>
      {shown.task?.kind !== 'booking' && (
        <div class="chips">
          <button type="button" class="chip" onClick={() => openBooking(stage)}>
            <MoreIcon name="calendar" />
            {words.book}
          </button>
        </div>
      )}
    </div>
  )
}
