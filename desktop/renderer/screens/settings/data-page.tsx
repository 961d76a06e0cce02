import { useQuery } from '@tanstack/react-query'
import type { SettingsAnswer } from '../../../../shared/settings.ts'
import { NumberField, Section, Switch } from '../../form/fields.tsx'
import { SettingsForm } from '../../form/settings-form.tsx'
import { useDesk } from '../../live/desk.tsx'
import { settingsQuery } from '../../live/queries.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import type { DataPageWords } from '../../words/en/data-page.ts'
import { useDataPageWords } from '../../words/screen-words.ts'
import { DemoHistory } from './demo-history.tsx'
import { Retention } from './retention-section.tsx'

type Limit = keyof DataPageWords['limits']

/** Retention and rate limits. */
export function DataPage() {
  const desk = useDesk()
  return (
    <>
      <QueryBoundary query={useQuery(settingsQuery(desk))}>{(answer) => <DataForm {...answer} />}</QueryBoundary>
      <DemoHistory />
    </>
  )
}

function DataForm({ settings, captcha }: SettingsAnswer) {
  return (
    <SettingsForm saved={settings}>
      {({ value }) => (
        <>
          <Retention days={value.retention} />
          <Visitors />
          <SigningIn hasChallenge={captcha} />
          <Api />
        </>
      )}
    </SettingsForm>
  )
}

/** The server's maximum of each limit. */
const max: Record<Limit, number> = {
  messagesPerSitePerDay: 10_000_000,
  messagesPerSession: 10_000,
  maxMessageLength: 32_000,
  messagesPerIpPerMinute: 10_000,
  apiRequestsPerKeyPerMinute: 100_000,
  apiKeysPerSite: 1_000,
}

function LimitField({ name }: { name: Limit }) {
  const words = useDataPageWords()
  return (
    <NumberField
      label={words.limits[name]}
      path={`security.limits.${name}`}
      min={name === 'messagesPerSitePerDay' ? 0 : 1}
      max={max[name]}
    />
  )
}

function Visitors() {
  const words = useDataPageWords()
  return (
    <Section title={words.visitors}>
      <LimitField name="messagesPerSitePerDay" />
      <LimitField name="messagesPerSession" />
      <LimitField name="maxMessageLength" />
      <LimitField name="messagesPerIpPerMinute" />
    </Section>
  )
}

function Api() {
  const words = useDataPageWords()
  return (
    <Section title={words.api}>
      <LimitField name="apiRequestsPerKeyPerMinute" />
      <LimitField name="apiKeysPerSite" />
    </Section>
  )
}

function SigningIn({ hasChallenge }: { hasChallenge: boolean }) {
  const words = useDataPageWords()
  return (
    <Section title={words.signIn}>
      <NumberField label={words.attemptsPerIp} path="security.signIn.attemptsPerIp" min={1} max={1_000} />
      <NumberField label={words.attemptsPerAccount} path="security.signIn.attemptsPerAccount" min={1} max={1_000} />
      <NumberField label={words.windowMinutes} path="security.signIn.windowMinutes" min={1} max={1_440} />
      <NumberField label={words.sessionTtlHours} path="security.sessionTtlHours" min={1} max={8_760} />
      <Switch
        label={words.captcha}
        hint={hasChallenge ? words.captchaHint : words.captchaNone}
        path="security.signIn.captcha"
        value={hasChallenge ? undefined : false}
        isDisabled={!hasChallenge}
      />
    </Section>
  )
}
