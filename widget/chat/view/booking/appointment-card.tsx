/** @jsxImportSource preact */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { VisitorAppointment } from '../../../../shared/booking.ts'
import { safeAddress } from '../../../../shared/safe-address.ts'
import { readAppointment } from '../../appointment.ts'
import type { BookingProblem, BookingTalk } from '../../booking.ts'
import type { Entry, TalkState } from '../../talk.ts'
import type { BookingWords } from '../../words/booking/en.ts'
import { fill } from '../../words/words.ts'
import { useBookingChat } from '../chat-context.tsx'
import { ExternalLink } from '../external-link.tsx'
import { MoreIcon } from '../parts/more-icon.tsx'
import { saveBlob } from '../parts/save-blob.ts'
import { calendarFile } from './calendar-file.ts'
import { cityOf, formatsOf, localeOf } from './formats.ts'
import { Problem } from './problem.tsx'

type Props = { entry: Entry; calls: BookingTalk }

/** The appointment of a card. Only the last card of an appointment has its buttons. */
export function AppointmentCard({ entry, calls }: Props) {
  const { state, words } = useBookingChat()
  // What the server answered, until its card arrives.
  const [answer, setAnswer] = useState<VisitorAppointment>()
  const written = readAppointment(entry)
  if (!written) return null
  const cards = state.entries.filter((other) => readAppointment(other)?.id === written.id)
  const latest = cards.at(-1)
  const isLatest = latest?.id === entry.id
  const appointment = (isLatest && answer) || written
  const isMoved = cards.some((card) => card.id !== entry.id && readAppointment(card)?.start !== appointment.start)
  if (!isLatest)
    return (
      <div class="panel card earlier">
        <p class="aside">{words.earlier}</p>
        <s>
          <When appointment={appointment} />
          {latest && readAppointment(latest)?.location !== appointment.location && (
            <Place location={appointment.location} />
          )}
        </s>
      </div>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: there may be several, and each would be a landmark
    <div class="panel card appointment" role="group" aria-label={`${words.appointment}: ${appointment.title}`}>
      <p class={`state ${appointment.status}`}>
        <MoreIcon name={appointment.status === 'cancelled' ? 'close' : 'calendar'} />
        {stateWords(appointment, { isMoved, now: now(state) }, words)}
      </p>
      <h2>
        <bdi>{appointment.title}</bdi>
      </h2>
      <When appointment={appointment} />
      <Place location={appointment.location} />
      {isOpen(appointment, state) && <Actions appointment={appointment} calls={calls} changed={setAnswer} />}
    </div>
  )
}

/** By the clock of the server. */
const now = ({ skew }: TalkState) => Date.now() - skew

const isOpen = ({ status, start }: VisitorAppointment, state: TalkState) =>
  (status === 'confirmed' || status === 'pending') && start > now(state)

function stateWords(
  { status, end }: VisitorAppointment,
  { isMoved, now }: { isMoved: boolean; now: number },
  words: BookingWords,
): string {
  if (status === 'cancelled') return words.cancelled
  if (status === 'completed' || status === 'no_show' || end <= now) return words.over
  if (status === 'pending') return words.pending
  return isMoved ? words.moved : words.confirmed
}

/** The time in the visitor's zone and, if its clocks show another time, in that of the business. */
function When({ appointment: { start, end, timezone } }: { appointment: VisitorAppointment }) {
  const { state, words, language } = useBookingChat()
  const business = state.site.bookings?.timezone
  const texts = useMemo(() => {
    const inZone = (zone: string) => {
      const formats = formatsOf(localeOf(language), zone)
      const span = formats.span(start, end)
      return { span, text: fill(words.timeIn, { time: span, zone: `${cityOf(zone)}, ${formats.offset(start)}` }) }
    }
    const own = inZone(timezone)
    const other = business === undefined ? own : inZone(business)
    return [own.text, other.span === own.span ? undefined : other.text]
  }, [start, end, timezone, business, language, words])
  return (
    <div>
      <p class="when">{texts[0]}</p>
      {texts[1] && <p class="aside">{texts[1]}</p>}
    </div>
  )
}

function Place({ location }: Pick<VisitorAppointment, 'location'>) {
  const { words } = useBookingChat()
  if (location === null) return null
  if (!/^https?:/i.test(location) || !safeAddress(location)) return <p dir="auto">{location}</p>
  return (
    <p>
      <ExternalLink address={location}>{words.joinMeeting}</ExternalLink>
      <span class="aside" dir="ltr">
        {new URL(location).host}
      </span>
    </p>
  )
}

type ActionsProps = {
  appointment: VisitorAppointment
  calls: BookingTalk
  changed: (appointment: VisitorAppointment) => void
}

function Actions({ appointment, calls, changed }: ActionsProps) {
  const { stage, state, words } = useBookingChat()
  const [asks, setAsks] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const { id, rescheduleUrl } = appointment
  const save = () => {
    const text = calendarFile(appointment, { site: state.site.id, now: now(state) })
    saveBlob(new Blob([text], { type: 'text/calendar;charset=utf-8' }), 'appointment.ics')
  }
  const keep = () => {
    setAsks(false)
    requestAnimationFrame(() => cancel.current?.focus())
  }
  if (asks) return <ConfirmCancel id={id} calls={calls} changed={changed} keep={keep} />
  return (
    <div class="chips">
      <button type="button" class="chip" onClick={save}>
        <MoreIcon name="save" />
        {words.addToCalendar}
      </button>
      {safeAddress(rescheduleUrl) ? (
        <ExternalLink address={rescheduleUrl} class="chip">
          <MoreIcon name="away" />
          {words.changeTime}
        </ExternalLink>
      ) : (
        <button
          type="button"
          class="chip"
          onClick={() => stage.change({ screen: 'chat', task: { kind: 'booking', moves: id } })}
        >
          <MoreIcon name="clock" />
          {words.changeTime}
        </button>
      )}
      <button type="button" class="chip" ref={cancel} onClick={() => setAsks(true)}>
        <MoreIcon name="close" />
        {words.cancelAppointment}
      </button>
    </div>
  )
}

type CancelProps = Pick<ActionsProps, 'calls' | 'changed'> & { id: string; keep: () => void }

function ConfirmCancel({ id, calls, changed, keep }: CancelProps) {
  const { words } = useBookingChat()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<BookingProblem>()
  const stay = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => stay.current?.focus(), [])
  const run = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    const answer = await calls.cancel(id)
    setBusy(false)
    if (answer.problem) return setProblem(answer.problem)
    stay.current?.closest<HTMLElement>('.window')?.focus()
    changed(answer.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    keep()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no set of form fields
    <div class="field" role="group" aria-label={words.cancelSure} onKeyDown={onKeyDown}>
      {problem && <Problem problem={problem} />}
      <p>{words.cancelSure}</p>
      <div class="buttons">
        <button type="button" class="danger" aria-disabled={isBusy || undefined} onClick={() => void run()}>
          {words.cancelAppointment}
        </button>
        <button type="button" class="quiet" ref={stay} onClick={keep}>
          {words.keepAppointment}
        </button>
      </div>
    </div>
  )
}
