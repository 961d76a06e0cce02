import { TRPCClientError } from '@trpc/client'
import { useEffect, useState } from 'react'
import { requestPermission } from '../../alerts/notices.ts'
import { type PushState, pushStateNow, turnPushOff, turnPushOn } from '../../alerts/push.ts'
import { Section } from '../../form/fields.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'

/** Whether this browser receives push messages while no window of the dashboard is open. */
export function PushCard() {
  const { client } = useDesk()
  const { alerts } = useWords()
  const { language } = useLanguage()
  const words = alerts.push
  const [state, setState] = useState<PushState>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  useEffect(() => void pushStateNow().then(setState), [])
  if (window.frontdesk) return null
  const turn = async () => {
    setBusy(true)
    setRefused('')
    try {
      if (state === 'on') await turnPushOff(client)
      else if ((await requestPermission()) === 'granted') await turnPushOn(client, language)
      else setRefused(alerts.permission.denied)
    } catch (error) {
      setRefused(error instanceof TRPCClientError ? wordsOf(error) : words.noService)
    }
    setState(await pushStateNow())
    setBusy(false)
  }
  return (
    <Section title={words.title} hint={words.hint}>
      <div className="settings-line">
        <p role="status">{state && words[state]}</p>
        {state !== undefined && state !== 'none' && (
          <button type="button" className={state === 'on' ? 'quiet' : ''} disabled={busy} onClick={() => void turn()}>
            {state === 'on' ? words.turnOff : words.turnOn}
          </button>
        )}
      </div>
      {refused && (
        <p className="error" role="alert">
          {refused}
        </p>
      )}
    </Section>
  )
}
