import { useQuery } from '@tanstack/react-query'
import { isOpenAt } from '../../../../shared/opening-hours.ts'
import type { Settings } from '../../../../shared/settings.ts'
import { useDraft } from '../../form/draft.ts'
import { Choices, NumberField, Section, SelectField, Switch, TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { days, faultOf, inOrder } from '../../form/hours.ts'
import { HoursEditor } from '../../form/hours-editor.tsx'
import { SaveBar } from '../../form/save-bar.tsx'
import { usePutSettings } from '../../form/settings-form.tsx'
import { useDesk } from '../../live/desk.tsx'
import { settingsQuery } from '../../live/queries.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { useLaterWords } from '../../words/later-words.ts'
import { useChatFileWords } from '../../words/screen-words.ts'

type Live = Settings['live']

/** Whether, when and how visitors can reach a person. */
export function LivePage() {
  const desk = useDesk()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => <LiveForm settings={settings} />}
    </QueryBoundary>
  )
}

function LiveForm({ settings }: { settings: Settings }) {
  const putSettings = usePutSettings()
  const { files } = settings
  const draft = useDraft({ ...settings.live, files }, async ({ files, ...live }) => {
    const hours = Object.fromEntries(days.map((day) => [day, inOrder(live.hours[day])])) as Live['hours']
    await putSettings({ live: { ...live, hours }, files })
  })
  const { hours } = draft.value
  const submit = () => {
    if (days.every((day) => faultOf(hours[day]) === undefined)) void draft.save()
  }
  const { liveSettings: words } = useLaterWords()
  return (
    // Validated by the browser, because only it knows that a time is incomplete.
    <Form draft={draft} submit={submit} className="stack gap-4">
      <Section title={words.live}>
        <Switch label={words.enabled} hint={words.enabledHint} path="enabled" />
      </Section>
      <Times live={draft.value} zone={settings.assistant.timezone} />
      <Section title={words.waiting}>
        <NumberField label={words.waitSeconds} path="waitSeconds" min={1} max={3600} />
        <NumberField label={words.closeAfter} path="closeAfterMinutes" min={1} max={10_080} />
      </Section>
      <Routing />
      <Section title={words.visitorSees}>
        <Switch label={words.showName} hint={words.showNameHint} path="showAgentName" />
        <Switch label={words.aiUntilJoined} hint={words.aiUntilJoinedHint} path="aiWhileWaiting" />
      </Section>
      <Files />
      <SaveBar draft={draft} />
    </Form>
  )
}

function Times({ live: { hours, timezone }, zone }: { live: Live; zone: string }) {
  const { liveSettings: words } = useLaterWords()
  const isOpen = isOpenAt(hours, timezone || zone, Date.now())
  const zones = Intl.supportedValuesOf('timeZone')
  return (
    <Section
      title={words.hours}
      hint={words.hoursHint}
      aside={<span className={isOpen ? 'open-now' : 'muted'}>{isOpen ? words.openNow : words.closedNow}</span>}
    >
      <HoursEditor path="hours" />
      <SelectField
        label={words.timeZone}
        path="timezone"
        choices={[['', words.asAssistant(zone)], ...zones.map((name) => [name, name] as const)]}
      />
    </Section>
  )
}

function Files() {
  const words = useChatFileWords()
  return (
    <Section title={words.settings} hint={words.settingsHint}>
      <Choices
        legend={words.when}
        path="files.chat"
        choices={[
          { value: 'off', label: words.never, hint: words.neverHint },
          { value: 'live', label: words.live, hint: words.liveHint },
          { value: 'always', label: words.always, hint: words.alwaysHint },
        ]}
      />
      <Switch label={words.photos} hint={words.photosHint} path="files.aiSeesPhotos" />
      <TextField label={words.visionModel} hint={words.visionModelHint} path="files.visionModel" />
      <NumberField label={words.maxMb} path="files.maxChatMb" min={1} max={10} />
      <NumberField label={words.perConversation} path="files.perConversation" min={1} max={100} />
      <NumberField label={words.keepDays} path="files.keepChatDays" min={1} max={3650} />
    </Section>
  )
}

function Routing() {
  const { liveSettings: words } = useLaterWords()
  return (
    <Section title={words.routing}>
      <Choices
        legend={words.routing}
        isHidden
        path="routing"
        choices={[
          { value: 'manual', label: words.manual, hint: words.manualHint },
          { value: 'round_robin', label: words.roundRobin, hint: words.roundRobinHint },
          { value: 'least_busy', label: words.leastBusy, hint: words.leastBusyHint },
        ]}
      />
      <NumberField label={words.capacity} hint={words.capacityHint} path="capacity" min={1} max={100} />
    </Section>
  )
}
