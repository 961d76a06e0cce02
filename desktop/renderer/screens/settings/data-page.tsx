import { useQuery } from '@tanstack/react-query'
import type { Settings, SettingsAnswer, SettingsPatch } from '../../../../shared/settings.ts'
import { NumberField, Section, Switch } from '../../form/fields.tsx'
import { SettingsForm } from '../../form/settings-form.tsx'
import { useDesk } from '../../live/desk.tsx'
import { settingsQuery } from '../../live/queries.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import type { DataPageWords } from '../../words/en/data-page.ts'
import { useDataPageWords } from '../../words/screen-words.ts'
import { DemoHistory } from './demo-history.tsx'
import { type Kept, Retention } from './retention-section.tsx'

type Limit = keyof DataPageWords['limits']
type SignIn = Settings['security']['signIn']
type Fields = Kept & Record<Limit, number> & SignIn & Pick<Settings['security'], 'sessionTtlHours'>
type Props = { value: Fields; change: (part: Partial<Fields>) => void }

/** How long what was said is kept, and how much may be asked. */
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
    <SettingsForm saved={fieldsOf(settings)} patchOf={patchOf}>
      {(draft) => (
        <>
          <Retention {...draft} />
          <Visitors {...draft} />
          <SigningIn {...draft} hasChallenge={captcha} />
          <Api {...draft} />
        </>
      )}
    </SettingsForm>
  )
}

const fieldsOf = ({ retention, security }: Settings): Fields => {
  const { conversations, leads, callbacks, traces, audit } = retention
  const { limits, signIn, sessionTtlHours } = security
  return { conversations, leads, callbacks, traces, audit, ...limits, ...signIn, sessionTtlHours }
}

function patchOf(value: Fields): SettingsPatch {
  const { conversations, leads, callbacks, traces, audit } = value
  const { attemptsPerIp, attemptsPerAccount, windowMinutes, captcha } = value
  const { messagesPerSitePerDay, messagesPerSession, maxMessageLength, messagesPerIpPerMinute } = value
  const { apiRequestsPerKeyPerMinute, apiKeysPerSite, sessionTtlHours } = value
  return {
    retention: { conversations, leads, callbacks, traces, audit },
    security: {
      limits: {
        ...{ messagesPerSitePerDay, messagesPerSession, maxMessageLength, messagesPerIpPerMinute },
        ...{ apiRequestsPerKeyPerMinute, apiKeysPerSite },
      },
      signIn: { attemptsPerIp, attemptsPerAccount, windowMinutes, captcha },
      sessionTtlHours,
    },
  }
}

/** The most of each limit, as the server has it. */
const most: Record<Limit, number> = {
  messagesPerSitePerDay: 10_000_000,
  messagesPerSession: 10_000,
  maxMessageLength: 32_000,
  messagesPerIpPerMinute: 10_000,
  apiRequestsPerKeyPerMinute: 100_000,
  apiKeysPerSite: 1_000,
}

function LimitField({ name, value, change }: Props & { name: Limit }) {
  const words = useDataPageWords()
  return (
    <NumberField
      label={words.limits[name]}
      value={value[name]}
      least={name === 'messagesPerSitePerDay' ? 0 : 1}
      most={most[name]}
      path={`security.limits.${name}`}
      change={(next) => change({ [name]: next })}
    />
  )
}

function Visitors(given: Props) {
  const words = useDataPageWords()
  return (
    <Section title={words.visitors}>
      <LimitField name="messagesPerSitePerDay" {...given} />
      <LimitField name="messagesPerSession" {...given} />
      <LimitField name="maxMessageLength" {...given} />
      <LimitField name="messagesPerIpPerMinute" {...given} />
    </Section>
  )
}

function Api(given: Props) {
  const words = useDataPageWords()
  return (
    <Section title={words.api}>
      <LimitField name="apiRequestsPerKeyPerMinute" {...given} />
      <LimitField name="apiKeysPerSite" {...given} />
    </Section>
  )
}

function SigningIn({ value, change, hasChallenge }: Props & { hasChallenge: boolean }) {
  const words = useDataPageWords()
  const field = (name: 'attemptsPerIp' | 'attemptsPerAccount' | 'windowMinutes', most: number) => (
    <NumberField
      label={words[name]}
      value={value[name]}
      least={1}
      most={most}
      path={`security.signIn.${name}`}
      change={(next) => change({ [name]: next })}
    />
  )
  return (
    <Section title={words.signIn}>
      {field('attemptsPerIp', 1_000)}
      {field('attemptsPerAccount', 1_000)}
      {field('windowMinutes', 1_440)}
      <NumberField
        label={words.sessionTtlHours}
        value={value.sessionTtlHours}
        least={1}
        most={8_760}
        path="security.sessionTtlHours"
        change={(sessionTtlHours) => change({ sessionTtlHours })}
      />
      <Switch
        label={words.captcha}
        hint={hasChallenge ? words.captchaHint : words.captchaNone}
        on={hasChallenge && value.captcha}
        disabled={!hasChallenge}
        change={(captcha) => change({ captcha })}
      />
    </Section>
  )
}
