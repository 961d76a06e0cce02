import { useQuery } from '@tanstack/react-query'
import type { SettingsAnswer } from '../../../../shared/settings.ts'
import { Section, SelectField, Switch, TextField } from '../../form/fields.tsx'
import { SettingsForm } from '../../form/settings-form.tsx'
import { useDesk } from '../../live/desk.tsx'
import { settingsQuery } from '../../live/queries.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { useAssistantWords } from '../../words/screen-words.ts'
import { PromptSection } from './prompt-section.tsx'

/** The assistant's instructions and behaviour. */
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

function Behaviour({ settings }: Pick<SettingsAnswer, 'settings'>) {
  return (
    <SettingsForm saved={settings}>
      {() => (
        <>
          <Manner />
          <Language />
          <Accuracy />
          <Summaries />
          <CopilotSection />
        </>
      )}
    </SettingsForm>
  )
}

function Manner() {
  const words = useAssistantWords()
  return (
    <Section title={words.behaviour}>
      <TextField label={words.business} path="businessName" />
      <SelectField label={words.goal} path="behaviour.goal" choices={words.goals} />
      <div className="grid">
        <SelectField label={words.tone} path="behaviour.tone" choices={words.tones} />
        <SelectField label={words.length} path="behaviour.length" choices={words.lengths} />
      </div>
      <SelectField label={words.prices} path="behaviour.prices" choices={words.priceRules} />
    </Section>
  )
}

function Language() {
  const words = useAssistantWords()
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  return (
    <Section title={words.language}>
      <TextField label={words.locale} hint={words.localeHint} path="assistant.locale" />
      <SelectField
        label={words.timeZone}
        path="assistant.timezone"
        choices={zones.map((zone) => [zone, zone] as const)}
      />
    </Section>
  )
}

function Accuracy() {
  const words = useAssistantWords()
  return (
    <Section title={words.accuracy}>
      <SelectField
        label={words.reasoning}
        hint={words.reasoningHint}
        path="assistant.reasoning"
        choices={words.reasonings}
      />
      <Switch label={words.factGuard} hint={words.factGuardHint} path="knowledge.factGuard" />
    </Section>
  )
}

function CopilotSection() {
  const words = useAssistantWords()
  return (
    <Section title={words.copilot}>
      <Switch label={words.copilotOn} hint={words.copilotHint} path="assistant.copilot" />
    </Section>
  )
}

function Summaries() {
  const words = useAssistantWords()
  return (
    <Section title={words.summaries}>
      <Switch label={words.autoSummary} hint={words.autoSummaryHint} path="autoSummary" />
    </Section>
  )
}
