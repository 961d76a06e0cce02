import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { BookingTested, Bookings as Described } from '../../../../../shared/booking.ts'
import { NumberField, Section, SelectField, TextField } from '../../../form/fields.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { Link } from '../../../ui/link.tsx'
import { useCall } from '../../../ui/use-call.ts'
import { useBookingsWords } from '../../../words/screen-words.ts'
import { type BookingsDraft, limits } from './bookings-draft.ts'

type Props = { described: Described; draft: BookingsDraft }

/** The calendar that is synced, its event type, and a test of it. */
export function CalendarChoice({ described: { calendar }, draft }: Props) {
  const words = useBookingsWords()
  const { sync } = draft.bookings
  const [min, max] = limits.syncMinutes
  return (
    <Section title={words.calendar} hint={words.calendarHint}>
      <SelectField label={words.sync} path="bookings.sync" choices={words.syncs} />
      {sync !== 'none' && (
        <>
          {sync === calendar.sync && !calendar.ready && <p className="error">{words.notReady}</p>}
          {/* Another calendar has other event types. */}
          <CalendarTest key={sync} sync={sync} />
          <NumberField
            label={words.numbers.syncMinutes}
            hint={words.numberHints.syncMinutes}
            path="bookings.syncMinutes"
            min={min}
            max={max}
          />
        </>
      )}
      <Link to={{ page: 'settings', name: 'integrations' }}>{words.integrations}</Link>
    </Section>
  )
}

type Sync = Exclude<BookingsDraft['bookings']['sync'], 'none'>

function CalendarTest({ sync }: { sync: Sync }) {
  const words = useBookingsWords()
  const { client, site } = useDesk()
  const { busy, fault, call } = useCall()
  const [tested, setTested] = useState<BookingTested>()
  const hasTypes = sync === 'calcom' || sync === 'calendly'
  const test = () => call(async () => setTested(await client.bookings.test.mutate({ site: site.id, sync })))
  const types = tested?.eventTypes ?? []
  const Icon = tested?.ok ? CircleCheck : CircleAlert
  return (
    <>
      {hasTypes && types.length === 0 && (
        <TextField
          label={words.eventType}
          hint={words.eventTypeHint}
          path="bookings.eventType"
          type="code"
          maxLength={200}
        />
      )}
      {hasTypes && types.length > 0 && (
        <SelectField
          label={words.eventType}
          path="bookings.eventType"
          choices={[
            ['', words.chooseEventType] as const,
            ...types.map(({ id, name, duration }) => [id, words.eventTypeName(name, duration)] as const),
          ]}
        />
      )}
      <div className="cluster">
        <button type="button" className="quiet" disabled={busy} onClick={() => void test()}>
          {busy ? words.testing : hasTypes ? words.loadTypes : words.test}
        </button>
      </div>
      {tested && !busy && (
        <p className={`checked ${tested.ok ? 'good' : 'error'}`} role="status">
          <Icon size={16} aria-hidden="true" />
          <span dir="auto">{tested.detail}</span>
        </p>
      )}
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
