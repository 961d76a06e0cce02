/** @jsxImportSource preact */
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { isComposing } from '../../../../shared/composing.ts'
import type { BookingTalk } from '../../booking.ts'
import { fill } from '../../words/words.ts'
import { useBookingChat } from '../chat-context.tsx'
import { PrivacyLink } from '../external-link.tsx'
import { Icon } from '../icon.tsx'
import { Form } from '../parts/form.tsx'
import { asksConsent, requiresDetails } from '../stage.ts'
import { Details } from './details.tsx'
import { cityOf, type Formats, formatsOf, localeOf } from './formats.ts'
import { Problem } from './problem.tsx'
import { Times } from './times.tsx'
import { type Booking, useBooking } from './use-booking.ts'

/** `quiet` leaves the focus where it is. */
type Props = { calls: BookingTalk; moves?: string | undefined; quiet?: boolean | undefined }

/** The calendar: a day, a time, and who books. With `moves`, the new time of that appointment. */
export function Picker({ calls, moves: given, quiet = false }: Props) {
  const { stage, state, words, language } = useBookingChat()
  // A page that was reloaded continues to move the same appointment.
  const [moves] = useState(() => given ?? (calls.draft().open ? (calls.draft().moves ?? undefined) : undefined))
  const root = useRef<HTMLElement>(null)
  const id = useId()
  const close = () => stage.change({ task: null })
  const done = () => {
    calls.keep({ start: null, bookingId: null, unsure: false, details: {} })
    close()
  }
  const booking = useBooking(calls, moves, done)
  const { timezone, time, offer } = booking.view
  const formats = useMemo(() => formatsOf(localeOf(language), timezone), [language, timezone])
  const asks = state.conversation === null && (asksConsent(state) || (state.asksDetails && requiresDetails(state)))
  useKept(calls, moves)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the visitor has agreed
  useEffect(() => {
    if (!asks) void booking.load()
  }, [asks])
  useLayoutEffect(() => {
    if (!quiet) root.current?.querySelector('button')?.focus()
    root.current?.scrollIntoView({ block: 'nearest' })
  }, [quiet])
  useStepFocus(root, booking)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.stopPropagation()
    if (time) booking.choose(null)
    else close()
  }
  return (
    <section class="panel booking" ref={root} aria-labelledby={id} onKeyDown={onKeyDown}>
      <div class="booking-head">
        <h2 id={id} class="grow">
          <bdi>{offer?.title || state.site.bookings?.title || words.pickTime}</bdi>
          {offer && <span class="aside">{fill(words.minutes, { count: offer.duration })}</span>}
        </h2>
        <button
          type="button"
          class="icon-button"
          aria-label={words.closeCalendar}
          title={words.closeCalendar}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </div>
      {asks ? (
        <Agree />
      ) : (
        <Steps booking={booking} calls={calls} formats={formats} moves={moves} ownZone={calls.timezone} />
      )}
      <Progress booking={booking} />
    </section>
  )
}

/** Opens again after a reload, until it is closed. */
function useKept(calls: BookingTalk, moves: string | undefined): void {
  useEffect(() => {
    const isOther = calls.draft().moves !== (moves ?? null)
    // The chosen time is that of another appointment.
    calls.keep({ open: true, moves: moves ?? null, ...(isOther && { start: null, bookingId: null, unsure: false }) })
    return () => calls.keep({ open: false })
  }, [calls, moves])
}

type StepsProps = { booking: Booking; calls: BookingTalk; formats: Formats; moves: string | undefined; ownZone: string }

function Steps({ booking, calls, formats, moves, ownZone }: StepsProps) {
  const { words } = useBookingChat()
  const { time, offer, days, busy, problem, timezone } = booking.view
  const isEmpty = offer !== null && days.length === 0 && busy === null
  const retry = offer === null && problem?.kind !== 'elsewhere' && problem?.kind !== 'off' ? booking.load : undefined
  return (
    <>
      {problem && <Problem problem={problem} retry={retry} />}
      {isEmpty && <NothingFree />}
      {!time && offer && <Times booking={booking} formats={formats} ownZone={ownZone} />}
      {time && offer && (
        <>
          <div class="chosen">
            <p>
              {fill(words.timeIn, {
                time: formats.span(time.start, time.end),
                zone: `${cityOf(timezone)}, ${formats.offset(time.start)}`,
              })}
            </p>
            <button type="button" class="quiet" onClick={() => booking.choose(null)}>
              {words.otherTime}
            </button>
          </div>
          {moves ? <ConfirmMove booking={booking} /> : <Details booking={booking} calls={calls} />}
        </>
      )}
    </>
  )
}

function ConfirmMove({ booking }: { booking: Booking }) {
  const { words } = useBookingChat()
  const isBusy = booking.view.busy === 'booking'
  return (
    <div class="field">
      <p>{words.moveSure}</p>
      <div class="buttons">
        <button
          type="button"
          class="primary"
          data-first
          aria-disabled={isBusy || undefined}
          onClick={() => void booking.book({ name: '' })}
        >
          {isBusy ? words.bookingNow : words.moveNow}
        </button>
      </div>
    </div>
  )
}

/** Nothing can be booked: the visitor can have a call instead. */
function NothingFree() {
  const { stage, words } = useBookingChat()
  return (
    <div class="field" role="status">
      <p>{words.nothingFree}</p>
      <div class="buttons">
        <button
          type="button"
          class="chip"
          data-first
          onClick={() => stage.begin(() => stage.talk.askForPerson(words.askForCall))}
        >
          {words.askForCall}
        </button>
      </div>
    </div>
  )
}

/** What a chat of this site begins with. */
function Agree() {
  const { stage, state, words } = useBookingChat()
  const agrees = asksConsent(state)
  const submit = (answers: Record<string, string>) => {
    if (state.asksDetails) stage.talk.giveDetails(answers)
    if (agrees) stage.talk.consent()
  }
  return (
    <Form
      title={words.beforeStart}
      fields={state.asksDetails ? state.site.form.fields : []}
      submitLabel={words.nextStep}
      submit={submit}
    >
      {agrees && (
        <p class="small">
          {words.agree} <PrivacyLink />
        </p>
      )}
    </Form>
  )
}

const slow = 1000

/** Says after a second what takes so long. */
function Progress({ booking }: { booking: Booking }) {
  const { words } = useBookingChat()
  const { busy } = booking.view
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (busy === null) return undefined
    const timer = setTimeout(() => setSlow(true), slow)
    return () => clearTimeout(timer)
  }, [busy])
  return (
    <p class="small progress" role="status">
      {isSlow && busy === 'times' && words.findingTimes}
      {isSlow && busy === 'booking' && words.bookingNow}
    </p>
  )
}

/** Moves the focus to what the visitor does next, if the calendar has it or what had it is gone. */
function useStepFocus(root: { current: HTMLElement | null }, { view }: Booking): void {
  const step = view.time ? 'details' : view.days.length > 0 ? 'times' : view.offer ? 'empty' : 'loading'
  const last = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    const before = last.current
    last.current = step
    const section = root.current
    if (!section || before === undefined || before === step) return
    const at = (section.getRootNode() as ShadowRoot).activeElement
    const isOwn = at !== null && section.contains(at)
    const isLost = at === null && (before === 'details' || step === 'details')
    if (!isOwn && !isLost) return
    const wanted = {
      details: '.details input, [data-first]',
      times: view.date ? '.day[aria-checked="true"]' : '.day',
      empty: '[data-first]',
      loading: 'button',
    }
    section.querySelector<HTMLElement>(wanted[step])?.focus()
    section.scrollIntoView({ block: 'nearest' })
  }, [root, step, view.date])
}
