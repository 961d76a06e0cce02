import { useQuery } from '@tanstack/react-query'
import type { Settings, SettingsAnswer, SettingsPatch } from '../../../../shared/settings.ts'
import { Section, Switch } from '../../form/fields.tsx'
import { SelectField } from '../../form/select-field.tsx'
import { SettingsForm } from '../../form/settings-form.tsx'
import { TextField } from '../../form/text-field.tsx'
import { useDesk } from '../../live/desk.tsx'
import { settingsQuery } from '../../live/queries.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { useAssistantWords } from '../../words/screen-words.ts'
import { PromptSection } from './prompt-section.tsx'

type Fields = Settings['behaviour'] &
  Pick<Settings['assistant'], 'locale' | 'timezone' | 'reasoning'> &
  Pick<Settings, 'autoSummary' | 'businessName'> &
  Settings['knowledge']

type Props = { value: Fields; change: (part: Partial<Fields>) => void }

/** What the assistant is told, and how it behaves. */
export function AssistantPage() {
  const desk = useDesk()
  return (
    <>
      <PromptSection />
      <QueryBoundary query={useQuery(settingsQuery(desk))}>
        {({ settings }) => <Behaviour settings={settings} />}
      </QueryBoundary>
    </>
  )
}

const fieldsOf = ({ behaviour, assistant, autoSummary, businessName, knowledge }: Settings): Fields => {
  const { locale, timezone, reasoning } = assistant
  return { ...behaviour, locale, timezone, reasoning, autoSummary, businessName, ...knowledge }
}

function patchOf({ goal, tone, length, prices, ...value }: Fields): SettingsPatch {
  const { locale, timezone, reasoning, autoSummary, businessName, factGuard } = value
  return {
    autoSummary,
    businessName,
    behaviour: { goal, tone, length, prices },
    assistant: { locale, timezone, reasoning },
    knowledge: { factGuard },
  }
}

function Behaviour({ settings }: Pick<SettingsAnswer, 'settings'>) {
  return (
    <SettingsForm saved={fieldsOf(settings)} patchOf={patchOf}>
      {(draft) => (
        <>
          <Manner {...draft} />
          <Language {...draft} />
          <Care {...draft} />
          <Quiet {...draft} />
        </>
      )}
    </SettingsForm>
  )
}

/** The choices of a setting, in the order in which its words stand. */
const choicesOf = <T extends string>(words: Record<T, string>) => Object.entries(words) as [T, string][]

function Manner({ value, change }: Props) {
  const words = useAssistantWords()
  return (
    <Section title={words.behaviour}>
      <TextField
        label={words.business}
        path="businessName"
        value={value.businessName}
        change={(businessName) => change({ businessName })}
      />
      <SelectField
        label={words.goal}
        path="behaviour.goal"
        value={value.goal}
        choices={choicesOf(words.goals)}
        choose={(goal) => change({ goal })}
      />
      <div className="settings-pair">
        <SelectField
          label={words.tone}
          path="behaviour.tone"
          value={value.tone}
          choices={choicesOf(words.tones)}
          choose={(tone) => change({ tone })}
        />
        <SelectField
          label={words.length}
          path="behaviour.length"
          value={value.length}
          choices={choicesOf(words.lengths)}
          choose={(length) => change({ length })}
        />
      </div>
      <SelectField
        label={words.prices}
        path="behaviour.prices"
        value={value.prices}
        choices={choicesOf(words.priceRules)}
        choose={(prices) => change({ prices })}
      />
    </Section>
  )
}

function Language({ value, change }: Props) {
  const words = useAssistantWords()
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  return (
    <Section title={words.language}>
      <TextField
        label={words.locale}
        hint={words.localeHint}
        path="assistant.locale"
        value={value.locale}
        change={(locale) => change({ locale })}
      />
      <SelectField
        label={words.timeZone}
        path="assistant.timezone"
        value={value.timezone}
        choices={zones.map((zone) => [zone, zone] as const)}
        choose={(timezone) => change({ timezone })}
      />
    </Section>
  )
}

function Care({ value, change }: Props) {
  const words = useAssistantWords()
  return (
    <Section title={words.care}>
      <SelectField
        label={words.reasoning}
        hint={words.reasoningHint}
        path="assistant.reasoning"
        value={value.reasoning}
        choices={choicesOf(words.reasonings)}
        choose={(reasoning) => change({ reasoning })}
      />
      <Switch
        label={words.factGuard}
        hint={words.factGuardHint}
        on={value.factGuard}
        change={(factGuard) => change({ factGuard })}
      />
    </Section>
  )
}

function Quiet({ value, change }: Props) {
  const words = useAssistantWords()
  return (
    <Section title={words.summaries}>
      <Switch
        label={words.autoSummary}
        hint={words.autoSummaryHint}
        on={value.autoSummary}
        change={(autoSummary) => change({ autoSummary })}
      />
    </Section>
  )
}
