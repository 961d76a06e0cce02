import { Volume2 } from 'lucide-react'
import { useEffect } from 'react'
import { go, parseRoute } from '../app/route.ts'
import { useDesk } from '../live/desk.tsx'
import { useLanguage, useWords } from '../words/words.tsx'
import './alerts.css'
import { followPreferences, usePreferences } from './preferences.ts'
import { followWorker, renewPush } from './push.ts'
import { useSoundState, wakeOnGesture, wakeSound } from './sound.ts'
import { useAlerts } from './use-alerts.ts'

/** Listens, and lets nobody miss a visitor. It shows nothing but that the browser does not let it be heard. */
export function Alerts() {
  useEffect(() => followPreferences(), [])
  useEffect(() => wakeOnGesture(), [])
  useEffect(() => followWorker(openPath), [])
  useRenewedPush()
  useAlerts()
  return <SoundOff />
}

function openPath(path: string): void {
  const route = parseRoute(path)
  if (route) go(route)
}

/** What is chosen here holds for what is pushed to this browser, too. */
function useRenewedPush(): void {
  const { client } = useDesk()
  const { language } = useLanguage()
  const { classes, preview } = usePreferences()
  // biome-ignore lint/correctness/useExhaustiveDependencies: told anew when one of these is another
  useEffect(() => {
    // Where the server cannot be reached, the next start tells it.
    const timer = setTimeout(() => void renewPush(client, language).catch(() => {}), 1_000)
    return () => clearTimeout(timer)
  }, [client, language, classes, preview])
}

/** Says that nothing will be heard, where something should be. */
function SoundOff() {
  const { alerts: words } = useWords()
  const { classes, volume } = usePreferences()
  const state = useSoundState()
  const isWanted = volume > 0 && Object.values(classes).some(({ sound }) => sound)
  if (state !== 'blocked' || !isWanted) return null
  return (
    <aside className="sound-off" aria-label={words.turnOn}>
      <p>{words.blocked}</p>
      <button type="button" onClick={() => void wakeSound()}>
        <Volume2 size={16} aria-hidden="true" />
        {words.turnOn}
      </button>
    </aside>
  )
}
