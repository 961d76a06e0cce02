import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Bookings as Described } from '../../../../../shared/booking.ts'
import type { Settings } from '../../../../../shared/settings.ts'
import { useDraft } from '../../../form/draft.ts'
import { Choices, NumberField, Section, SelectField, Switch, TextField } from '../../../form/fields.tsx'
import { Form, useField } from '../../../form/form.tsx'
import { HoursEditor } from '../../../form/hours-editor.tsx'
import { SaveBar } from '../../../form/save-bar.tsx'
import { usePutSettings } from '../../../form/settings-form.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { settingsQuery } from '../../../live/queries.ts'
import { Away } from '../../../ui/external-link.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useBookingsWords } from '../../../words/screen-words.ts'
import { areHoursFine, type BookingsDraft, draftOf, faultsIn, inputOf, limits } from './bookings-draft.ts'
import { CalendarChoice } from './calendar-choice.tsx'
import { CalendarFeeds } from './calendar-feeds.tsx'
import { DaysOff } from './days-off.tsx'
import { SlotsPreview } from './slots-preview.tsx'

/** How visitors book: whether, when, and into which calendar. */
export function BookingsPage() {
  const desk = useDesk()
  const { client, site } = desk
  const settings = useQuery(settingsQuery(desk))
  const described = useQuery({
    queryKey: [...keys.bookings(site.id), 'described'],
    queryFn: () => client.bookings.get.query({ site: site.id }),
  })
  return (
    <QueryBoundary query={settings}>
      {({ settings }) => (
        <QueryBoundary query={described}>
          {(bookings) => <BookingsForm settings={settings} described={bookings} />}
        </QueryBoundary>
      )}
    </QueryBoundary>
  )
}

type Props = { settings: Settings; described: Described }

function BookingsForm({ settings, described }: Props) {
  const words = useBookingsWords()
  const putSettings = usePutSettings()
  const draft = useDraft(draftOf(settings.bookings), (typed, changed) => putSettings(inputOf(typed, changed)))
  const typed = useMemo(() => faultsIn(draft.value, words), [draft.value, words])
  const faults = new Map([...draft.faults, ...typed])
  const submit = () => {
    if (typed.size === 0 && areHoursFine(draft.value)) void draft.save()
  }
  const { mode } = draft.value.bookings
  return (
    // Validated by the browser, because only it knows that a time is incomplete.
    <Form draft={{ ...draft, faults }} submit={submit} className="stack gap-4">
      <Mode described={described} mode={mode} />
      {mode === 'picker' && (
        <>
          <What />
          <When zone={settings.assistant.timezone} draft={draft.value} />
          <CalendarChoice described={described} draft={draft.value} />
          <BusyAddresses />
          {settings.bookings.mode === 'picker' && (
            <>
              <CalendarFeeds />
              <SlotsPreview isDirty={draft.isDirty} />
            </>
          )}
        </>
      )}
      <SaveBar draft={draft} />
    </Form>
  )
}

const modes = { '': null, none: 'none', link: 'link', picker: 'picker' } as const
type ModeName = keyof typeof modes

function Mode({ described: { effective, found }, mode }: { described: Described; mode: Settings['bookings']['mode'] }) {
  const words = useBookingsWords()
  return (
    <Section title={words.mode}>
      <ModeChoices mode={mode} />
      {mode === null && <p className="muted">{words.inEffect[effective.chosen ? 'none' : effective.mode]}</p>}
      {found && (
        <p>
          {words.found(found.provider)} <Away address={found.url}>{found.url}</Away>
          <br />
          <span className="muted">
            {words.foundOn} <Away address={found.page}>{found.page}</Away>
          </span>
        </p>
      )}
      {mode === 'link' && !effective.link && (
        <p>
          {words.noLink} <Link to={{ page: 'knowledge', tab: 'facts', id: null }}>{words.enterLink}</Link>
        </p>
      )}
      {mode !== 'none' && (
        <TextField label={words.label} hint={words.labelHint} path="bookings.label" maxLength={100} />
      )}
    </Section>
  )
}

function ModeChoices({ mode }: { mode: Settings['bookings']['mode'] }) {
  const words = useBookingsWords()
  const { change } = useField<Settings['bookings']['mode']>({ path: 'bookings.mode' })
  return (
    <Choices<ModeName>
      legend={words.mode}
      isHidden
      value={mode ?? ''}
      change={(name) => change(modes[name])}
      choices={[
        { value: '', label: words.fromWebsite, hint: words.fromWebsiteHint },
        { value: 'picker', label: words.picker, hint: words.pickerHint },
        { value: 'link', label: words.link, hint: words.linkHint },
        { value: 'none', label: words.none, hint: words.noneHint },
      ]}
    />
  )
}

function What() {
  const words = useBookingsWords()
  return (
    <Section title={words.what}>
      <TextField label={words.title} hint={words.titleHint} path="bookings.title" maxLength={160} />
      <Minutes name="duration" />
      <TextField label={words.location} hint={words.locationHint} path="bookings.location" maxLength={500} />
      <Switch label={words.meetingLink} hint={words.meetingLinkHint} path="bookings.meetingLink" />
      <SelectField label={words.phone} path="bookings.phone" choices={words.phones} />
      <Switch label={words.emailAttendee} hint={words.emailAttendeeHint} path="bookings.emailAttendee" />
    </Section>
  )
}

function When({ zone, draft }: { zone: string; draft: BookingsDraft }) {
  const words = useBookingsWords()
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), [])
  return (
    <Section title={words.when} hint={draft.bookings.eventType === '' ? undefined : words.ownTimes}>
      <HoursEditor path="bookings.hours" />
      <SelectField
        label={words.timezone}
        path="bookings.timezone"
        choices={[['', words.asAssistant(zone)], ...zones.map((name) => [name, name] as const)]}
      />
      <DaysOff />
      <Minutes name="buffer" />
      <Minutes name="notice" />
      <Minutes name="daysAhead" />
    </Section>
  )
}

const maxBusyUrls = 5

/** Calendar files whose events block time. */
function BusyAddresses() {
  const words = useBookingsWords()
  return (
    <Section title={words.busy} hint={words.busyHint}>
      <TextList
        label={words.busyUrls}
        path="bookings.busyUrls"
        one={words.busyUrl}
        add={words.addBusyUrl}
        max={maxBusyUrls}
        placeholder="https://calendar.example/basic.ics"
        empty={words.noBusyUrls}
        type="url"
      />
    </Section>
  )
}

function Minutes({ name }: { name: Exclude<keyof typeof limits, 'syncMinutes'> }) {
  const words = useBookingsWords()
  const [min, max] = limits[name]
  return (
    <NumberField
      label={words.numbers[name]}
      hint={words.numberHints[name]}
      path={`bookings.${name}`}
      min={min}
      max={max}
    />
  )
}
