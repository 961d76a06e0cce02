/** @jsxImportSource preact */
import { type ComponentProps, type FunctionComponent, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { safeAddress } from '../../../../shared/safe-address.ts'
import type { BookingTalk } from '../../booking.ts'
import type { Entry } from '../../talk.ts'
import type { BookingWords } from '../../words/booking/en.ts'
import { type Language, withOwn } from '../../words/words.ts'
import type { parts } from '../booking/booking-parts.ts'
import { ChatProvider, usePartChat } from '../chat-context.tsx'
import { adoptStyles } from '../container.ts'
import { focusInside } from '../focus.ts'
import { Icon } from '../icon.tsx'
import type { Stage } from '../stage.ts'
import { MoreIcon } from './more-icon.tsx'

type Parts = typeof parts
type Props<Name extends keyof Parts> = { part: Name } & Omit<ComponentProps<Parts[Name]>, 'calls'>
type Fetched = { parts: Parts; words: BookingWords; calls: BookingTalk }

const fetched = new WeakMap<Stage, Fetched>()
const fetching = new WeakMap<Stage, Promise<void>>()

/** The calendar or the card of an appointment, which are loaded on first use, with their texts and styles. */
export function BookingPart<Name extends keyof Parts>({ part, ...props }: Props<Name>) {
  const chat = usePartChat()
  const { stage, language, words } = chat
  const [hasFailed, setFailed] = useState(false)
  const load = () => {
    setFailed(false)
    fetchBooking(stage, language).catch(() => setFailed(true))
  }
  // The button disappears, and would leave the focus to the page.
  const retry = ({ currentTarget }: Event) => {
    focusInside(currentTarget as Element)
    load()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is shown; afterwards by the button
  useEffect(() => {
    if (!fetched.has(stage)) load()
  }, [])
  const loaded = fetched.get(stage)
  if (loaded)
    return (
      <ChatProvider value={{ ...chat, words: { ...words, ...loaded.words } as typeof words }}>
        {h(loaded.parts[part] as FunctionComponent<object>, { ...props, calls: loaded.calls })}
      </ChatProvider>
    )
  return hasFailed ? (
    <button type="button" class="quiet" onClick={retry}>
      {words.retry}
    </button>
  ) : null
}

/** Loads it once for each chat. @throws if it cannot be loaded */
async function fetchBooking(stage: Stage, language: Language): Promise<void> {
  const known = fetching.get(stage)
  const loading = known ?? fetchAll(stage, language)
  fetching.set(stage, loading)
  try {
    await loading
    // Renders the parts that waited.
    stage.change({})
  } catch (error) {
    fetching.delete(stage)
    stage.mounting.debug('the calendar cannot be fetched', error)
    throw error
  }
}

async function fetchAll(stage: Stage, language: Language): Promise<void> {
  const { root, site } = stage.mounting
  const { parts, styles, loadBookingWords } = await import('../booking/booking-parts.ts')
  const [words, calls] = await Promise.all([loadBookingWords(language), stage.talk.booking()])
  if (!calls) throw new Error('the calls of the calendar cannot be fetched')
  adoptStyles(root, styles)
  fetched.set(stage, { parts, words: withOwn(words, site.widget.strings ?? {}), calls })
}

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
