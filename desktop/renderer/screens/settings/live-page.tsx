import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { isOpenAt } from '../../../../shared/opening-hours.ts'
import type { Settings } from '../../../../shared/settings.ts'
import { type Draft, useDraft } from '../../form/draft.ts'
import { Choices, NumberField, Section, Switch } from '../../form/fields.tsx'
import { days, faultOf, inOrder } from '../../form/hours.ts'
import { HoursEditor } from '../../form/hours-editor.tsx'
import { SaveBar } from '../../form/save-bar.tsx'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { settingsQuery } from '../../live/queries.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { useLaterWords } from '../../words/later-words.ts'

type Live = Settings['live']

/** Whether, when and how visitors reach a person. */
export function LivePage() {
  const desk = useDesk()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => <LiveForm live={settings.live} zone={settings.assistant.timezone} />}
    </QueryBoundary>
  )
}

function LiveForm({ live, zone }: { live: Live; zone: string }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const draft = useDraft(live, async (value) => {
    const hours = Object.fromEntries(days.map((day) => [day, inOrder(value.hours[day])])) as Live['hours']
    const answer = await client.settings.put.mutate({ site: site.id, settings: { live: { ...value, hours } } })
    queries.setQueryData(keys.settings(site.id), answer)
  })
  const { value, change } = draft
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (days.every((day) => faultOf(value.hours[day]) === undefined)) void draft.save()
  }
  const { liveSettings: words } = useLaterWords()
  return (
    <form onSubmit={submit} className="settings-form">
      <Section title={words.live}>
        <Switch
          label={words.enabled}
          hint={words.enabledHint}
          on={value.enabled}
          change={(enabled) => change({ enabled })}
        />
      </Section>
      <Times draft={draft} zone={zone} />
      <Section title={words.waiting}>
        <NumberField
          label={words.waitSeconds}
          value={value.waitSeconds}
          least={1}
          most={3600}
          change={(waitSeconds) => change({ waitSeconds })}
        />
        <NumberField
          label={words.closeAfter}
          value={value.closeAfterMinutes}
          least={1}
          most={10_080}
          change={(closeAfterMinutes) => change({ closeAfterMinutes })}
        />
      </Section>
      <Routing draft={draft} />
      <Section title={words.visitorSees}>
        <Switch
          label={words.showName}
          hint={words.showNameHint}
          on={value.showAgentName}
          change={(showAgentName) => change({ showAgentName })}
        />
        <Switch
          label={words.aiMeanwhile}
          hint={words.aiMeanwhileHint}
          on={value.aiWhileWaiting}
          change={(aiWhileWaiting) => change({ aiWhileWaiting })}
        />
      </Section>
      <SaveBar draft={draft} />
    </form>
  )
}

type Props = { draft: Draft<Live> }

function Times({ draft: { value, change }, zone }: Props & { zone: string }) {
  const { liveSettings: words } = useLaterWords()
  const isOpen = isOpenAt(value.hours, value.timezone || zone, Date.now())
  const zones = Intl.supportedValuesOf('timeZone')
  const isOther = value.timezone !== '' && !zones.includes(value.timezone)
  return (
    <Section
      title={words.hours}
      hint={words.hoursHint}
      aside={<span className={isOpen ? 'open-now' : 'muted'}>{isOpen ? words.openNow : words.closedNow}</span>}
    >
      <HoursEditor hours={value.hours} change={(hours) => change({ hours })} />
      <div className="settings-field">
        <label>
          {words.timeZone}
          <select value={value.timezone} onChange={(event) => change({ timezone: event.target.value })}>
            <option value="">{words.asAssistant(zone)}</option>
            {isOther && <option>{value.timezone}</option>}
            {zones.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
    </Section>
  )
}

function Routing({ draft: { value, change } }: Props) {
  const { liveSettings: words } = useLaterWords()
  return (
    <Section title={words.routing}>
      <Choices
        legend={words.routing}
        isHidden
        value={value.routing}
        choose={(routing) => change({ routing })}
        choices={[
          { value: 'manual', label: words.manual, hint: words.manualHint },
          { value: 'round_robin', label: words.roundRobin, hint: words.roundRobinHint },
          { value: 'least_busy', label: words.leastBusy, hint: words.leastBusyHint },
        ]}
      />
      <NumberField
        label={words.capacity}
        hint={words.capacityHint}
        value={value.capacity}
        least={1}
        most={100}
        change={(capacity) => change({ capacity })}
      />
    </Section>
  )
}
