import { BellRing } from 'lucide-react'
import { useState } from 'react'
import type { AlertClass } from '../../../../shared/push.ts'
import { createNotices, type Permission, permissionNow, requestPermission } from '../../alerts/notices.ts'
import {
  alertClasses,
  changePreferences,
  type Preferences,
  preferences,
  usePreferences,
} from '../../alerts/preferences.ts'
import { play, wakeSound } from '../../alerts/sound.ts'
import { Section, SelectField, Switch } from '../../form/fields.tsx'
import { Field } from '../../form/form.tsx'
import { useWords } from '../../words/words.tsx'
import styles from './alerts-page.module.css'
import { EmailAlertsSection } from './email-alerts.tsx'
import { PushCard } from './push-card.tsx'

/** The alert settings of this browser. They apply immediately, in all its windows. */
export function AlertsPage() {
  const { alerts: words } = useWords()
  const chosen = usePreferences()
  return (
    <>
      <Section title={words.what} hint={words.intro}>
        <Classes chosen={chosen} />
        <small>{words.whenAway}</small>
      </Section>
      <Section title={words.sound}>
        <Loudness chosen={chosen} />
      </Section>
      <Quiet chosen={chosen} />
      <PermissionCard />
      <PushCard />
      <EmailAlertsSection />
      <Section title={words.notification}>
        <Switch
          label={words.preview}
          hint={words.previewHint}
          value={chosen.preview}
          change={(preview) => changePreferences({ preview })}
        />
      </Section>
    </>
  )
}

type Props = { chosen: Preferences }

function Classes({ chosen: { classes } }: Props) {
  const { alerts: words } = useWords()
  const [result, setResult] = useState('')
  const set = (name: AlertClass, channel: 'sound' | 'notification', on: boolean) =>
    changePreferences({ classes: { ...classes, [name]: { ...classes[name], [channel]: on } } })
  const test = (name: AlertClass) => void testAlert(name, words).then(setResult)
  return (
    <>
      <table className={styles.classes}>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{words.what}</span>
            </th>
            <th scope="col">{words.sound}</th>
            <th scope="col">{words.notification}</th>
            <th scope="col">
              <span className="unseen">{words.test}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {alertClasses.map((name) => (
            <tr key={name}>
              <th scope="row">{words.classes[name]}</th>
              {(['sound', 'notification'] as const).map((channel) => (
                <td key={channel}>
                  <input
                    type="checkbox"
                    checked={classes[name][channel]}
                    aria-label={words[`${channel}For`](words.classes[name])}
                    onChange={(event) => set(name, channel, event.target.checked)}
                  />
                </td>
              ))}
              <td>
                <button
                  type="button"
                  className="quiet"
                  aria-label={words.testOne(words.classes[name])}
                  onClick={() => test(name)}
                >
                  <BellRing size={16} aria-hidden="true" />
                  <span>{words.test}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="muted said">
        {result}
      </p>
    </>
  )
}

type AlertWords = ReturnType<typeof useWords>['alerts']

/** Sends a test alert, and describes what should have happened. */
async function testAlert(name: AlertClass, words: AlertWords): Promise<string> {
  const { classes, volume } = preferences.get()
  const canHear = classes[name].sound && volume > 0 && (await wakeSound())
  if (canHear) play(name, volume)
  const { title, body } = words.notice.test
  const notice = { id: 'test', kind: 'test' as const, title, body, conversationId: null }
  const shown = classes[name].notification && (await createNotices(() => {}).show(notice))
  if (shown) return words.tested
  return canHear ? words.testedSound : words.testedSilent
}

const pauses = [0, 5, 10, 15, 30, 60, 120]

function Loudness({ chosen: { repeatSeconds, volume } }: Props) {
  const { alerts: words } = useWords()
  const all = pauses.includes(repeatSeconds) ? pauses : [...pauses, repeatSeconds].toSorted((a, b) => a - b)
  return (
    <>
      <Field isInline label={words.volume}>
        {(control) => (
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            value={Math.round(volume * 100)}
            aria-valuetext={`${Math.round(volume * 100)} %`}
            onChange={(event) => changePreferences({ volume: event.target.valueAsNumber / 100 })}
            onPointerUp={() => void testSound()}
            {...control}
          />
        )}
      </Field>
      <SelectField
        isInline
        label={words.repeat}
        value={String(repeatSeconds)}
        change={(seconds) => changePreferences({ repeatSeconds: Number(seconds) })}
        choices={all.map((seconds) => [String(seconds), seconds === 0 ? words.never : words.seconds(seconds)] as const)}
      />
    </>
  )
}

/** The volume is best judged by hearing it. */
async function testSound(): Promise<void> {
  if (await wakeSound()) play('mention', preferences.get().volume)
}

function Quiet({ chosen: { quiet } }: Props) {
  const { alerts: words } = useWords()
  const set = (part: Partial<typeof quiet>) => changePreferences({ quiet: { ...quiet, ...part } })
  return (
    <Section title={words.quiet}>
      <Switch label={words.quiet} hint={words.quietHint} value={quiet.on} change={(on) => set({ on })} />
      {quiet.on && (
        <div className="grid">
          {(['from', 'to'] as const).map((end) => (
            <label key={end}>
              {words[end]}
              <input
                type="time"
                required
                value={quiet[end]}
                onChange={(event) => event.target.value && set({ [end]: event.target.value })}
              />
            </label>
          ))}
        </div>
      )}
    </Section>
  )
}

/** The browser's notification permission, and how to grant it. */
function PermissionCard() {
  const { alerts: words } = useWords()
  const [permission, setPermission] = useState<Permission>(permissionNow)
  const { title, ask, allow, granted, denied, none } = words.permission
  const text = { default: ask, granted, denied, none, app: words.inApp }[permission]
  return (
    <Section title={title}>
      <div className="settings-line">
        <p role="status">{text}</p>
        {permission === 'default' && (
          <button type="button" onClick={() => void requestPermission().then(setPermission)}>
            {allow}
          </button>
        )}
      </div>
    </Section>
  )
}
